# SPDX-License-Identifier: MIT
"""Computes what a disk holds after a power failure, from a log of the shim.

Synced data is kept. Of unsynced data, a file keeps any subset of its writes, or
parts of them, and a folder keeps its changes of names up to any one of them. A
rename within a folder is one change: no file system is known that can lose both
names. Most file systems guarantee more; POSIX does not.
"""

import os
import random


class File:
    def __init__(self, bytes=b""):
        self.bytes = bytes
        self.pending = []

    def settle(self):
        self.bytes = apply(self.bytes, self.pending)
        self.pending = []


class Folder:
    def __init__(self):
        self.names = {}
        self.pending = []

    def settle(self):
        self.names = rename(self.names, self.pending)
        self.pending = []


def apply(bytes, changes):
    bytes = bytearray(bytes)
    for at, new in changes:
        if new is None:
            del bytes[at:]
        bytes.extend(b"\0" * (at - len(bytes)))
        if new is not None:
            bytes[at:at + len(new)] = new
    return bytes


def rename(names, changes):
    names = dict(names)
    for change in changes:
        for name, node in change:
            if node is None:
                names.pop(name, None)
            else:
                names[name] = node
    return names


def read_tree(path, nodes):
    """Reads the initial content of the disk; `nodes` is indexed by inode."""
    folder = nodes[os.stat(path).st_ino] = Folder()
    for entry in os.scandir(path):
        if entry.is_dir():
            folder.names[entry.name] = read_tree(entry.path, nodes)
        else:
            with open(entry.path, "rb") as file:
                node = nodes[entry.inode()] = File(file.read())
            folder.names[entry.name] = node
    return folder


def read_log(path):
    with open(path, "rb") as log:
        for line in log:
            op, ino, number, size = line.split()
            yield op.decode(), int(ino), int(number), log.read(int(size))


def step(nodes, before, op, ino, number, bytes):
    """Applies one line of the log, after the line `before`. Files outside the
    tree are ignored."""
    if op in ("create", "mkdir"):
        nodes[ino] = File() if op == "create" else Folder()
    if op == "sync" and ino in nodes:
        nodes[ino].settle()
    elif op in ("write", "truncate") and ino in nodes:
        nodes[ino].pending.append((number, bytes if op == "write" else None))
    elif op in ("create", "mkdir", "name", "unname") and number in nodes:
        node = None if op == "unname" else nodes.get(ino)
        change = (bytes.decode(), node)
        pending = nodes[number].pending
        if op == "name" and before == ("unname", ino, number):
            pending[-1].append(change)
        else:
            pending.append([change])


def torn(dice, change):
    """The first sectors of a write."""
    at, bytes = change
    if bytes is None:
        return change
    return at, bytes[:512 * dice.randint(0, len(bytes) // 512)]


def survives(dice, node):
    """The changes of a file or folder that survive; none without dice."""
    if dice is None:
        return []
    if isinstance(node, Folder):
        return node.pending[:dice.randint(0, len(node.pending))]
    fates = ((dice.choice(("kept", "kept", "lost", "torn")), change)
             for change in node.pending)
    return [change if fate == "kept" else torn(dice, change)
            for fate, change in fates if fate != "lost"]


def write_tree(path, folder, dice, seen):
    for name, node in rename(folder.names, survives(dice, folder)).items():
        place = os.path.join(path, name)
        if isinstance(node, Folder):
            os.mkdir(place)
            write_tree(place, node, dice, seen)
        elif not name.endswith("-shm"):  # shared memory
            if id(node) not in seen:
                seen[id(node)] = apply(node.bytes, survives(dice, node))
            with open(place, "wb") as file:
                file.write(seen[id(node)])
            os.chmod(place, 0o600 if name.endswith((".key", ".sec"))
                     else 0o644)


def syncs(log):
    return sum(op == "sync" for op, *_ in read_log(log))


def replay(tree, nodes, log, number, seed, path):
    """Writes to the empty folder `path` what survives a power failure just before
    the N-th sync (number), or at the end. seed None: all unsynced data is lost."""
    before = None
    for op, ino, at, bytes in read_log(log):
        number -= op == "sync"
        if number == 0:
            break
        step(nodes, before, op, ino, at, bytes)
        before = op, ino, at
    dice = None if seed is None else random.Random(seed)
    write_tree(path, tree, dice, {})
