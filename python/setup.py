# setup.py - the Python package; wants python3-cffi, python3-numpy and an installed Zeno
# SPDX-License-Identifier: Apache-2.0
import os

from setuptools import setup
from setuptools.command.build_py import build_py


class build(build_py):
    """Adds the types of the compiled module, as a package of stubs (PEP 561)."""

    def run(self):
        super().run()
        stubs = os.path.join(self.build_lib, "_zeno-stubs")
        self.mkpath(stubs)
        self.copy_file("_zeno.pyi", os.path.join(stubs, "__init__.pyi"))


setup(name="zeno", version="0.1.0", packages=["zeno"], package_data={"zeno": ["py.typed"]},
      license="Apache-2.0", cmdclass={"build_py": build},
      description="nonsmooth dynamical systems", setup_requires=["cffi"],
      install_requires=["cffi", "numpy"], cffi_modules=["zeno_build.py:ffi"])
