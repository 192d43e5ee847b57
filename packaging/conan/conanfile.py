"""A recipe for Conan 2, from the tree that it lies in: conan create packaging/conan"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir)


class PosencConan(ConanFile):
    name = "posenc"
    description = "Exact sinusoidal positional encodings and rotary embedding for Eigen"
    license = "MIT"
    topics = ("eigen", "positional-encoding", "rotary-embedding")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"fPIC": [True, False], "portable": [True, False]}
    default_options = {"fPIC": True, "portable": False}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        text = load(self, os.path.join(ROOT, "include", "posenc", "version.hpp"))
        parts = [re.search(rf"VERSION_{part} (\d+)", text).group(1)
                 for part in ("MAJOR", "MINOR", "PATCH")]
        self.version = ".".join(parts)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*"):
            copy(self, pattern, ROOT, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("eigen/[>=3.4.0 <6]", transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 17)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("BUILD_TESTS", "BUILD_EXAMPLES", "BUILD_BENCHMARKS"):
            toolchain.cache_variables[f"POSENC_{option}"] = False
        toolchain.cache_variables["POSENC_INSTALL"] = True
        toolchain.cache_variables["POSENC_PORTABLE"] = bool(self.options.portable)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["posenc"]
        self.cpp_info.set_property("cmake_file_name", "posenc")
        self.cpp_info.set_property("cmake_target_name", "posenc::posenc")
        self.cpp_info.set_property("pkg_config_name", "posenc")
