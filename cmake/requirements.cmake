# posenc_require(option purpose [name found]...): stops unless all is found, and names what is missing.
function(posenc_require option purpose)
  set(missing "")
  while(ARGN)
    list(POP_FRONT ARGN name found)
    if(NOT found)
      list(APPEND missing ${name})
    endif()
  endwhile()
  if(missing)
    list(JOIN missing ", " missing)
    message(FATAL_ERROR "posenc: not found: ${missing}\n"
      "Install what is missing (Debian, Ubuntu: scripts/install_dependencies.sh ${purpose}), "
      "or configure with -D${option}=OFF.")
  endif()
endfunction()
