# Installs the build into a prefix and moves that prefix away.
set(installed ${MOVED}.before)
file(REMOVE_RECURSE ${MOVED} ${installed})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${installed}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "cmake --install: ${status}")
endif()
file(RENAME ${installed} ${MOVED})
