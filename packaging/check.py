#!/usr/bin/env python3
"""Checks what can be checked of the recipes without a package manager: that they parse, that they
name the version of the headers, and that their options are options of CMakeLists.txt."""

import ast
import json
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parent
errors = []

header = (root / "include/posenc/version.hpp").read_text()
version = ".".join(re.search(rf"VERSION_{part} (\d+)", header).group(1)
                   for part in ("MAJOR", "MINOR", "PATCH"))
manifest = json.loads((here / "vcpkg/vcpkg.json").read_text())
if manifest["version"] != version:
    errors.append(f"vcpkg.json has version {manifest['version']}, version.hpp {version}")

for recipe in here.glob("conan/**/*.py"):
    ast.parse(recipe.read_text(), str(recipe))

options = set(re.findall(r"^option\(POSENC_(\w+)", (root / "CMakeLists.txt").read_text(), re.M))
for recipe in (here / "vcpkg/portfile.cmake", here / "conan/conanfile.py"):
    text = recipe.read_text()
    named = set(re.findall(r"POSENC_([A-Z]\w*)", text))
    named |= set(re.findall(r'"(BUILD_\w+)"', text))
    for name in sorted(named - options):
        errors.append(f"{recipe.name} sets POSENC_{name}, which is no option")

for error in errors:
    print(error, file=sys.stderr)
sys.exit(1 if errors else 0)
