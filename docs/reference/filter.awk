# What Doxygen reads in place of a header or a page: one line for each line, so that its warnings point
# to the right place.
BEGIN {
  page = FILENAME = ARGV[1]
  sub(/.*\//, "", page)
  sub(/\.md$/, "", page)
  header = ARGV[1] ~ /\.hpp$/
}

# Headers: the labels of a contract become titled paragraphs, the example a block of code.
header {
  if (example && !/^ *\/\/\//) {
    printf "/// \\endcode\n"
    example = 0
  }
  if (/^ *\/\/\/ Example:$/) {
    sub(/Example:/, "Example: \\code{.cpp}")
    example = 1
  } else if (!example && match($0, /^ *\/\/\/ (Formula|Shapes|Units|Positions|Error|Throws|Source)[^:.]*: /)) {
    head = substr($0, 1, RLENGTH - 2)
    rest = substr($0, RLENGTH + 1)
    match(head, /^ *\/\/\/ /)
    $0 = substr(head, 1, RLENGTH) "\\label{" substr(head, RLENGTH + 1) "} " rest
  }
  print
  next
}

# Pages: headings get the anchors that links within and between pages name.
/^```/ { code = !code }
!code && /^##+ / {
  slug = tolower($0)
  sub(/^#+ +/, "", slug)
  gsub(/[^a-z0-9 _-]/, "", slug)
  gsub(/ /, "-", slug)
  $0 = $0 " {#" page "-" slug "}"
}
!code {
  gsub(/\]\(#/, "](#" page "-")
  while (match($0, /\]\([a-z_\/]+\.md#/)) {
    other = substr($0, RSTART + 2, RLENGTH - 6)
    sub(/.*\//, "", other)
    $0 = substr($0, 1, RSTART - 1) "](#" other "-" substr($0, RSTART + RLENGTH)
  }
  while (match($0, /\]\((\.\.\/)?examples\/[a-z_]+\.cpp\)/)) {
    other = substr($0, RSTART, RLENGTH)
    sub(/.*\//, "", other)
    sub(/\.cpp\)/, "_8cpp-example.html)", other)
    $0 = substr($0, 1, RSTART - 1) "](" other substr($0, RSTART + RLENGTH)
  }
}
{ print }
