# From a source tree that is read-only and has spaces in its path, in two build folders, and from the
# sources where they are: the same archive, byte for byte, and nothing written into the tree. Without
# optimisation and with one kernel: the rest takes long and adds no paths.
set(copy "${FOLDER}/sources of a user")
execute_process(COMMAND chmod -R u+w ${FOLDER} ERROR_QUIET)
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/LICENSE ${SOURCE}/cmake ${SOURCE}/include ${SOURCE}/src
  DESTINATION "${copy}")
execute_process(COMMAND chmod -R a-w "${copy}")
file(GLOB_RECURSE before "${copy}/*")

function(build source folder result)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${folder} -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${FLAGS} -DNDEBUG" -DCMAKE_BUILD_TYPE=None
    -DPOSENC_BUILD_TESTS=OFF -DPOSENC_BUILD_EXAMPLES=OFF -DPOSENC_BUILD_BENCHMARKS=OFF -DPOSENC_PORTABLE=ON
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder}
      RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  endif()
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${source}: ${status}\n${output}")
  endif()
  file(SHA256 ${folder}/libposenc.a hash)
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

build(${SOURCE} ${FOLDER}/first first)
build("${copy}" "${FOLDER}/a second folder" second)
if(NOT first STREQUAL second)
  message(FATAL_ERROR "two builds give two archives: ${first} ${second}")
endif()
file(GLOB_RECURSE after "${copy}/*")
if(NOT before STREQUAL after)
  message(FATAL_ERROR "the build wrote into the source tree")
endif()
execute_process(COMMAND chmod -R u+w "${copy}")
