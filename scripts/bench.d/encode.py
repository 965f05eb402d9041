"""Our encoders and other people's on the same frames: bytes, time, memory, and how they compare.

Usage: encode.py PROGRAM SCREENS GIFQ [SCENE…]. Without a scene, the benchmark push is made of
home.png and detail.png in SCREENS. A folder instead of a scene has the frames as PNGs, 25 a second.
Everybody else is handed the frames, uncompressed; ours starts from the scene file or the PNGs. All run
in turn, three times, and medians count. SSIMULACRA2 is the mean of every tenth frame.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "3"))
PALETTE = (
    "split[a][b];[a]palettegen=stats_mode=diff[p];"
    "[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle"
)
PILLOW = """
import sys
from PIL import Image
width, height, fps = int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
size, frames = width * height * 4, []
with open(sys.argv[1], "rb") as file:
    while block := file.read(size):
        frames.append(Image.frombytes("RGBA", (width, height), block).convert("RGB"))
frames[0].save(sys.argv[5], save_all=True, append_images=frames[1:], duration=1000 / fps, loop=0)
"""


class Entrant:
    """A command that writes one output."""

    def __init__(self, name, kind, output, command, needs=None):
        self.name, self.kind, self.output, self.command = name, kind, output, command
        self.walls, self.cpus, self.peak, self.needs = [], [], 0, needs

    def run(self):
        shutil.rmtree(self.output, ignore_errors=True)
        if os.path.isfile(self.output):
            os.remove(self.output)
        if self.kind == "frames":
            os.makedirs(self.output)
        start = time.perf_counter()
        command = [word if isinstance(word, str) else word() for word in self.command]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"bench: {self.name} failed: {message.decode(errors='replace')[-400:]}")
        self.walls.append(time.perf_counter() - start)
        self.cpus.append(usage.ru_utime + usage.ru_stime)
        self.peak = max(self.peak, usage.ru_maxrss / 1024)

    @property
    def size(self):
        if not os.path.isdir(self.output):
            return os.path.getsize(self.output)
        names = [name for name in os.listdir(self.output) if name.endswith(".png")]
        return sum(os.path.getsize(f"{self.output}/{name}") for name in names)


def words(scene):
    """What the program is told of a scene, or of a folder of frames."""
    return ["encode", scene, "--fps", "25"] if os.path.isdir(scene) else [scene]


def entrants(program, scene, frames, width, height, fps, folder):
    raw = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{width}x{height}", "-r", f"{fps:g}"]
    ffmpeg = ["ffmpeg", "-v", "error", "-y", *raw, "-i", frames]
    ours = [program, *words(scene), "-q", "--hold", "0", "-o"]

    def entrant(name, kind, file, command, needs=None):
        return Entrant(name, kind, f"{folder}/{file}", command, needs)

    listed = [
        entrant("ours", "gif", "ours.gif", [*ours, f"{folder}/ours.gif"]),
        *[entrant(
            f"ours, quality {quality}", "gif", f"ours{quality}.gif",
            [*ours, f"{folder}/ours{quality}.gif", "--quality", quality])
          for quality in ("100", "75")],
        *[entrant(
            f"ours, {share} % of the bytes", "gif", f"budget{share}.gif",
            [*ours, f"{folder}/budget{share}.gif", "--max-bytes",
             lambda share=share: str(os.path.getsize(f"{folder}/ours.gif") * share // 100)])
          for share in (90, 70, 46)],
        entrant(
            "ffmpeg", "gif", "ffmpeg.gif", [*ffmpeg, "-lavfi", PALETTE, f"{folder}/ffmpeg.gif"]),
        entrant(
            "its file, gifsicle -O3", "gif", "gifsicle.gif",
            ["gifsicle", "-O3", f"{folder}/ffmpeg.gif", "-o", f"{folder}/gifsicle.gif"], "ffmpeg"),
        entrant(
            "libvips gifsave", "gif", "vips.gif",
            ["vips", "gifsave", f"{folder}/frames.v", f"{folder}/vips.gif",
             "--page-height", str(height)]),
        entrant(
            "Pillow", "gif", "pillow.gif",
            [sys.executable, "-c", PILLOW, frames, str(width), str(height), str(fps),
             f"{folder}/pillow.gif"], "PIL"),
        entrant("ours", "frames", "ours", [*ours, f"{folder}/ours/"]),
        entrant(
            "ours, fast", "frames", "fast", [*ours, f"{folder}/fast/", "--compression", "fast"]),
        entrant("ffmpeg", "frames", "ffmpeg", [*ffmpeg, f"{folder}/ffmpeg/%05d.png"]),
        entrant("ours", "apng", "ours.apng", [*ours, f"{folder}/ours.apng"]),
        entrant(
            "ffmpeg", "apng", "ffmpeg.apng", [*ffmpeg, "-f", "apng", f"{folder}/ffmpeg.apng"]),
        entrant("ours", "mp4", "ours.mp4", [*ours, f"{folder}/ours.mp4"]),
        entrant(
            "ffmpeg", "mp4", "ffmpeg.mp4",
            [*ffmpeg, "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p",
             f"{folder}/ffmpeg.mp4"]),
    ]
    for one in listed:
        one.rival = one.name == "ffmpeg"
    return [one for one in listed if is_there(one)]


def is_there(entrant):
    missing = [] if os.path.exists(entrant.command[0]) else [
        name for name in (entrant.command[0], entrant.needs)
        if name not in (None, "PIL") and not shutil.which(name)]
    if entrant.needs == "PIL":
        try:
            import PIL  # noqa: F401
        except ImportError:
            missing.append("Pillow")
    if missing:
        print(f"bench: going on without {missing[0]}", file=sys.stderr)
    return not missing


def benchmark_push(screens, folder):
    scene = f"{folder}/push.json"
    for name in ("home.png", "detail.png"):
        shutil.copy(f"{screens}/{name}", folder)
    with open(scene, "w") as file:
        json.dump(
            {"version": 1, "canvas": {"scale": 1}, "from": "home.png", "to": "detail.png",
             "transition": {"type": "recede", "duration": 0.6}, "output": {"fps": 50}}, file)
    return scene


def raw_frames(program, scene, folder):
    """The frames as everybody else gets them, and their sides and rate."""
    subprocess.run(
        [program, *words(scene), "-q", "--hold", "0", "-o", f"{folder}/m/",
         "-o", f"{folder}/frames.rgba"],
        check=True)
    manifest = json.load(open(f"{folder}/m/manifest.json"))
    width, height = manifest["width"], manifest["height"]
    if shutil.which("vips"):
        count = len(manifest["frames"])
        subprocess.run(
            ["vips", "rawload", f"{folder}/frames.rgba", f"{folder}/frames.v[strip]",
             str(width), str(height * count), "4", "--interpretation", "srgb"],
            check=True, stderr=subprocess.DEVNULL)
    return f"{folder}/frames.rgba", width, height, 1 / manifest["frames"][0]["delay"]


def qualities(gifq, frames, width, height, files):
    """What gifq.py says of each file: PSNR, SSIM, blurred PSNR, flicker."""
    if not os.path.exists(gifq):
        print(f"bench: going on without {gifq}, so without figures of quality", file=sys.stderr)
        return {}
    answer = subprocess.run(
        [sys.executable, gifq, frames, f"{width}x{height}", *files], capture_output=True, text=True)
    if answer.returncode:
        print("bench: gifq.py failed: " + answer.stderr[-300:], file=sys.stderr)
        return {}
    rows = [line.split() for line in answer.stdout.splitlines()[1:]]
    return {row[0]: (row[2], row[4], row[5], row[6]) for row in rows}


def points(bench, frames, width, height, fps, files):
    """The mean SSIMULACRA2 of every tenth frame of each file; nothing without Pillow."""
    try:
        import numpy
        from PIL import Image
    except ImportError:
        print("bench: going on without SSIMULACRA2", file=sys.stderr)
        return {}
    source = numpy.memmap(frames, numpy.uint8, "r").reshape(-1, height, width, 4)[..., :3]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            raw = subprocess.run(
                ["ffmpeg", "-v", "error", "-i", file, "-vf", f"scale={width}:{height}:flags=bicubic",
                 "-fps_mode", "cfr", "-r", f"{fps:g}", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                capture_output=True, check=True).stdout
            shown = numpy.frombuffer(raw, numpy.uint8).reshape(-1, height, width, 3)
            scores = []
            for place in range(5, min(len(shown), len(source)), 10):
                for name, pixels in (("a", source), ("b", shown)):
                    Image.fromarray(numpy.ascontiguousarray(pixels[place])).save(
                        f"{folder}/{name}.png", compress_level=1)
                score = subprocess.run(
                    [bench, "s2", f"{folder}/a.png", f"{folder}/b.png"], capture_output=True,
                    text=True, check=True).stdout
                scores.append(float(score.split()[-1]))
            found[os.path.basename(file)] = f"{statistics.mean(scores):.1f}"
    return found


def report(title, entrants, quality, scores):
    rivals = {one.kind: one for one in entrants if one.rival}
    print(f"\n{title}\n")
    print("| | bytes | of ffmpeg's | wall s | times as fast | CPU s | peak MB"
          " | PSNR | SSIM | blurred | flicker | SSIMULACRA2 |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for one in entrants:
        rival, wall = rivals.get(one.kind), statistics.median(one.walls)
        ratios = ["", ""]
        if rival:
            faster = statistics.median(b / a for a, b in zip(one.walls, rival.walls))
            ratios = [f"{one.size / rival.size:.3f}", f"{faster:.1f}"]
        figures = quality.get(os.path.basename(one.output), ("", "", "", ""))
        cells = [f"{one.kind}: {one.name}", f"{one.size:,}", ratios[0], f"{wall:.2f}", ratios[1],
                 f"{statistics.median(one.cpus):.2f}", f"{one.peak:.0f}", *figures,
                 scores.get(os.path.basename(one.output), "")]
        print("| " + " | ".join(cells) + " |")


def measure(program, scene, title, gifq, folder):
    frames, width, height, fps = raw_frames(program, scene, folder)
    listed = entrants(program, scene, frames, width, height, fps, folder)
    for _ in range(ROUNDS):
        for one in listed:
            one.run()
    files = [one.output for one in listed if one.kind == "gif"]
    count = os.path.getsize(frames) // (width * height * 4)
    report(
        f"{title}: {count} frames, {width} x {height}", listed,
        # gifq.py compares frames of one size by their numbers: not what a limit of bytes has made
        # smaller, nor recordings, whose equal frames become one.
        {} if os.path.isdir(scene) else qualities(
            gifq, frames, width, height, [f for f in files if "budget" not in f]),
        points(f"{os.path.dirname(program)}/render-bench", frames, width, height, fps, files))


def main():
    program, screens, gifq, *scenes = sys.argv[1:]
    for scene in scenes or [None]:
        with tempfile.TemporaryDirectory() as folder:
            measure(
                program, os.path.abspath(scene) if scene else benchmark_push(screens, folder),
                os.path.basename(scene) if scene else "benchmark push", gifq, folder)


main()
