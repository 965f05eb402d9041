"""Minimal Debian systems in folders: programs run in them by chroot, and an image is made of one."""

import os
import shutil
import tempfile

from archives import tar
from release import MACHINE, PROGRAM, ROOT, output_of

CACHE = ROOT / ".build/roots"


def missing_tools(*tools):
    """Why this machine cannot do it; an empty text if it can."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        return f"{' and '.join(missing)} not found; install with apt-get install {' '.join(missing)}"
    return "" if os.geteuid() == 0 else "chroot needs root"


class Root:
    """A fresh minimal system, gone when the block ends."""

    def __init__(self, suite):
        self.suite = suite

    def __enter__(self):
        self._temporary = tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-{self.suite}.")
        self.folder = self._temporary.name
        output_of("tar", "-xf", self._cached(), "-C", self.folder)
        return self

    def __exit__(self, *_):
        self._temporary.cleanup()

    def _cached(self):
        """What debootstrap makes takes minutes: it is kept."""
        path = CACHE / f"{self.suite}.tar"
        if not path.exists():
            CACHE.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory() as folder:
                output_of("debootstrap", "--variant=minbase", self.suite, folder)
                output_of("tar", "-cf", f"{path}.part", "-C", folder, ".")
            os.replace(f"{path}.part", path)
        return path

    def run(self, *command, network=False):
        """Runs a command in it, with /proc, and returns what it prints."""
        resolver = f"{self.folder}/etc/resolv.conf"
        if network:
            shutil.copyfile("/etc/resolv.conf", resolver)
        try:
            return output_of(
                "unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.folder}/proc",
                "chroot", self.folder, *command,
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
                     "DEBIAN_FRONTEND": "noninteractive"})
        finally:
            if network:
                os.remove(resolver)

    def install(self, *packages):
        """Installs Debian packages by name or by path."""
        self.run("apt-get", "update", "-q", network=True)
        self.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *packages, network=True)


# What differs from build to build, or is not needed in an image; licences stay.
TRIM = """
cd "$0"
rm -rf var/cache/* var/log/* var/lib/apt/lists/* var/lib/dpkg/*-old etc/machine-id etc/hostname dev/*
rm -rf usr/share/man/* usr/share/info/* usr/share/locale/*
find usr/share/doc -type f ! -name copyright -delete
"""


def write_image(release, tarball, output):
    """An OCI image, Debian with git and the program as its entry point; returns its path."""
    name = tarball.name.removesuffix(".tar.xz")
    layer, layout = release.work / "layer.tar", release.work / "layout"
    with Root("trixie") as root:
        root.install("git", "ca-certificates")
        output_of("tar", "-xf", tarball, "-C", f"{root.folder}/opt")
        os.rename(f"{root.folder}/opt/{name}", f"{root.folder}/opt/{PROGRAM}")
        os.symlink(f"/opt/{PROGRAM}/{PROGRAM}", f"{root.folder}/usr/bin/{PROGRAM}")
        output_of("bash", "-e", "-c", TRIM, root.folder)
        tar(root.folder, layer, ".", release.epoch, keep_owners=True)
    created = output_of("date", "-u", "-d", f"@{release.epoch}", "+%Y-%m-%dT%H:%M:%SZ").strip()
    image = f"{layout}:{PROGRAM}:{release.version}"
    history = ["--history.created", created, "--history.created_by", "scripts/package"]
    output_of("umoci", "init", "--layout", layout)
    output_of("umoci", "new", "--image", image)
    output_of("umoci", "raw", "add-layer", "--image", image, *history, layer)
    output_of("umoci", "config", "--image", image, "--no-history", "--created", created, "--os", "linux",
              "--architecture", {"x86_64": "amd64", "aarch64": "arm64"}[MACHINE],
              "--config.entrypoint", f"/usr/bin/{PROGRAM}", "--config.workingdir", "/work",
              "--config.env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
              "--config.env", "LC_ALL=C.UTF-8")
    output_of("umoci", "gc", "--layout", layout)
    path = output / f"{name}.oci.tar"
    tar(layout, path, ".", release.epoch)
    return path
