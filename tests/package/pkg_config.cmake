# Compiles, links and runs the consumer with what pkg-config says. No warnings: Eigen's folder comes
# by -I here, not as a system folder.
find_program(PKG_CONFIG NAMES pkg-config pkgconf REQUIRED)
file(GLOB_RECURSE pc ${MOVED}/posenc.pc)
get_filename_component(folder "${pc}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})

function(run result)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}${error}")
  endif()
  separate_arguments(output UNIX_COMMAND "${output}")
  set(${result} ${output} PARENT_SCOPE)
endfunction()

run(arguments ${PKG_CONFIG} --cflags --libs posenc)
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
run(ignored ${CXX} -std=c++17 ${flags} -w ${SOURCE} ${arguments} -o ${PROGRAM})
run(ignored ${PROGRAM})
