"""The files of a release, as a tarball and as a Debian package; equal input gives equal bytes."""

import base64
import gzip
import hashlib
import lzma
import os
import re
import shutil
import tarfile
import textwrap
import time
import zipfile

from release import MACHINE, PROGRAM, ROOT, PackageError, output_of

# Debian 12 has libunibreak 1 and Debian 13 has 6: a package for both brings its own. The others have
# one soname in both.
PRIVATE_LIBRARIES = {"libunibreak"}

LICENCE_PAGE = """\
render-transition is under the MIT licence (render-transition.txt). It has these parts; each has its
licence in a file of its name. The libraries in lib are Debian's, unchanged, and can be replaced; the
addresses have their sources.
"""


def write(path, content, mode=0o644):
    """Writes a text or bytes, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)


def tar(folder, path, name, epoch, keep_owners=False):
    """Tars the folder in the order of names; every entry has the time `epoch`."""
    def entry(info):
        info.mtime = epoch
        if not keep_owners:
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(folder, name, filter=entry)


def install_share(release, share):
    """The man page and the completions, as the program prints them."""
    program = release.work / PROGRAM
    page = output_of(program, "help", "--man").encode()
    write(share / f"man/man1/{PROGRAM}.1.gz", gzip.compress(page, 9, mtime=0))
    for shell, place in {
        "bash": f"bash-completion/completions/{PROGRAM}",
        "zsh": f"zsh/vendor-completions/_{PROGRAM}",
        "fish": f"fish/vendor_completions.d/{PROGRAM}.fish",
    }.items():
        write(share / place, output_of(program, "help", "--completions", shell))


def install_program(release, folder, libraries):
    """The program, and the libraries in lib beside it."""
    folder.mkdir(parents=True)
    shutil.copy(release.program, folder / PROGRAM)
    (folder / "lib").mkdir()
    for part in libraries:
        shutil.copyfile(part.path, folder / "lib" / part.soname)
        (folder / "lib" / part.soname).chmod(0o644)


def install_licences(release, folder):
    """A file for each part, a table of all, and the texts that Debian's files refer to."""
    write(folder / f"{PROGRAM}.txt", (ROOT / "LICENSE").read_text())
    rows, common = [LICENCE_PAGE], set()
    for part in release.parts:
        rows.append(f"{part.name} {part.version}\n  {part.licence}\n  {part.source}")
        write(folder / f"{part.name.replace(' ', '-')}.txt", part.text)
        common.update(re.findall(r"/usr/share/common-licenses/([A-Z][A-Za-z0-9.-]*[A-Za-z0-9])", part.text))
    write(folder / "README", "\n".join(rows) + "\n")
    for name in sorted(common):
        shutil.copyfile(f"/usr/share/common-licenses/{name}", folder / f"{name}.txt")


