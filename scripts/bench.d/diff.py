"""Compares two PNGs with several programs in turn, and prints medians and ratios of wall time."""
import shutil
import statistics
import subprocess
import sys
import time

ours, one, two, rounds = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
python = (
    "import sys; from PIL import Image; from pixelmatch.contrib.PIL import pixelmatch;"
    "a, b = (Image.open(p).convert('RGBA') for p in sys.argv[1:]); print(pixelmatch(a, b))"
)
commands = {
    "render-transition diff": [ours, "diff", one, two, "-q"],
    "render-transition diff --metric yiq": [ours, "diff", one, two, "-q", "--metric", "yiq"],
    "render-transition diff (the same picture)": [ours, "diff", one, one, "-q"],
}
if shutil.which("compare"):
    commands["ImageMagick compare -metric AE"] = ["compare", "-metric", "AE", one, two, "null:"]
try:
    import pixelmatch  # noqa: F401
    commands["pixelmatch (Python's)"] = [sys.executable, "-c", python, one, two]
except ImportError:
    print("bench: going on without Python's pixelmatch", file=sys.stderr)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


times = {name: [] for name in commands}
for turn in range(rounds):
    for name, command in commands.items():
        # What takes seconds need not be asked often.
        if turn < 2 or statistics.median(times[name]) < 2:
            times[name].append(seconds(command))
first = statistics.median(times["render-transition diff"])
for name, taken in times.items():
    median, least = statistics.median(taken), min(taken)
    print(f"{name:45}  median {median * 1000:8.1f} ms  least {least * 1000:8.1f} ms  x {median / first:.2f}")
