"""The packages in fresh systems of Debian 12 and 13: the same frames everywhere."""

import os
import pathlib
import re
import shutil
import time

from release import PROGRAM, ROOT, PackageError
from roots import Root, missing_tools

SUITES = ("bookworm", "trixie")
SCENES = ("push", "right-to-left", "languages", "large-title")


def try_packages(packages):
    """Installs, renders, tests and removes; returns the exit code."""
    if obstacle := missing_tools("debootstrap"):
        raise PackageError(f"nothing was tried: {obstacle}")
    ways = {"tarball": try_tarball, "deb": try_deb, "wheel": try_wheel}
    files = {kind: next(packages.glob(pattern), None)
             for kind, pattern in (("tarball", "*.tar.xz"), ("deb", "*.deb"), ("wheel", "*.whl"))}
    if None in files.values():
        raise PackageError("there is no package; scripts/package deb tarball wheel makes them")
    approved = None
    for suite in SUITES:
        for kind, path in files.items():
            with Root(suite) as root:
                copy_scenes(root)
                locks, seconds = ways[kind](root, path, approved)
            approved = approved or locks
            faults = [name for name in SCENES if frames(locks[name]) != frames(approved[name])]
            print(f"{suite:9} {kind:8} {shaper(locks['push']):16}"
                  f" {'different: ' + ' '.join(faults) if faults else 'same frames'},"
                  f" first GIF after {seconds:.1f} s{' with apt-get' if kind != 'tarball' else ''}", flush=True)
            if faults:
                return 1
    return 0


def copy_scenes(root):
    """The scenes and the files that they name, without locks."""
    ignored = shutil.ignore_patterns("*.lock", "gallery", "strips", "hero.webp")
    shutil.copytree(ROOT / "scenes", f"{root.folder}/trial/scenes", ignore=ignored)


def try_tarball(root, path, approved):
    """Unpacks it; nothing else is installed."""
    start = time.monotonic()
    shutil.unpack_archive(path, f"{root.folder}/opt")
    program = f"/opt/{path.name.removesuffix('.tar.xz')}/{PROGRAM}"
    first_picture(root, program)
    seconds = time.monotonic() - start
    return exercise(root, program, approved), seconds


def try_deb(root, path, approved):
    """Installs it with apt, and removes it again without a trace."""
    shutil.copy(path, f"{root.folder}/tmp")
    start = time.monotonic()
    root.install(f"/tmp/{path.name}")
    first_picture(root, PROGRAM)
    seconds = time.monotonic() - start
    locks = exercise(root, PROGRAM, approved)
    root.run("apt-get", "purge", "-q", "-y", PROGRAM)
    # In /tmp is the package, in /root the cache of its user.
    left = root.run("find", "/", "-xdev", "-name", f"*{PROGRAM}*",
                    "-not", "-path", "/tmp/*", "-not", "-path", "/root/*").strip()
    if left:
        raise PackageError(f"purged, and still there: {left}")
    return locks, seconds


def try_wheel(root, path, approved):
    """Installs it with pip into a fresh environment, without the network."""
    shutil.copy(path, f"{root.folder}/tmp")
    start = time.monotonic()
    root.install("python3-venv")
    root.run("python3", "-m", "venv", "/opt/environment")
    root.run("/opt/environment/bin/pip", "install", "-q", "--no-index", f"/tmp/{path.name}")
    program = f"/opt/environment/bin/{PROGRAM}"
    first_picture(root, program)
    seconds = time.monotonic() - start
    return exercise(root, program, approved), seconds


def first_picture(root, program):
    root.run(program, "/trial/scenes/push.json", "-o", "/trial/push.gif")


def exercise(root, program, approved):
    """The locks that the program writes here; those of another system must pass its test.

    doctor draws scenes of its own, and fails if they have other pixels than they should have.
    """
    root.run(program, "doctor")
    scenes = pathlib.Path(root.folder, "trial/scenes")
    paths = [f"/trial/scenes/{name}.json" for name in SCENES]
    if approved:
        for name, text in approved.items():
            (scenes / f"{name}.lock").write_text(text)
        root.run(program, "test", *paths)
        for name in approved:
            os.remove(scenes / f"{name}.lock")
    root.run(program, "approve", *paths)
    return {name: (scenes / f"{name}.lock").read_text() for name in SCENES}


def frames(lock):
    """The part of a lock with the number of frames, their times and hashes."""
    return lock[lock.index("\nframes "):]


def shaper(lock):
    """The version of HarfBuzz that drew the text."""
    return re.search(r"^library (HarfBuzz .*)", lock, re.M)[1]
