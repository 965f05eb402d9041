"""The program of a release, and everything that is inside the packages besides it."""

import dataclasses
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = "render-transition"
MACHINE = platform.machine()

# Licences in SPDX's terms, by the Debian source package of a library.
LICENCES = {
    "brotli": "MIT",
    "expat": "MIT",
    "freetype": "FTL OR GPL-2.0-or-later",
    "fribidi": "LGPL-2.1-or-later",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "giflib": "MIT",
    "glib2.0": "LGPL-2.1-or-later",
    "graphite2": "LGPL-2.1-or-later OR MPL-1.1 OR GPL-2.0-or-later",
    "harfbuzz": "MIT-Modern-Variant",
    "libdeflate": "MIT",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "libunibreak": "Zlib",
    "libwebp": "BSD-3-Clause",
    "pcre2": "BSD-3-Clause",
    "zlib": "Zlib",
}


class PackageError(Exception):
    """A sentence for the user."""


@dataclasses.dataclass
class Part:
    """Something with a licence of its own that a package has inside."""

    name: str
    version: str
    licence: str
    text: str
    source: str
    sha256: str
    comment: str = ""
    # Of a library: its file, the name under which it is loaded, its Debian packages.
    path: pathlib.Path | None = None
    soname: str = ""
    package: str = ""
    source_package: str = ""


def output_of(*command, **options):
    """What a command prints; its failure is a PackageError."""
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if run.returncode:
        raise PackageError(f"{' '.join(map(str, command))}: {(run.stdout + run.stderr).strip()}")
    return run.stdout


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def epoch():
    """The time that all files get: that of the last commit, unless SOURCE_DATE_EPOCH says another."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or output_of("git", "-C", ROOT, "log", "-1", "--format=%ct"))


def package_of(path):
    """The Debian package that a file is from; older ones say /lib where the file is in /usr/lib."""
    for name in (str(path), str(path).removeprefix("/usr")):
        run = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if run.returncode == 0:
            return run.stdout.split(":")[0]
    raise PackageError(f"{path} is not from a Debian package, so its licence is unknown")


def compiler():
    """The folder with bin, lib and share of the Swift compiler."""
    swift = shutil.which("swift")
    if not swift:
        raise PackageError("there is no swift; see https://swift.org/install")
    return pathlib.Path(swift).resolve().parent.parent


def libraries_of(program):
    """What a program loads, apart from glibc; in the order of names."""
    found = []
    for soname, path in re.findall(r"(\S+) => (/\S+)", output_of("ldd", program)):
        real = pathlib.Path(path).resolve()
        package = package_of(real)
        version, source, source_version = output_of(
            "dpkg-query", "-W", "-f", "${Version} ${source:Package} ${source:Version}", package).split()
        if source == "glibc":
            continue
        licence = LICENCES.get(re.sub(r"^gcc-\d+$", "gcc", source))
        if licence is None:
            raise PackageError(f"{soname} is of {source}, whose licence release.py does not know")
        found.append(Part(
            name=soname.split(".so")[0], version=version, licence=licence,
            text=pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(),
            source=f"https://snapshot.debian.org/package/{source}/{source_version}/",
            sha256=sha256(real), path=real, soname=soname, package=package, source_package=source))
    return sorted(found, key=lambda part: part.soname)


class Release:
    """The program, stripped, and its parts."""

    def __init__(self, work):
        self.work = work
        self.epoch = epoch()
        self.compiler = compiler()
        self.program = self._build()
        self.version = output_of(self.program, "--version").split()[-1]
        self.libraries = libraries_of(self.program)
        self.parts = [self._inter(), self._swift(), *self.libraries]

    def _build(self):
        """Builds as scripts/render does, so that one build serves both."""
        output_of(ROOT / "scripts/setup")
        print("package: building render-transition (release)", file=sys.stderr)
        output_of(ROOT / "scripts/build", PROGRAM)
        program = self.work / PROGRAM
        # The folder of the build shows in the debug information, the build ID and swiftc's hashes of modules,
        # nowhere else. GNU strip drops the segment that gold makes read-only after relocation.
        removed = [word for name in (".comment", ".note.gnu.build-id", ".swift_modhash") for word in ("-R", name)]
        output_of(self.compiler / "bin/llvm-objcopy", "--strip-all", *removed,
                  ROOT / ".build/release" / PROGRAM, program)
        return program

    def _inter(self):
        folder = ROOT / "Sources/CInter"
        version = re.search(r"fontpkg-inter==([0-9.]*[0-9])", (ROOT / "scripts/setup").read_text())
        return Part(
            name="Inter", version=version[1], licence="OFL-1.1",
            text=(folder / "LICENSE").read_text(), source="https://pypi.org/project/fontpkg-inter/",
            sha256=sha256(folder / "Inter.ttf"))

    def _swift(self):
        archives = sorted((self.compiler / "lib/swift_static/linux").glob("*.a"))
        listing = "".join(f"{sha256(path)}  {path.name}\n" for path in archives)
        version = re.search(r"Swift version ([0-9.]+)", output_of("swift", "--version"))
        return Part(
            name="Swift runtime", version=version[1],
            licence="Apache-2.0 WITH Swift-exception",
            text=(self.compiler / "share/swift/LICENSE.txt").read_text(), source="https://swift.org/",
            sha256=hashlib.sha256(listing.encode()).hexdigest(),
            comment="SHA256 of what sha256sum prints for *.a in lib/swift_static/linux of the compiler.")
