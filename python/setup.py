# setup.py - the Python package; wants python3-cffi, python3-numpy and an installed Zeno
# SPDX-License-Identifier: Apache-2.0
from setuptools import setup

setup(name="zeno", version="0.1.0", packages=["zeno"], package_data={"zeno": ["py.typed"]},
      license="Apache-2.0",
      description="nonsmooth dynamical systems", setup_requires=["cffi"],
      install_requires=["cffi", "numpy"], cffi_modules=["zeno_build.py:ffi"])
