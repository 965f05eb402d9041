"""How scenes scale over workers, and what a task costs besides its work: farm.py PROGRAM FARM SCENES ROUNDS.

Writes SCENES small scenes, tests them on one machine with one job, and on 1, 2 and 4 workers of one job each;
then scenes of a single small frame, for what is left when there is no work.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

program, farm, count, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def write(folder, size, duration, scale):
    for index in range(count):
        (folder / f"{index:03}.json").write_text(
            f"""{{ "version": 1, "canvas": {{ "width": {size[0]}, "height": {size[1]}, "scale": {scale} }},
              "from": {{ "background": "#fff", "layers": [
                {{ "type": "text", "text": "Scene {index}", "frame": [8, 8, {size[0] - 16}, 30], "size": 17 }} ] }},
              "to": {{ "background": "#{index * 7919 % 0xFFFFFF:06x}" }},
              "transition": {{ "type": "push", "duration": {duration} }} }}"""
        )


def seconds(line, folder):
    times = []
    for _ in range(rounds):
        start = time.monotonic()
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True)
        times.append(time.monotonic() - start)
        if done.returncode:
            sys.exit(done.stderr[-2000:])
    return statistics.median(times)


def table(title, size, duration, scale):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, size, duration, scale)
        subprocess.run([program, "approve", "--all", "--quiet"], cwd=folder, check=True)
        os.environ["FARM_JOBS"] = "1"
        one = seconds([program, "test", "--quiet", "--jobs", "1"], folder)
        print(f"{title}: one machine, one job {one:6.1f} s, {1000 * one / count:5.1f} ms a scene")
        first = None
        for workers in [1, 2, 4]:
            spent = seconds([farm, "test", "--local", str(workers), "--quiet", "--program", program, "--", "--quiet"], folder)
            first = first or spent
            print(
                f"  {workers} worker{'s' if workers > 1 else ' '} {spent:6.1f} s, {first / spent:4.2f} times one worker,"
                f" {1000 * (spent * min(workers, os.cpu_count()) - one) / count:5.1f} ms of a core more a scene"
            )


table(f"{count} scenes of 780 x 1688, 51 frames", (390, 844), 1, 2)
table(f"{count} scenes of 40 x 40, 2 frames", (40, 40), 0.02, 1)
