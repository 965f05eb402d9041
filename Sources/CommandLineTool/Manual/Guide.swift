/// The page that teaches the whole loop, from a first scene to a test.
enum Guide {
  /// At most 5,000 bytes, so that a program can read it at once.
  ///
  /// Its commands are run in a test.
  static let text = """
    render-transition guide: from a first scene to a test

    A scene is two screens and a transition, in a JSON file; the program draws it, the same on every
    machine. Coordinates are points from the top left; a canvas of 390 x 844 is a phone.

    1. WRITE. Save this as scene.json:

    { "version": 1, "canvas": { "width": 390, "height": 844 },
      "from": { "background": "#F2F2F7", "layers": [
        { "id": "card", "frame": [24, 120, 342, 96], "fill": "#FFFFFF", "cornerRadius": 16 },
        { "type": "text", "text": "Inbox", "frame": [24, 60, 300, 40], "size": 34, "weight": 700 } ] },
      "to": { "background": "#FFFFFF", "layers": [
        { "id": "title", "type": "text", "text": "Message", "frame": [24, 60, 300, 40], "size": 34 } ] },
      "transition": { "type": "push", "duration": "500ms" } }

    Layers: a box ("fill", "cornerRadius", "shadow"), "text", "image" ("src": a PNG, JPEG, WebP or SVG beside the scene),
    "shape" ("path": SVG data). A screen may be the path of a picture or of a JSON file;
    of two pictures alone, "render-transition home.png detail.png -t push" makes a scene. All keys:
      render-transition schema              the JSON Schema of scenes, with a description of every key
      render-transition list recipes        the transitions that are built in, with their parameters
      render-transition list curves

    2. CHECK. Every mistake at once, with its place:
      render-transition check scene.json --json
    Each mistake has file, line, column (from 1, in characters), message, perhaps a hint, the "allowed"
    words, and a "fix": put fix.replacement where fix.length characters stand at that place.

    3. LOOK. One picture of the whole transition:
      render-transition frame scene.json --sheet 9 --json -o sheet.png
    A grid of nine moments. The JSON says for each: time, progress, cell (where it is in the sheet) and
    changed (where the canvas differs from the moment before). Ways of what moves, as a picture and as
    points:
      render-transition frame scene.json --onion 6 --json -o onion.png
    Numbers instead of pictures:
      render-transition inspect scene.json --timeline --json    every value in every frame
      render-transition inspect scene.json --tree --json        every layer and its frame

    4. RENDER. The ending says the format; several -o are one run:
      render-transition render scene.json -o scene.gif --json
      render-transition render scene.json -o scene.webp -o frames/ --fps 25
    .gif .apng .webp .mp4 .y4m .rgba, and a folder of PNGs. --max-bytes 2M makes a GIF fit.
    Frames from elsewhere: encode, for pictures, a GIF, or a video (ffmpeg decodes it).

    5. TEST. Accept what you see, commit scene.lock, and compare later:
      render-transition approve scene.json --json
      render-transition test scene.json --json
    The exit code of test is 1 if a frame differs. For each scene, "headline" says what changed, "layers"
    in which layers, "places" at which file and line, "peak" in which frame and where. A page with pictures:
      render-transition test scene.json --reporter html=report.html
    If the change is meant, approve again. Two files, or two revisions, without a lock:
      render-transition diff git:HEAD:scene.json scene.json --json

    MANY SCENES. Folders stand for all scenes in them: test scenes. On several machines:
      render-transition plan scenes --json                      files, frames and cost of each scene
      render-transition test scenes --shard 2/4 --reporter blob=2.blob
      render-transition merge *.blob --json

    EXIT CODES. 0 done or same. 1 different, or an expectation failed. 2 wrong command line. 3 a scene is
    invalid. 4 an image or a font is missing or bad. 5 a file cannot be written. 6 a program is missing.
    7 no scene. Try again only after 5 or a signal (128+N); the others stay as they are.

    MORE. With --json, results are on stdout, and errors are JSON on stderr, one object a line.
      render-transition help --json         all verbs and flags
      render-transition schema test-report  the schema of what test --json prints; "help schema" lists all
      render-transition help VERB

    """
}
