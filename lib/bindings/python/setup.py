# SPDX-License-Identifier: BSL-1.0
"""Builds the extension by CMake, with the library's sources, which lie above this folder. All else is in pyproject.toml."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        import pybind11

        target = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = Path(self.build_temp).resolve()
        configure = ["cmake", "-S", str(HERE), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release",
                     f"-DPython_EXECUTABLE={sys.executable}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
                     f"-DPORTOLAN_PYTHON_PACKAGE={target}"]
        if shutil.which("ninja") and not (build / "Makefile").exists():
            configure.append("-GNinja")
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "_portolan", "--parallel", str(os.cpu_count() or 1)],
                       check=True)


def version():
    text = (SOURCE / "CMakeLists.txt").read_text()
    return re.search(r"^project\(portolan VERSION ([0-9.]+)", text, re.M)[1]


setup(version=version(), ext_modules=[Extension("portolan._portolan", sources=[])], cmdclass={"build_ext": CMakeBuild})