def write_tarball(release, output):
    """The program with its libraries, for any Linux with glibc; returns its path."""
    name = f"{PROGRAM}-{release.version}-linux-{MACHINE}"
    folder = release.work / name
    install_program(release, folder, release.libraries)
    install_share(release, folder / "share")
    install_licences(release, folder / "licences")
    plain = release.work / f"{name}.tar"
    tar(folder, plain, name, release.epoch)
    path = output / f"{name}.tar.xz"
    path.write_bytes(lzma.compress(plain.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    return path


# What the wheel's command is: the program takes the place of Python.
WHEEL_MAIN = f"""\
\"\"\"Starts {PROGRAM}, which is beside this file.\"\"\"

import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "{PROGRAM}")
    os.execv(program, [program, *sys.argv[1:]])
"""


def write_wheel(release, output):
    """The program with its libraries as a Python package, for pipx and uvx; returns its path."""
    package, tag = PROGRAM.replace("-", "_"), f"py3-none-manylinux_2_36_{MACHINE}"
    name = f"{package}-{release.version}"
    tree = release.work / "wheel"
    install_program(release, tree / package, release.libraries)
    write(tree / package / "__init__.py", WHEEL_MAIN)
    write(tree / package / "__main__.py", f"from {package} import main\n\nmain()\n")
    facts = tree / f"{name}.dist-info"
    install_licences(release, facts / "licenses")
    write(facts / "WHEEL",
          f"Wheel-Version: 1.0\nGenerator: scripts/package\nRoot-Is-Purelib: false\nTag: {tag}\n")
    write(facts / "METADATA", textwrap.dedent(f"""\
        Metadata-Version: 2.1
        Name: {PROGRAM}
        Version: {release.version}
        Summary: Renders UI transitions from scene files to GIF, with the same pixels on every machine
        License: MIT
        Requires-Python: >=3.8
        Description-Content-Type: text/markdown

        """) + (ROOT / "README.md").read_text())
    write(facts / "entry_points.txt", f"[console_scripts]\n{PROGRAM} = {package}:main\n")
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    rows = []
    for path in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")
        rows.append(f"{path.relative_to(tree)},sha256={digest},{path.stat().st_size}\n")
    record = facts / "RECORD"
    write(record, "".join(rows) + f"{record.relative_to(tree)},,\n")
    path = output / f"{name}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in [*files, record]:
            info = zipfile.ZipInfo(str(file.relative_to(tree)), time.gmtime(release.epoch)[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if file.stat().st_mode & 0o100 else 0o100644) << 16
            archive.writestr(info, file.read_bytes())
    return path


def write_debian_package(release, output):
    """A package that Debian 12 and 13 install; returns its path."""
    tree = release.work / "debian" / PROGRAM
    private = [part for part in release.libraries if part.source_package in PRIVATE_LIBRARIES]
    install_program(release, tree / "usr/lib" / PROGRAM, private)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin" / PROGRAM).symlink_to(f"../lib/{PROGRAM}/{PROGRAM}")
    install_share(release, tree / "usr/share")
    documents = tree / "usr/share/doc" / PROGRAM
    write(documents / "copyright", copyright_page(release, private))
    changes = debian_changelog(release).encode()
    write(documents / "changelog.gz", gzip.compress(changes, 9, mtime=0))

    architecture = output_of("dpkg", "--print-architecture").strip()
    control = f"""\
        Package: {PROGRAM}
        Version: {release.version}
        Architecture: {architecture}
        Maintainer: {maintainer()}
        Installed-Size: {sum(path.lstat().st_size for path in tree.rglob('*')) // 1024}
        Depends: {dependencies(release, private)}
        Recommends: git, fonts-noto-color-emoji
        Section: graphics
        Priority: optional
        Description: renders UI transitions from scene files
         A scene file names two screens of an app and a transition between them.
         render-transition draws every frame to a GIF, an animated PNG or a folder
         of PNGs, with the same pixels on every machine, and holds scenes against
         approved baselines.
        """
    write(tree / "DEBIAN/control", textwrap.dedent(control))
    files = sorted(path for path in tree.glob("usr/**/*") if path.is_file() and not path.is_symlink())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
    write(tree / "DEBIAN/md5sums", "".join(sums))
    for folder in [tree, *(path for path in tree.rglob("*") if path.is_dir())]:
        folder.chmod(0o755)
    path = output / f"{PROGRAM}_{release.version}_{architecture}.deb"
    output_of("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, path,
              env={**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch)})
    return path


def maintainer():
    """Who made the last commit, unless Debian's variables say another."""
    name, address = output_of("git", "-C", ROOT, "log", "-1", "--format=%an%n%ae").split("\n")[:2]
    return f"{os.environ.get('DEBFULLNAME', name)} <{os.environ.get('DEBEMAIL', address)}>"


def dependencies(release, private):
    """Debian's packages with the versions that the program's symbols need."""
    write(release.work / "debian/control",
          f"Source: {PROGRAM}\n\nPackage: {PROGRAM}\nArchitecture: any\n")
    excluded = [f"-x{part.package}" for part in private]
    needed = output_of("dpkg-shlibdeps", "-O", *excluded, f"debian/{PROGRAM}/usr/lib/{PROGRAM}/{PROGRAM}",
                       cwd=release.work)
    return needed.strip().removeprefix("shlibs:Depends=")


def copyright_page(release, private):
    """The licences of all that is inside; a text that Debian has is named, not copied."""
    sections = [f"{PROGRAM} {release.version}\n\n{(ROOT / 'LICENSE').read_text()}"]
    for part in release.parts:
        if part.path and part not in private:
            continue
        text = part.text
        if part.name == "Swift runtime":
            exception = text[text.index("## Runtime Library Exception"):]
            text = ("Copyright (c) Apple Inc. and the Swift project authors\n\nLicensed under the Apache License, "
                    "Version 2.0: /usr/share/common-licenses/Apache-2.0\n\n" + exception)
        sections.append(f"{part.name} {part.version}, from {part.source}: {part.licence}\n\n{text}")
    return ("\n" + "-" * 78 + "\n\n").join(section.rstrip() + "\n" for section in sections)


def debian_changelog(release):
    """The newest section of CHANGELOG.md in Debian's format."""
    text = (ROOT / "CHANGELOG.md").read_text()
    section = re.search(rf"^## \[{re.escape(release.version)}\][^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not section:
        raise PackageError(f"CHANGELOG.md has no section of {release.version}")
    items = re.findall(r"^- ((?:.+\n)(?:  .+\n)*)", section[1], re.M)
    items = "\n".join(
        textwrap.fill(" ".join(item.split()), 78, initial_indent="  * ", subsequent_indent="    ")
        for item in items)
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(release.epoch))
    return f"{PROGRAM} ({release.version}) unstable; urgency=medium\n\n{items}\n\n -- {maintainer()}  {date}\n"
