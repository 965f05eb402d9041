"""Makes recordings of scenes as an app would show them, and lets diff compare each with its scene.

A scene is drawn 240 times a second, its frames are shown on a display with a rate, scaled to the size of
a phone's screen, and encoded as H.264.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import time

LEAD, TAIL = 0.6, 0.8


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)


def other_screens(folder, target):
    """Copies a folder of scenes; texts, colours and order of pictures are those of another app."""
    if target.exists():
        return
    run(["cp", "-r", folder, target])

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

    for path in (target / "screens").glob("*.json"):
        body = path.read_text()
        body = re.sub(r'("(?:text|title|back)"\s*:\s*")([^"]*)(")', text, body)
        body = re.sub(r'"#([0-9A-Fa-f]{6})"', color, body)
        path.write_text(body)


class Case:
    """One recording: how it is made, and what is to be found."""

    def __init__(self, name, scene, **how):
        self.name, self.scene, self.how = name, scene, how


def changed_scene(source, how, folder):
    """The path of the scene with another transition."""
    keys = how.get("keys")
    if not keys:
        return source
    body = re.sub(r"^\s*//.*$", "", source.read_text(), flags=re.M)
    scene = json.loads(re.sub(r",(\s*[}\]])", r"\1", re.sub(r"([{,\s])//[^\n]*", r"\1", body)))
    if isinstance(scene["transition"], str):
        scene["transition"] = {"type": scene["transition"]}
    scene["transition"].update(keys)
    if "type" in keys:
        scene["transition"] = dict(keys)
    path = source.parent / f"{source.stem}-{folder.name}.json"
    path.write_text(json.dumps(scene))
    return path


def frames_of(program, scene, folder, scale):
    """Draws a scene 240 times a second; the paths of its frames."""
    if not (folder / "manifest.json").exists():
        answer = run([program, scene, "--fps", 240, "--scale", scale, "--hold", "0", "-o", f"{folder}/"])
        if answer.returncode:
            sys.exit(f"{scene}: {answer.stderr}")
    return sorted(folder.glob("*.png"))


def shown(how, length):
    """When frames begin to show, and the moment of the run that each shows, in seconds."""
    chance = random.Random(how.get("seed", 1))
    rate, speed = how.get("fps", 60), how.get("speed", 1)
    start = LEAD + how.get("phase", 0)
    moments, at = [], 0.0
    while at < start + length * speed + TAIL:
        # Players count in six hundredths of a second.
        begin = round(at * 600) / 600
        moments.append((begin, (begin - start) / speed))
        at += chance.uniform(0.5, 1.5) / rate if how.get("variable") else 1 / rate
    for hole, count in how.get("holes", []):
        first = next(i for i, m in enumerate(moments) if m[0] >= start + hole)
        if how.get("variable") or how.get("gaps"):
            del moments[first:first + count]
        else:
            for i in range(first, first + count):
                moments[i] = (moments[i][0], moments[first - 1][1])
    return moments


def record(program, case, root, scenes):
    how = case.how
    folder = root / case.name
    video = root / f"{case.name}.mp4"
    if video.exists():
        return video
    folder.mkdir(parents=True, exist_ok=True)
    source = scenes / f"{case.scene}.json"
    if how.get("other"):
        other_screens(scenes, root / "other-scenes")
        source = root / "other-scenes" / f"{case.scene}.json"
    elif how.get("keys"):
        copy = root / "same-scenes"
        if not copy.exists():
            run(["cp", "-r", scenes, copy])
        source = copy / f"{case.scene}.json"
    scene = changed_scene(source, how, folder)
    key = f"{scene.parent.name}-{scene.stem}"
    pictures = frames_of(program, scene, root / "frames" / key, how.get("scale", 2))
    length = (len(pictures) - 1) / 240
    lines = ["ffconcat version 1.0"]
    moments = shown(how, length)
    ends = [m[0] for m in moments[1:]] + [moments[-1][0] + 1 / how.get("fps", 60)]
    for (at, moment), end in zip(moments, ends):
        index = min(max(0, round(moment * 240)), len(pictures) - 1)
        lines += [f"file '{pictures[index]}'", "option framerate 600", f"duration {end - at:.6f}"]
    listing = folder / "list.txt"
    listing.write_text("\n".join(lines) + "\n")
    answer = run([
        "ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", listing,
        "-vf", how.get("filter", f"scale={how.get('size', '1080:2340')}:flags=bicubic,format=yuv420p"),
        "-fps_mode", "passthrough", "-enc_time_base", "1/600", "-video_track_timescale", "600",
        "-c:v", "libx264", "-preset", how.get("preset", "medium"), "-crf", how.get("crf", 28), "-threads", 2, video,
    ])
    if answer.returncode:
        sys.exit(f"{case.name}: {answer.stderr}")
    return video


def compare(program, case, video, scenes):
    began = time.time()
    answer = run([program, "diff", scenes / f"{case.scene}.json", video, "--tap", f"{LEAD}s", "--json"]
                 + case.how.get("flags", []))
    return answer, time.time() - began


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("program", type=pathlib.Path)
    reader.add_argument("root", type=pathlib.Path)
    reader.add_argument("--set", default="all")
    reader.add_argument("--scenes", default="")
    reader.add_argument("--jobs", type=int, default=1)
    options = reader.parse_args()
    scenes = (pathlib.Path(__file__).parent.parent.parent / "scenes").resolve()
    options.root.mkdir(parents=True, exist_ok=True)
    cases = [c for c in all_cases() if re.search(options.set, c.name)
             and (not options.scenes or c.scene in options.scenes.split(","))]

    def work(case):
        video = record(options.program, case, options.root, scenes)
        return case, *compare(options.program, case, video, scenes)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, answer, seconds in pool.map(work, cases):
            try:
                told = json.loads(answer.stdout)
            except ValueError:
                print(f"{case.name:34} exit {answer.returncode}  {answer.stderr.strip()[:200]}", flush=True)
                continue
            start, length = told.get("start") or {}, told.get("duration") or {}
            late = start.get("late")
            values = ", ".join(
                f"{v['layer']} {v['property']} {v['expected']:.4g}->{v['actual']:.4g}"
                for v in told.get("values") or [])
            held = ", ".join(
                f"{h['frames']}@{h['from'] * 1000:.0f}-{h['to'] * 1000:.0f}" for h in told.get("held") or [])
            print(
                f"{case.name:34} {told['verdict']:9} late {1000 * late if late is not None else float('nan'):6.1f} ms"
                f"  {length.get('actual') or 0:.4f} of {length.get('expected') or 0:.4f}"
                f"  {(told.get('curve') or {}).get('actual', '')}  left {told.get('left', 0):.3f}"
                f"  [{values}] [{held}] {seconds:.1f} s", flush=True)


def all_cases():
    """Every kind of recording that the report is to tell apart."""
    cases = []
    for scene in ["push", "pop", "cover", "present", "dismiss", "fade", "dark", "cube", "slide", "zoom",
                  "shared-axis-x", "fade-through", "move-in", "reveal", "turn", "flip", "cards", "wipe",
                  "right-to-left", "large-title", "recede", "rise", "shift", "full-screen", "plain"]:
        cases.append(Case(f"same-{scene}-60", scene))
        cases.append(Case(f"same-{scene}-50-crf34", scene, fps=50, crf=34, phase=0.0071))
        cases.append(Case(f"same-{scene}-variable", scene, variable=True, seed=len(cases), crf=30))
        cases.append(Case(f"same-{scene}-other", scene, other=True, phase=0.0113, crf=30))
        cases.append(Case(f"long-{scene}", scene, speed=1.2, other=True))
        cases.append(Case(f"late-{scene}", scene, phase=0.0834, other=True, crf=30))
        cases.append(Case(f"holes-{scene}", scene, other=True, holes=[(0.1, 2), (0.2, 2)]))
        cases.append(Case(f"gaps-{scene}", scene, gaps=True, holes=[(0.1, 2), (0.2, 2)]))
        for curve in ["easeInOut", "easeOut", "linear", "material", "default"]:
            cases.append(Case(f"curve-{curve}-{scene}", scene, other=True, keys={"curve": curve}))
    for scene in ["push", "dark", "right-to-left", "large-title"]:
        cases.append(Case(f"value-dim-{scene}", scene, keys={"dim": 0.3}))
        cases.append(Case(f"value-dim05-{scene}", scene, keys={"dim": 0.05}))
        cases.append(Case(f"value-parallax-{scene}", scene, keys={"parallax": 0.2}))
    cases.append(Case("value-dim-present", "present", keys={"dim": 0.3}))
    cases.append(Case("value-scale-present", "present", keys={"scale": 0.85}))
    for kind in ["cube", "fade", "cover", "slide", "zoom", "flip"]:
        cases.append(Case(f"kind-{kind}-push", "push", keys={"type": kind}))
    return cases


if __name__ == "__main__":
    main()
