# cpack makes a .tar.gz and, on Debian and its like, a .deb of what is installed.

set(CPACK_GENERATOR TGZ)
find_program(POSENC_DPKG dpkg)
if(POSENC_DPKG)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_NAME posenc)
set(CPACK_PACKAGE_CONTACT "The posenc authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Exact sinusoidal positional encodings and rotary embedding for Eigen")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_PACKAGE_NAME libposenc-dev)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libeigen3-dev (>= 3.4)")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
