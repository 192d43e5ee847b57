# An overlay port, from the tree that it lies in:
#   vcpkg install posenc --overlay-ports=<this tree>/packaging/vcpkg
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DPOSENC_BUILD_TESTS=OFF
    -DPOSENC_BUILD_EXAMPLES=OFF
    -DPOSENC_BUILD_BENCHMARKS=OFF
    -DPOSENC_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/posenc)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
