"""Builds the module loyd: a wheel with libloyd inside, or from a source
distribution against an installed loyd."""

import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import native  # noqa: E402

setup(
    name="loyd",
    version=native.version(),
    description="Sliding puzzles: generated, solved with proofs, catalogued",
    license="MIT",
    packages=["loyd"],
    package_data={"loyd": ["py.typed", "*.pyi"]},
    python_requires=">=3.9",
    install_requires=["cffi>=1.14"],
    extras_require={"arrays": ["numpy"], "frames": ["pandas"]},
    cffi_modules=["native.py:ffi"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
    zip_safe=False,
)
