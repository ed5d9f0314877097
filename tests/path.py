#!/usr/bin/env python3
"""Fills a folder with links to the programs that tests may call.

    path.py FOLDER GROUP ...

These are the programs of a new Debian with make, and those of the packages that
install-deps.sh lists for the groups, with the packages that they depend on. With
this folder as PATH, a test that calls another program fails on every machine,
also where that program is installed. A link leads to the first program of that name in
PATH, such as ccache's cc; the compilers that the environment names have one too.

Exits with 1 and prints why if dpkg does not know these packages.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = "|".join("${%s}" % f for f in (
    "Package", "db:Status-Status", "Essential", "Priority", "Pre-Depends",
    "Depends", "Provides"))
PRIORITIES = "required", "important", "standard", "optional", "extra"
FOLDERS = "/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"
COMMANDS = "CC", "CLANG", "PKG_CONFIG", "OBJCOPY", "WRAP"


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          text=True).stdout.splitlines()


def names(relation):
    """Package names of a field: a list of alternatives for each entry."""
    return [[re.split(r"[ (:]", a.strip())[0] for a in entry.split("|")]
            for entry in relation.split(",") if entry.strip()]


class Installed:
    """The packages that are installed."""

    def __init__(self):
        self.depends, self.providers, self.base = {}, {}, ["apt", "make"]
        rows = []
        for line in output("dpkg-query", "-W", "-f", FIELDS + "\n"):
            # Alternatives are separated by "|" too, but with spaces.
            row = re.split(r"(?<! )\|(?! )", line)
            if row[1] == "installed":
                rows.append(row)
        rows.sort(key=lambda row: PRIORITIES.index(row[3]))
        for name, _, essential, priority, before, after, provides in rows:
            self.depends[name] = names(before) + names(after)
            for entry in names(provides):
                self.providers.setdefault(entry[0], []).append(name)
            if essential == "yes" or priority == "required":
                self.base.append(name)

    def find(self, alternatives):
        for name in alternatives:
            if name in self.depends:
                return name
        for name in alternatives:
            if name in self.providers:
                return self.providers[name][0]
        return None

    def closure(self, roots):
        """The roots with all that they depend on."""
        found, todo = set(), list(roots)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += filter(None, map(self.find, self.depends[name]))
        return found


def programs_of(packages):
    """Names of programs, with those of alternatives such as awk."""
    paths = [path for path in output("dpkg-query", "-L", *sorted(packages))
             if path.startswith(FOLDERS)]
    owned = set(map(os.path.realpath, paths))
    found = set(map(os.path.basename, paths))
    for record in glob.glob("/var/lib/dpkg/alternatives/*"):
        with open(record) as file:
            links, _, choices = file.read().partition("\n\n")
        if owned & {os.path.realpath(p) for p in choices.split("\n")
                    if p.startswith("/")}:
            found |= {os.path.basename(p) for p in links.split("\n")
                      if p.startswith(FOLDERS)}
    return found


def link(folder, name):
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    to = os.path.join(folder, name)
    if path is not None and "/" not in name and not os.path.lexists(to):
        os.symlink(os.path.abspath(path), to)


def main(folder, *groups):
    listed = [line.split() for line in output(
        "sh", HERE + "/install-deps.sh", "--list", *groups)]
    if shutil.which("dpkg-query") is None:
        return "this machine has no dpkg"
    installed = Installed()
    for package, *program in listed:
        if program and installed.find([package]) is None:
            return "%s is not that of Debian's package %s" % (
                program[0], package)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    # Not a link, with which Python does not see that it is in a venv.
    with open(os.path.join(folder, "python3"), "w") as file:
        file.write('#!/bin/sh\nexec "%s" "$@"\n' % sys.executable)
    os.chmod(file.name, 0o755)
    roots = installed.base + list(filter(None, (
        installed.find([package]) for package, *_ in listed)))
    for name in programs_of(installed.closure(roots)):
        link(folder, name)
    for name in " ".join(os.environ.get(c, "") for c in COMMANDS).split():
        link(folder, name)
    return None


why = main(*sys.argv[1:])
if why is not None:
    print(why)
    sys.exit(1)
