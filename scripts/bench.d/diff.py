"""Compares two PNGs with several programs in turn, and prints medians and ratios of wall time.

Then the same of photographs that it makes: of one size with all pixels different, and large ones, of
which 1 % differs, with a picture of the differences.
"""
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ours, screens, rounds = sys.argv[1], sys.argv[2:4], int(sys.argv[4])
python = (
    "import sys; from PIL import Image; from pixelmatch.contrib.PIL import pixelmatch;"
    "a, b = (Image.open(p).convert('RGBA') for p in sys.argv[1:]); print(pixelmatch(a, b))"
)
playwright = """
const [bundle, expected, actual] = process.argv.slice(1), fs = require('fs')
require(bundle).utils.getComparator('image/png')(
  fs.readFileSync(actual), fs.readFileSync(expected), { comparator: 'ssim-cie94' })
"""


def commands(one, two, drawn):
    found = {
        f"render-transition diff --metric {metric}": [ours, "diff", one, two, "-q", "--metric", metric]
        for metric in ("exact", "yiq", "oklab", "ssim")
    }
    found["render-transition diff (the same picture)"] = [ours, "diff", one, one, "-q"]
    found["render-transition diff -o x.png"] = [
        ours, "diff", one, two, "-q", "-o", drawn, "--limit-memory", "4G"]
    if shutil.which("odiff"):
        found["odiff"] = ["odiff", one, two, drawn]
    if shutil.which("compare"):
        found["ImageMagick compare -metric AE"] = ["compare", "-metric", "AE", one, two, "null:"]
    try:
        import pixelmatch  # noqa: F401
        found["pixelmatch (Python's)"] = [sys.executable, "-c", python, one, two]
    except ImportError:
        print("bench: going on without Python's pixelmatch", file=sys.stderr)
    try:
        import playwright as module
        bundle = pathlib.Path(module.__file__).parent / "driver/package/lib/coreBundle.js"
        found["Playwright's ssim-cie94"] = ["node", "-e", playwright, bundle, one, two]
    except ImportError:
        print("bench: going on without Playwright", file=sys.stderr)
    return found


def photograph(width, height, seed):
    """Smooth colours and noise."""
    import numpy
    from PIL import Image
    random = numpy.random.default_rng(seed)
    coarse = Image.fromarray(random.integers(40, 215, (40, 60, 3), numpy.uint8))
    smooth = numpy.asarray(coarse.resize((width, height), Image.BICUBIC)).astype(numpy.int16)
    noise = random.integers(-4, 5, (height, width, 1), numpy.int16)
    return numpy.clip(smooth + noise, 0, 255).astype(numpy.uint8)


def pairs(folder):
    """Pairs of pictures by what they are."""
    from PIL import Image
    yield "the two screens", *screens

    def saved(name, pixels):
        path = f"{folder}/{name}.png"
        Image.fromarray(pixels).save(path, compress_level=3)
        return path

    first = photograph(780, 1688, 1)
    yield "780 x 1688, all pixels different", saved("a", first), saved("b", first ^ 0x20)
    for width, height in ((6000, 4000), (7680, 4320)):
        first = photograph(width, height, 2)
        second = first.copy()
        second[height // 3:height // 3 + height // 10, width // 3:width // 3 + width // 10] ^= 0x3F
        yield f"{width} x {height}, 1 % different", saved("a", first), saved("b", second)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


with tempfile.TemporaryDirectory() as folder:
    for title, one, two in pairs(folder):
        print(title)
        times = {}
        for turn in range(rounds):
            for name, command in commands(one, two, f"{folder}/drawn.png").items():
                # What takes seconds need not be asked often.
                taken = times.setdefault(name, [])
                if turn < 2 or statistics.median(taken) < 2:
                    taken.append(seconds(command))
        first = statistics.median(times["render-transition diff --metric exact"])
        for name, taken in times.items():
            median, least = statistics.median(taken), min(taken)
            print(
                f"  {name:43}  median {median * 1000:8.1f} ms  least {least * 1000:8.1f} ms"
                f"  x {median / first:.2f}")
