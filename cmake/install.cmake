# The installed package: archive, headers, posencConfig.cmake and posenc.pc. No file names an
# absolute path, so the prefix may be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/posenc)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS posenc EXPORT posencTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/posenc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT posencTargets NAMESPACE posenc:: DESTINATION ${package_dir})

# Before 1.0 a new minor version may break its callers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/posencConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/posencConfig.cmake ${PROJECT_BINARY_DIR}/posencConfigVersion.cmake
  DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pc /${pkgconfig_dir} /)
configure_file(cmake/posenc.pc.in ${PROJECT_BINARY_DIR}/posenc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/posenc.pc DESTINATION ${pkgconfig_dir})
