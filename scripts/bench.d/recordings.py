"""Makes recordings of scenes as an app would show them, and says how well diff compares each with its scene.

A scene is drawn 240 times a second, its frames are shown on a display with a rate, scaled to the size of
a phone's screen, and encoded as H.264. What is recorded and how is sampled from a seed; what diff is to find follows
from it.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import time

LEAD, TAIL = 0.6, 0.8
# Scenes of two screens, those whose parts move by themselves, and those with a value that can be another one.
SCENES = [
    "push", "pop", "cover", "present", "dismiss", "fade", "dark", "cube", "slide", "zoom", "shared-axis-x",
    "shared-axis-y", "shared-axis-z", "fade-through", "move-in", "reveal", "turn", "flip", "cards", "wipe",
    "right-to-left", "large-title", "recede", "rise", "shift", "full-screen", "plain", "iris", "blinds",
    "bounce", "doors", "fold", "shrink-fade", "collapse"]
PARTS = ["zoom"]
VALUES = [
    ("push", "dim", 0.1, 0.3), ("push", "dim", 0.1, 0), ("push", "parallax", 0.3, 0.2), ("push", "parallax", 0.3, 0.5),
    ("right-to-left", "dim", 0.1, 0.3), ("right-to-left", "parallax", 0.3, 0.2), ("large-title", "parallax", 0.3, 0.15),
    ("present", "scale", None, 0.85)]
CURVES = ["easeInOut", "easeOut", "linear", "material"]
RATIOS = [0.6, 0.7]
# A motion that is none of the scene's.
OTHERS = [
    ("push", "cube"), ("push", "fade"), ("push", "slide"), ("push", "zoom"), ("push", "flip"), ("fade", "push"),
    ("cover", "push"), ("slide", "cube"), ("dark", "fade")]
KINDS = ["same", "same", "same", "longer", "shorter", "curve", "spring", "value", "holes", "other"]


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)


def other_screens(folder):
    """Gives the screens of a folder the texts and colours of another app."""

    def text(match):
        letters = match.group(2)
        if letters.startswith("=") or "/" in letters or "\\" in letters:
            return match.group(0)
        swapped = "".join(chr((ord(c) - 97 + 11) % 26 + 97) if "a" <= c <= "z" else c for c in letters)
        return match.group(1) + swapped + match.group(3)

    def color(match):
        digits = match.group(1)
        red, green, blue = (int(digits[i:i + 2], 16) for i in (0, 2, 4))
        return '"#%02X%02X%02X"' % (green // 2 + 60, blue, red // 2 + 100)

    for path in (folder / "screens").glob("*.json"):
        body = path.read_text()
        body = re.sub(r'("(?:text|title|back)"\s*:\s*")([^"]*)(")', text, body)
        body = re.sub(r'"#([0-9A-Fa-f]{6})"', color, body)
        path.write_text(body)


class Case(collections.namedtuple("Case", "number kind scene keys speed fps crf variable phase other borders holes")):
    """One recording: how it is made."""

    def __str__(self):
        how = [f"{self.number:3} {self.kind}", self.scene, f"{self.fps} Hz", f"crf {self.crf}"]
        how += [text for text, told in [
            (json.dumps(self.keys), self.keys), (f"speed {self.speed}", self.speed != 1),
            ("variable rate", self.variable), ("other screens", self.other), ("borders", self.borders),
            (f"holes {self.holes}", self.holes)] if told]
        return ", ".join(how)


def sampled(seed, count):
    """`count` random cases."""
    chance = random.Random(seed)
    cases = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        scene, keys, speed, holes = chance.choice(SCENES), {}, 1, []
        fps, variable = chance.choice([(60, False)] * 4 + [(50, False)] * 2 + [(120, False), (30, False), (60, True)])
        if kind == "longer":
            speed = 1.2
        elif kind == "shorter":
            speed = 0.8
        elif kind in ("curve", "spring"):
            scene = chance.choice(["push", "pop", "slide", "cover", "cube", "zoom", "recede", "move-in"])
            keys = {"curve": chance.choice(CURVES) if kind == "curve" else
                    {"spring": {"dampingRatio": chance.choice(RATIOS)}}}
            if kind == "spring":
                keys["duration"] = 0.6
        elif kind == "value":
            scene, key, _, value = chance.choice(VALUES)
            keys = {key: value}
        elif kind == "other":
            scene, other = chance.choice(OTHERS)
            keys = {"type": other}
        elif kind == "holes":
            scene = chance.choice(["push", "pop", "slide", "cover", "cube", "recede", "move-in", "zoom"])
            holes = [(0.2, 2), (0.4, 2)]
            fps = 50 if fps == 50 else 60
        cases.append(Case(
            number, kind, scene, keys, speed, fps, chance.randint(28, 34), variable, chance.uniform(0, 0.1),
            kind != "value" and scene not in PARTS and chance.random() < 0.5, kind == "same" and chance.random() < 0.25, holes))
    return cases


def film(program, case, root, scenes, scale):
    """Draws the scene of a case 240 times a second; the paths of its frames."""
    world = root / ("other" if case.other else "same")
    if not world.exists():
        run(["cp", "-r", scenes, world])
        if case.other:
            other_screens(world)
    path = world / f"{case.scene}.json"
    name = re.sub(r"\W+", "-", f"{world.name} {case.scene} {json.dumps(case.keys)} {scale}").strip("-")
    folder = root / "films" / name
    if not (folder / "manifest.json").exists():
        if case.keys:
            body = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
            scene = json.loads(re.sub(r",(\s*[}\]])", r"\1", re.sub(r"([{,\s])//[^\n]*", r"\1", body)))
            if isinstance(scene["transition"], str):
                scene["transition"] = {"type": scene["transition"]}
            scene["transition"] = dict(case.keys) if "type" in case.keys else {**scene["transition"], **case.keys}
            path = world / f"{name}.json"
            path.write_text(json.dumps(scene))
        answer = run([program, path, "--fps", 240, "--scale", scale, "--hold", "0", "-o", f"{folder}/"])
        if answer.returncode:
            sys.exit(f"{case}: {answer.stderr}")
    return sorted(folder.glob("*.png"))


def moments(case, length):
    """When frames begin to show, and the moment of the run that each shows, in seconds."""
    chance = random.Random(case.number)
    start = LEAD + case.phase
    shown, at = [], 0.0
    while at < start + length * case.speed + TAIL:
        # QuickTime's unit of time.
        begin = round(at * 600) / 600
        shown.append((begin, (begin - start) / case.speed))
        at += chance.uniform(0.5, 1.5) / case.fps if case.variable else 1 / case.fps
    for share, count in case.holes:
        first = next(i for i, moment in enumerate(shown) if moment[1] >= share * length)
        if case.variable:
            del shown[first:first + count]
        else:
            for i in range(first, first + count):
                shown[i] = (shown[i][0], shown[first - 1][1])
    return shown


def record(program, case, root, scenes, scale, size):
    """The path of the recording of a case, and how long its motion is designed, in seconds."""
    pictures = film(program, case, root, scenes, scale)
    length = (len(pictures) - 1) / 240
    lines = ["ffconcat version 1.0"]
    shown = moments(case, length)
    ends = [moment[0] for moment in shown[1:]] + [shown[-1][0] + 1 / case.fps]
    for (at, moment), end in zip(shown, ends):
        index = min(max(0, round(moment * 240)), len(pictures) - 1)
        lines += [f"file '{pictures[index].resolve()}'", "option framerate 600", f"duration {end - at:.6f}"]
    listing = root / f"{case.number}.txt"
    listing.write_text("\n".join(lines) + "\n")
    video = root / f"{case.number}.mp4"
    borders = ",pad=iw+86:ih+120:42:60:black" if case.borders else ""
    answer = run([
        "ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", listing,
        "-vf", f"scale={size[0]}:{size[1]}:flags=bicubic{borders},format=yuv420p",
        "-fps_mode", "passthrough", "-enc_time_base", "1/600", "-video_track_timescale", "600",
        "-c:v", "libx264", "-preset", "medium", "-crf", case.crf, "-threads", 2, video])
    if answer.returncode:
        sys.exit(f"{case}: {answer.stderr}")
    return video


def wrong(case, told):
    """What diff told wrongly of a case, and which of its figures are beyond their bounds, in words."""
    if case.kind == "other":
        return [] if told["verdict"] == "other" and "curve" not in told else [told["verdict"]], []
    if told["verdict"] == "other":
        return [f"other, leaves {told['unexplained']:.2f}"], []
    faults, figures = [], []
    late = 1000 * (told["start"]["late"] - case.phase)
    length = told["duration"]["actual"] / told["duration"]["expected"]
    findings = [text.split()[0] for text in told["findings"] if not text.startswith("starts")]
    if case.kind in ("same", "longer", "shorter", "holes"):
        if abs(late) > 5:
            figures.append(f"starts {late:.1f} ms off")
        if abs(length / case.speed - 1) > 0.02:
            figures.append(f"lasts {length / case.speed:.3f} of what it does")
    expected = {"same": [], "longer": ["lasts"], "shorter": ["lasts"], "holes": ["frames"]}.get(case.kind)
    if expected is not None and findings != expected and not (findings == [] and told["duration"]["expected"] < 0.09):
        faults.append("; ".join(told["findings"]) or "nothing found")
    if case.kind in ("curve", "spring"):
        name = case.keys["curve"] if case.kind == "curve" else f"spring {case.keys['curve']['spring']['dampingRatio']}"
        if told["curve"]["actual"] != name:
            faults.append(f"{told['curve']['actual']} for {name}")
    if case.kind == "value":
        ((key, value),) = case.keys.items()
        designed = next(v[2] for v in VALUES if v[0] == case.scene and v[1] == key)
        properties = [v["property"] for v in told["values"]]
        if properties != [{"dim": "opacity", "parallax": "x"}.get(key, key)] or len(findings) > 1:
            faults.append("; ".join(told["findings"]) or "nothing found")
        elif designed:
            share = (told["values"][0]["actual"] / told["values"][0]["expected"]) * designed
            if abs(share - value) > 0.04 * designed:
                figures.append(f"{key} {share:.3f} for {value}")
    if case.holes:
        step = 1 / case.fps
        held = told["held"]
        if [h["frames"] for h in held] != [2, 2]:
            faults.append(f"holes {[(h['frames'], round(1000 * h['from'])) for h in held]}")
        elif any(abs(h["from"] - share * told["duration"]["expected"]) > 1.5 * step
                 for h, (share, _) in zip(held, case.holes)):
            faults.append(f"holes at {[round(1000 * h['from']) for h in held]} ms")
    return faults, figures


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("program", type=pathlib.Path)
    reader.add_argument("root", type=pathlib.Path)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--count", type=int, default=200)
    reader.add_argument("--every", type=int, default=1, help="one in so many of them")
    reader.add_argument("--least", type=float, default=98, help="percent of which all that differs must be told")
    reader.add_argument("--exact", type=float, default=90, help="percent of which all figures must be in their bounds")
    reader.add_argument("--cases", default=".", help="those whose line has this pattern")
    reader.add_argument("--size", default="588x1272", help="of the recordings, in pixels")
    options = reader.parse_args()
    scenes = (pathlib.Path(__file__).parent.parent.parent / "scenes").resolve()
    root = options.root / f"seed-{options.seed}"
    root.mkdir(parents=True, exist_ok=True)
    size = [int(side) for side in options.size.split("x")]
    scale = 1.5 if size[0] < 780 else 2
    chosen = [case for case in sampled(options.seed, options.count)
              if case.number % options.every == options.seed % options.every and re.search(options.cases, str(case))]
    if not chosen:
        sys.exit("no case matches")
    right, exact, all_of = collections.Counter(), collections.Counter(), collections.Counter()
    for case in chosen:
        video = record(options.program, case, root, scenes, scale, size)
        began = time.time()
        answer = run([options.program, "diff", scenes / f"{case.scene}.json", video, "--tap", f"{LEAD}s", "--json"])
        took = time.time() - began
        try:
            faults, figures = wrong(case, json.loads(answer.stdout))
        except ValueError:
            faults, figures = [f"exit {answer.returncode}: {answer.stderr.strip()}"], []
        all_of[case.kind] += 1
        right[case.kind] += not faults
        exact[case.kind] += not faults and not figures
        word = "WRONG" if faults else "rough" if figures else "right"
        print(f"{word} {case}: {'; '.join(faults + figures)} ({took:.1f} s)", flush=True)
        if not faults:
            video.unlink()
    for kind in sorted(all_of):
        print(f"{kind:8} {right[kind]} of {all_of[kind]} right, {exact[kind]} with all figures in their bounds")
    least = all_of.total() / 100
    sys.exit(0 if right.total() >= options.least * least and exact.total() >= options.exact * least else 1)


if __name__ == "__main__":
    main()
