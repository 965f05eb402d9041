import Foundation
import TestSupport
import Testing

/// SVGs on the command line, seen from outside.
@Suite("SVGs on the command line")
struct ImportTests {
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  private static let home = """
    <svg viewBox="0 0 60 40">
    <rect width="60" height="40" fill="#eef"/>
    <path id="Lamp" d="M5 5L25 5L15 20Z" fill="#c30"/>
    <image id="Photo" x="30" y="5" width="20" height="20" href="data:image/png;base64,\(png)"/>
    </svg>
    """
  private static let make = """
    mkdir in && cat > in/home.svg <<'SVG'
    \(home)
    SVG
    sed 's/#c30/#03c/' in/home.svg > detail.svg
    """

  private static func run(_ line: String) throws -> (printed: String, code: Int32)? {
    let folder = try ScratchFolder()
    return try ProcessTests.shell("cd \(folder.path) && \(make)\n\(line)")
  }

  @Test("two of them are a transition, as two pictures are")
  func pair() throws {
    let line = """
      $rt in/home.svg detail.svg -t fade --scale 1 --fps 10 -o a.gif -q && file a.gif | cut -d, -f1-3
      $rt inspect in/home.svg detail.svg --tree | grep -c 'Lamp'
      $rt in/home.svg 2>&1; echo $?
      """
    guard let run = try Self.run(line) else { return }
    #expect(
      run.printed == """
        a.gif: GIF image data, version 89a, 60 x 40
        2
        render-transition: error: "in/home.svg" is one picture; a transition has two; render-transition in/home.svg OTHER.svg
        2

        """)
  }

  @Test("import writes a screen that draws the same, its pictures beside it, and replaces nothing")
  func importing() throws {
    let line = """
      mkdir out; $rt import in/home.svg -o out/home.json --assets out/pictures -q; ls out out/pictures
      grep -c 'M5 5L25 5L15 20Z' out/home.json; grep -o 'pictures/home-1.png' out/home.json
      printf '{ "version": 1, "canvas": { "width": 60, "height": 40 }, "from": "out/home.json", "to": {} }' > a.json
      sed 's#out/home.json#in/home.svg#' a.json > b.json
      $rt frame a.json --at 0 -q -o a.png && $rt frame b.json --at 0 -q -o b.png && cmp a.png b.png && echo same
      $rt import in/home.svg -o out/home.json 2>&1; echo $?
      cd in; $rt import home.svg -q; ls
      """
    guard let run = try Self.run(line) else { return }
    #expect(
      run.printed == """
        out:
        home.json
        pictures

        out/pictures:
        home-1.png
        1
        pictures/home-1.png
        same
        render-transition: error: cannot write "out/home.json": File exists
        5
        home-1.png
        home.json
        home.svg

        """)
  }
}
