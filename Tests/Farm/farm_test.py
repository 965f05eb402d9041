"""Renders and tests scenes on two workers, kills one in the middle, and compares every byte with one machine.

farm_test.py PROGRAM FARM FOLDER: FOLDER is empty. Prints what is wrong, a line each; exit code 0 if nothing is.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

program, farm, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
faults = []
children = []


def start(*arguments, **options):
    child = subprocess.Popen([sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
    children.append(child)
    return child


def run(*line, code=0):
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, env={**os.environ, "CI": "1", "FARM_CLIENT": str(folder)})
    if done.returncode != code:
        faults.append(f"{' '.join(map(str, line))}: exit code {done.returncode}, not {code}: {done.stdout[-500:]}{done.stderr[-1500:]}")
    return done


def git(*line):
    run("git", "-c", "user.name=a", "-c", "user.email=a@b", *line)


def scene(color, width=60):
    return f"""{{ "version": 1, "canvas": {{ "width": {width}, "height": 40 }}, "from": "screen.json",
      "to": {{ "background": "{color}" }}, "transition": {{ "type": "slide", "duration": 0.2 }} }}"""


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def without_times(report):
    value = json.loads(report)
    value.pop("seconds")
    for one in value["scenes"]:
        one.pop("seconds")
    return value


def program_called(name, first):
    """A program that does `first` before it is render-transition."""
    path = folder.parent / name
    path.write_text(f'#!/bin/sh\n{first}\nexec "{program}" "$@"\n')
    path.chmod(0o755)
    return str(path)


def refused(code, words, *line, program=program):
    own, *more = " ".join(line).split(" -- ")
    line = [sys.executable, farm, *own.split(), "--program", program, *(["--", *more[0].split()] if more else [])]
    done = run(*line, code=code)
    if words not in done.stderr:
        faults.append(f"{' '.join(map(str, line))} does not say {words!r}: {done.stderr[-500:]}")


def killed_in_the_middle(line, worker):
    """Runs a farm and kills `worker` when some scenes are done and it holds others."""
    process = subprocess.Popen(line, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "CI": "1"})
    said = []
    for message in process.stderr:
        said.append(message)
        if re.match(r"3/\d+ ", message):
            os.kill(worker.pid, signal.SIGKILL)
    process.stdout.read()
    return process.wait(), "".join(said)


try:
    (folder / "screen.json").write_text('{ "version": 1, "background": "#fff", "layers": [ { "type": "shape", "path": "ellipse", "frame": [5, 5, 20, 20], "fill": "#08f" } ] }')
    for index in range(16):
        (folder / f"s{index:02}.json").write_text(scene(f"#{index * 15:02x}4080", 60 + index))
    git("init", "-q")
    run(program, "approve", "--all", "--quiet")
    git("add", "-A")
    git("commit", "-qm", "scenes")
    for index in (2, 5):
        (folder / f"s{index:02}.json").write_text(scene("#ff0000", 60 + index))
    (folder / "s09.json").unlink()
    (folder / "new.json").write_text(scene("#00ff00"))

    scheduler = start("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show")
    address = None
    for line in scheduler.stderr:
        found = re.search(r"Scheduler at:\s+(tcp://\S+)", line)
        if found:
            address = found[1]
            break
    # As Dask sets it for workers that it looks after; it is not for the program.
    trimming = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    workers = [
        start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", cwd=folder.parent, env=trimming)
        for _ in range(2)
    ]

    # The program of the workers takes a while, so that one is killed while it works.
    slow = program_called("slow", '[ "$1" != render ] || { [ -z "$MALLOC_TRIM_THRESHOLD_" ] || exit 2; sleep 0.3; }')
    common = [sys.executable, farm, "render", ".", "--scheduler", address, "--program", slow]
    code, said = killed_in_the_middle([*common, "-o", "many", "--", "--fps", "25"], workers[0])
    if code != 0:
        faults.append(f"the farm ended with {code}: {said[-1500:]}")
    if workers[0].poll() is None:
        faults.append("no worker was killed")
    names = sorted(path.name for path in folder.glob("*.json") if path.name != "screen.json")
    run(program, "render", *names, "-o", "one/", "--fps", "25", "--quiet")
    if files(folder / "many") != files(folder / "one") or len(files(folder / "one")) != 16:
        faults.append("the rendered files differ from those of one machine")

    reports = lambda place: [part for kind in ("html", "json", "markdown", "junit") for part in ("--reporter", f"{kind}={place}/report.{kind}")]
    for place in ("a", "b"):
        (folder.parent / place).mkdir()
    run(sys.executable, farm, "test", ".", "--scheduler", address, "--program", program, "--quiet", "--", *reports("../a"), code=1)
    run(program, "test", ".", *reports("../b"), code=1)
    for kind in ("html", "json", "markdown"):
        one, other = ((folder.parent / place / f"report.{kind}").read_text() for place in "ab")
        if kind == "json":
            one, other = without_times(one), without_times(other)
        if one != other:
            faults.append(f"the report {kind} differs from that of one machine")

    # What another try does not change is not tried again, and is told.
    refused(3, "screen.json", "render", "screen.json", "--scheduler", address)
    refused(2, "--format chooses", "render", "new.json", "--scheduler", address, "--", "-o", "x.gif")
    refused(5, "cannot reach the scheduler", "render", ".", "--scheduler", "tcp://127.0.0.1:1")
    older = program_called("older", '[ "$1" != --version ] || [ "$PWD" = "$FARM_CLIENT" ] || { echo 0.0.9; exit; }')
    refused(6, "it has 0.0.9, not render-transition", "render", "new.json", "--scheduler", address, program=older)
    here = program_called("here", '[ "$PWD" = "$FARM_CLIENT" ] || exit 1')
    refused(6, "it has no version", "render", "new.json", "--scheduler", address, program=here)
    full = program_called("full", '[ "$1" != render ] || { echo disk full >&2; exit 5; }')
    refused(5, "exit code 5: disk full", "render", "new.json", "--scheduler", address, "--retries", "1", program=full)
    # Without its last worker, a run does not wait for ever.
    code, said = killed_in_the_middle([*common, "-o", "none", "--wait", "1"], workers[1])
    if code != 5 or "the last worker is lost, and no other has come for 1 s" not in said:
        faults.append(f"without a worker the farm ended with {code}: {said[-1500:]}")
    workers[1].wait()
    refused(5, "has no worker after 0.1 s", "render", "new.json", "--scheduler", address, "--wait", "0.1")
finally:
    for child in children:
        child.kill()

print("\n".join(faults[:20]))
sys.exit(1 if faults else 0)
