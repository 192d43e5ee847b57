# cmake -DPROGRAM=... -DEXPECTED=... -P same_output.cmake
# Fails unless PROGRAM prints what EXPECTED holds (a text file) or prints (a program).
function(output_of program result)
  execute_process(COMMAND ${program} OUTPUT_VARIABLE output ERROR_VARIABLE error
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${program}: ${status}\n${output}${error}")
  endif()
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

if(EXPECTED MATCHES "[.]txt$")
  file(READ ${EXPECTED} expected)
else()
  output_of(${EXPECTED} expected)
endif()
output_of(${PROGRAM} got)
if(got STREQUAL "" OR NOT got STREQUAL expected)
  message(FATAL_ERROR "expected\n${expected}\ngot\n${got}")
endif()
message(STATUS "same output:\n${got}")
