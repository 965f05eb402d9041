"""What a program does that knows only "help guide" and JSON: loop_test.py PROGRAM, in an empty folder.

Writes the guide's scene, breaks it, puts it right by the fixes that it is told, looks at a sheet, renders,
approves, changes it, and finds what changed. Every answer is held against its published schema, where
check-jsonschema is installed. Prints what is wrong, a line each; exit code 0 if nothing is.
"""
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import urllib.request

program = sys.argv[1]
faults = []
checker = shutil.which("check-jsonschema") or next(
    (str(path) for path in [pathlib.Path.home() / ".local/bin/check-jsonschema"] if path.exists()), None
)
if not checker:
    print("skipped: check-jsonschema is not installed, so JSON is not held against its schemas")
checked = {}


def run(line, code=0):
    done = subprocess.run([program, *line], capture_output=True, text=True)
    if done.returncode != code:
        faults.append(f"{' '.join(line)}: exit code {done.returncode}, not {code}: {done.stdout[:500]}{done.stderr[:500]}")
    return done


def ask(line, schema, code=0):
    """The JSON that a command prints; it is held against the schema of this name later."""
    text = run(line, code).stdout
    checked.setdefault(schema, []).append(text)
    return json.loads(text or "{}")


def commands(guide):
    """The guide's commands, as a program finds them: indented lines that begin with its name."""
    lines = re.findall(r"^ +render-transition (.*)$", guide, re.M)
    return [re.split(r"  +", line)[0].split() for line in lines]


guide = run(["help", "guide"]).stdout
if len(guide.encode()) > 5000:
    faults.append(f"the guide has {len(guide.encode())} bytes")

# 1. Write.
scene = guide[guide.index("{ \"version\"") : guide.index("Layers:")].rstrip() + "\n"
ask(["init", "first.json", "--json", "-q"], "init")
pathlib.Path("home.svg").write_text("<svg viewBox='0 0 9 9'><circle r='4'/></svg>")
ask(["import", "home.svg", "--json", "-q"], "import")
ask(["check", "first.json", "--json"], "check")
path = pathlib.Path("scene.json")
path.write_text(scene)
if not ask(["check", "scene.json", "--json"], "check")["valid"]:
    faults.append("the guide's scene is not valid")

# A test build draws slowly: what follows is done on a smaller canvas.
scene = scene.replace('"width": 390, "height": 844', '"width": 130, "height": 240')
path.write_text(scene)

# 2. Check: a program's mistakes, put right by what it is told.
broken = scene.replace('"push"', '"psuh"').replace('"cornerRadius"', '"cornerRaduis"').replace('"size": 34,', '"sise": 34,').replace('"700"', "700").replace('"text", "text"', '"txet", "text"', 1)
path.write_text(broken)
for attempt in range(5):
    answer = json.loads(subprocess.run([program, "check", "scene.json", "--json"], capture_output=True, text=True).stdout)
    checked["check"].append(json.dumps(answer))
    if answer["valid"]:
        break
    fixes = [mistake for mistake in answer["mistakes"] if "fix" in mistake]
    if not fixes:
        faults.append(f"no fix for {answer['mistakes']}")
        break
    lines = path.read_text().split("\n")
    # From the end, so that the places before stay as they are.
    for mistake in sorted(fixes, key=lambda mistake: (-mistake["line"], -mistake["column"])):
        line, start = lines[mistake["line"] - 1], mistake["column"] - 1
        lines[mistake["line"] - 1] = line[:start] + mistake["fix"]["replacement"] + line[start + mistake["fix"]["length"] :]
    path.write_text("\n".join(lines))
if path.read_text() != scene:
    faults.append(f"the fixes do not lead back to the scene:\n{path.read_text()}")

# 3. Look.
sheet = ask(["frame", "scene.json", "--sheet", "9", "--json", "-o", "sheet.png", "-q"], "frame")
size = struct.unpack(">II", pathlib.Path("sheet.png").read_bytes()[16:24])
if (sheet["width"], sheet["height"]) != size or len(sheet["moments"]) != 9:
    faults.append("the sheet is not what its JSON says")
cells = [tuple(moment["cell"]) for moment in sheet["moments"]]
if len(set(cells)) != 9 or any(x + w > size[0] or y + h > size[1] for x, y, w, h in cells):
    faults.append("the cells of the sheet are not apart, or outside of it")
if [moment["progress"] for moment in sheet["moments"]] != sorted(moment["progress"] for moment in sheet["moments"]):
    faults.append("progress falls")
onion = ask(["frame", "scene.json", "--onion", "6", "--json", "-o", "onion.png", "-q"], "frame")
ways = {way["target"]: way["points"] for way in onion["paths"]}
if not ways["to"][0]["x"] > ways["to"][-1]["x"] + 40:
    faults.append("the way of the screen that is pushed does not go to the left")
strip = ask(["frame", "scene.json", "--at", "0%,100%", "--json", "-o", "strip.png", "-q"], "frame")
if len(strip["moments"]) != 2:
    faults.append("a strip of two moments says something else")
ask(["inspect", "scene.json", "--timeline", "--json"], "timeline")
ask(["inspect", "scene.json", "--tree", "--json"], "tree")
ask(["inspect", "scene.json", "--display-list", "--json"], "display-list")

