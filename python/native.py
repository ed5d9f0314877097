"""Describes loyd._native for cffi: all of the public headers, and native.c.

Environment: LOYD_INCLUDE and LOYD_LIBRARY, the folder of loyd.h and the file
libloyd.a, otherwise those of pkg-config; CC, OBJCOPY, PKG_CONFIG.
"""

import os
import re
import subprocess
import tempfile

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
CC = os.environ.get("CC", "cc").split()
PKG_CONFIG = os.environ.get("PKG_CONFIG", "pkg-config")
# What libloyd needs, by the names of pkg-config.
PACKAGES = ["sqlite3", "libsodium", "jansson", "zlib", "libxxhash", "libpng"]


def said(*command, **more):
    return subprocess.check_output(command, text=True, **more).strip()


def place(variable, of_package, name):
    """The value of the environment, or NAME in a folder of the package."""
    try:
        return os.environ.get(variable) or os.path.join(
            said(PKG_CONFIG, "--variable=" + of_package, "loyd"), name)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit("loyd is needed, with its headers and %s finding it: "
                         "%s" % (PKG_CONFIG, error))


INCLUDE = place("LOYD_INCLUDE", "includedir", "")
LIBRARY = place("LOYD_LIBRARY", "libdir", "libloyd.a")


def headers():
    folder = os.path.join(INCLUDE, "loyd")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def version():
    """The version of the headers, as Python writes it: 0.2.0.dev0."""
    with open(os.path.join(INCLUDE, "loyd", "error.h")) as file:
        text = re.search(r'define LOYD_VERSION "(.*)"', file.read()).group(1)
    return text.replace("-dev", ".dev0")


def declarations():
    """All types, functions and numbers of the public headers."""
    text = said(*CC, "-E", "-x", "c", "-DLOYD_API=", "-DLOYD_NODISCARD=",
                "-I" + INCLUDE, "-", input="#include <loyd.h>\n")
    ours = r'^# \d+ "[^"]*loyd(?:/\w+)?\.h".*\n((?:[^#].*\n|\n)*)'
    found = re.findall(ours, text + "\n", re.M)
    for header in headers():
        with open(header) as file:
            found += ["#define %s ...\n" % name for name in re.findall(
                r"^#define (LOYD_[A-Z_]+) +[(\dA-Z]", file.read(), re.M)]
    return "".join(found)


def own_declarations(source):
    """Those of native.c, between its two marks."""
    return source.split("/* for cffi */\n")[1]


def static(folder):
    """The libraries that libloyd needs: static ones as files, others by -l.

    Debian compiles static libraries for programs: in a shared object their
    uses of stdin, stdout and stderr cannot be relocated, so they get other
    names, which native.c defines."""
    files, shared = [], []
    for option in said(PKG_CONFIG, "--libs-only-l", *PACKAGES).split():
        name = "lib%s.a" % option[2:]
        found = said(*CC, "-print-file-name=" + name)
        if not os.path.isabs(found):
            shared.append(option)
            continue
        files.append(os.path.join(folder, name))
        renamed = ["--redefine-sym=std%s=loyd_std%s" % (s, s)
                   for s in ("in", "out", "err")]
        subprocess.check_call([os.environ.get("OBJCOPY", "objcopy"), *renamed,
                               found, files[-1]])
    return files, shared


def builder():
    with open(os.path.join(HERE, "native.c")) as file:
        source = file.read()
    files, shared = static(tempfile.mkdtemp(prefix="loyd-python-"))
    made = FFI()
    made.cdef(declarations() + own_declarations(source) +
              'extern "Python" bool py_bad(void *, const loyd_bad *);')
    made.set_source(
        "loyd._native", source, py_limited_api=True, include_dirs=[INCLUDE],
        extra_compile_args=["-O2", "-g0", "-D_POSIX_C_SOURCE=200809L"],
        extra_objects=[LIBRARY, *files],
        extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,-z,text",
                         "-Wl,--strip-all", *shared, "-pthread", "-lm"])
    return made


ffi = builder()
