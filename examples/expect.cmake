# cmake -DEXIT_STATUS=n -DREGEX=r -P expect.cmake -- command...
# Runs the command and fails unless it exits with n and prints what matches r: on standard output
# where n is 0, else on standard error.
# REGEX=FILE:path stands for the very contents of a file.
set(command "")
set(begun FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(begun)
    string(APPEND command " [==[${CMAKE_ARGV${i}}]==]")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(begun TRUE)
  endif()
endforeach()
cmake_language(EVAL CODE "execute_process(COMMAND ${command} RESULT_VARIABLE status
                          OUTPUT_VARIABLE output ERROR_VARIABLE error)")

if(NOT status STREQUAL EXIT_STATUS)
  message(FATAL_ERROR "exit status: expected ${EXIT_STATUS}, got ${status}\n${output}${error}")
endif()
if(NOT EXIT_STATUS EQUAL 0)
  set(output "${error}")
endif()
if(REGEX MATCHES "^FILE:(.*)")
  file(READ "${CMAKE_MATCH_1}" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the output is not what ${CMAKE_MATCH_1} holds: write it anew, if meant")
  endif()
elseif(NOT output MATCHES "${REGEX}")
  message(FATAL_ERROR "output: expected a match of '${REGEX}', got\n${output}")
endif()