# 4. Render.
outputs = ask(["render", "scene.json", "-o", "scene.gif", "--json", "-q"], "render")
if outputs[0]["bytes"] != pathlib.Path("scene.gif").stat().st_size:
    faults.append("the GIF is not as large as its JSON says")

# 5. A recording of an app, where ffmpeg is installed.
if shutil.which("ffmpeg"):
    # A low canvas: the design is drawn many times, which takes a debug build long.
    low = {"version": 1, "canvas": {"width": 1600, "height": 120}, "transition": {"type": "push", "curve": "easeInOut"}}
    for side, color in (("from", "#3366CC"), ("to", "#802040")):
        low[side] = {"layers": [{"frame": [200, 30, 800, 50], "fill": color}]}
    pathlib.Path("low.json").write_text(json.dumps(low))
    run(["render", "low.json", "--fps", "30", "--hold", "0.3s,0.5s", "-o", "app.mp4", "-q"])
    if ask(["diff", "low.json", "app.mp4", "--tap", "0.3s", "--json"], "recording-diff").get("verdict") != "same":
        faults.append("a recording of the scene is not as designed")
else:
    print("skipped: ffmpeg is not installed")

# 6. Test: same, then different, and why.
ask(["approve", "scene.json", "--json"], "approve")
if not ask(["test", "scene.json", "--json"], "test-report")["passed"]:
    faults.append("what was approved does not pass")
shutil.copy("scene.json", "old.json")
path.write_text(scene.replace('"#FFFFFF", "cornerRadius": 16', '"#FFEECC", "cornerRadius": 16'))
found = ask(["test", "scene.json", "--json", "--reporter", "pictures=pictures", "--reporter", "blob=1.blob"], "test-report", code=1)["scenes"][0]
checked["pictures"] = [pathlib.Path("pictures/index.json").read_text()]
if found["verdict"] != "different":
    faults.append(f"a change is not found: {found}")
merged = ask(["merge", "1.blob", "--json"], "test-report", code=1)
if merged["scenes"][0]["headline"] != found["headline"]:
    faults.append("merge says something else")
difference = ask(["diff", "old.json", "scene.json", "--json"], "diff", code=1)
if difference["layers"] != ["from#card"] or "fill" not in difference["headline"]:
    faults.append(f"the layer that changed is not named: {difference['headline']}")
change = difference["changes"][0]
if "cornerRadius" not in scene.split("\n")[change["line"] - 1] or change["file"] != "scene.json":
    faults.append(f"the line that changed is not named: {change}")

# The rest: verbs that tell of themselves, and errors as JSON.
ask(["plan", ".", "--json"], "plan")
ask(["list", "recipes", "--json"], "list")
ask(["list", "curves", "--json"], "list")
ask(["doctor", "--json"], "doctor")
ask(["inspect", "scene.json", "--pick", "10,10", "--at", "0s", "--json"], "pick")
preview = subprocess.Popen([program, "preview", "scene.json", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
checked["preview"] = [preview.stdout.readline()]
address = json.loads(checked["preview"][0])["url"]
wish = urllib.request.Request(
    address + "builds", data=b'{ "scene": "scene.json" }', headers={"Content-Type": "application/json"}
)
with urllib.request.urlopen(wish) as answer:
    checked["build"] = [answer.read().decode()]
with urllib.request.urlopen(address + "scenes") as answer:
    if [one["path"] for one in json.load(answer)] != ["scene.json"]:
        faults.append("the preview shows other scenes")
preview.terminate()
if preview.wait() != -15:
    faults.append(f"a preview that is ended has the code {preview.returncode}")
catalogue = ask(["help", "--json"], "help")
path.write_text(broken)
for line in run(["render", "scene.json", "--json"], code=3).stderr.splitlines():
    checked.setdefault("mistakes", []).append(line)
path.write_text(scene)
names = {one["name"] for one in catalogue["schemas"]}
if names - {"scene"} != set(checked):
    faults.append(f"schemas that no answer was held against: {names ^ set(checked)}")
for verb in catalogue["verbs"]:
    if verb["name"] != "schema" and "--json" not in verb["flags"]:
        faults.append(f"{verb['name']} has no --json")

# Every command of the guide runs.
for line in commands(guide):
    if line[0] in ("diff", "merge", "render") and any(part.startswith(("git:", "*")) or part == "frames/" for part in line):
        continue
    line = [part for part in line if part != "VERB"]
    line = ["." if part == "scenes" else part for part in line]
    done = subprocess.run([program, *line], capture_output=True, text=True)
    if done.returncode != 0:
        faults.append(f"the guide's {' '.join(line)}: {done.returncode} {done.stderr[:300]}")

if checker:
    for name, texts in checked.items():
        schema = pathlib.Path(f"{name}.schema.json")
        schema.write_text(run(["schema", name]).stdout)
        files = []
        for index, text in enumerate(texts):
            file = pathlib.Path(f"{name}-{index}.answer")
            file.write_text(text)
            files.append(str(file))
        done = subprocess.run([checker, "--force-filetype", "json", "--schemafile", str(schema), *files], capture_output=True, text=True)
        if done.returncode:
            faults.append(f"{name}: {done.stdout[-1500:]}{done.stderr[-500:]}")

print("\n".join(faults[:20]))
sys.exit(1 if faults else 0)
