"""What a pixel of each kind of work costs, in nanoseconds: work.py PROGRAM ROUNDS.

Renders a moment of a scene with some layers of a kind and with four times as many: the difference of
their CPU times is what the layers between them cost.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import zlib

WIDTH, HEIGHT = 1200, 1600
PIXELS = WIDTH * HEIGHT
ROUNDS = int(sys.argv[2])
FULL = [0, 0, WIDTH, HEIGHT]


def png(path, width, height):
    """Writes a picture with as many colours as it has rows."""
    def chunk(kind, data):
        crc = zlib.crc32(kind + data).to_bytes(4, "big")
        return len(data).to_bytes(4, "big") + kind + data + crc

    rows = b"".join(b"\0" + bytes([y % 256, 90, 160]) * width for y in range(height))
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def box(**keys):
    """A layer over the whole canvas."""
    return {"frame": FULL, "fill": "#3698", **keys}


def scene(layers, perspective=None):
    """A scene that shows these layers at each moment."""
    return {
        "version": 1, "canvas": {"width": WIDTH, "height": HEIGHT, "scale": 1},
        "from": {"background": "#fff", "layers": layers}, "to": {"background": "#fff", "layers": layers},
        "transition": {"type": "custom", "duration": 0.5, "push": {"order": ["to"], "tracks": [{"target": "to", "dim": [0, 0.1]}]}},
    }


INNER = [{"frame": FULL, "fill": "#3698"}, {"frame": [0, 0, 10, 10], "fill": "#f00"}]
GRADIENT = {"stops": [["#0008", 0], ["#f008", 0.5], ["#fff8", 1]]}
# The kinds: how many layers, and one of them. `less` is a kind whose cost is taken off.
KINDS = {
    "fill": (20, box(), None),
    "linear gradient": (5, box(fill={"gradient": "linear", **GRADIENT}), None),
    "radial gradient": (5, box(fill={"gradient": "radial", **GRADIENT}), None),
    "conic gradient": (5, box(fill={"gradient": "conic", **GRADIENT}), None),
    "image": (5, {"type": "image", "frame": FULL, "src": "same.png"}, None),
    "enlarged image": (5, {"type": "image", "frame": FULL, "src": "small.png"}, None),
    "minified image": (5, {"type": "image", "frame": FULL, "src": "large.png"}, None),
    "turned image": (5, {"type": "image", "frame": FULL, "src": "large.png", "transform": {"rotate": 20}}, None),
    "image in space": (5, {"type": "image", "frame": FULL, "src": "large.png", "transform": {"rotateY": 30}}, None),
    "group": (5, {"frame": FULL, "opacity": 0.9, "layers": INNER}, "fill"),
    "multiplied group": (5, {"frame": FULL, "blend": "multiply", "layers": INNER}, "fill"),
    "saturation": (5, {"frame": FULL, "saturation": 0.5, "layers": INNER}, "group"),
    "group blended by hue": (5, {"frame": FULL, "blend": "hue", "layers": INNER}, "group"),
    "mask": (5, {"frame": FULL, "mask": {"frame": FULL, "fill": "#0008"}, "layers": INNER}, "group"),
    "blur 4": (3, {"frame": FULL, "blur": 4, "layers": INNER}, "group"),
    "blur 60": (3, {"frame": FULL, "blur": 60, "layers": INNER}, "group"),
    "shadow": (3, {"frame": FULL, "shadow": {"radius": 20, "opacity": 0.5}, "layers": INNER}, "group"),
    "backdrop 6": (3, {"frame": FULL, "backdrop": {"blur": 6}, "fill": "#fff8"}, "group"),
    "turned blur": (3, {"frame": FULL, "transform": {"rotateY": 30}, "blur": 20, "layers": INNER}, "group"),
}


def seconds(program, path):
    """The least CPU time of `frame`."""
    best = float("inf")
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [program, "frame", path, "--at", "50%", "-o", path + ".png", "--quiet",
             "--limit-work", "1000000000000000"], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main():
    program = sys.argv[1]
    costs = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, size in (("same", 1), ("small", 0.2), ("large", 4)):
            png(os.path.join(folder, name + ".png"), int(WIDTH * size), int(HEIGHT * size))
        for kind, (count, layer, less) in KINDS.items():
            times = []
            for number in (count, 4 * count):
                path = os.path.join(folder, "scene.json")
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(scene([layer] * number), file)
                times.append(seconds(program, path))
            costs[kind] = (times[1] - times[0]) / (3 * count * PIXELS) * 1e9
            alone = costs[kind] - costs[less] if less else costs[kind]
            print(f"{kind:20} {costs[kind]:8.2f} ns a pixel, {alone:8.2f} by itself", flush=True)


if __name__ == "__main__":
    main()
