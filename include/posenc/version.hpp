// The version of posenc: the single source, which CMake and pkg-config read too.
#pragma once

#define POSENC_VERSION_MAJOR 0
#define POSENC_VERSION_MINOR 1
#define POSENC_VERSION_PATCH 0

// All of posenc lies in an inline namespace named for its version, so that headers of one version
// do not link to the archive of another. Programs write posenc:: as if it were not there.
#define POSENC_VERSION_NAME_(major, minor, patch) v##major##_##minor##_##patch
#define POSENC_VERSION_NAME(major, minor, patch) POSENC_VERSION_NAME_(major, minor, patch)
#define POSENC_BEGIN_NAMESPACE                                                     \
  namespace posenc {                                                               \
  inline namespace POSENC_VERSION_NAME(POSENC_VERSION_MAJOR, POSENC_VERSION_MINOR, \
                                       POSENC_VERSION_PATCH) {
#define POSENC_END_NAMESPACE \
  }                          \
  }
