import Codecs
import Formatting
import Glibc
import Pixels
import RenderTransition

// Prints one line for each measurement: what, the size, the threads, and milliseconds a frame.
// `scripts/bench` runs it beside the programs that it is compared with. `gate` prints the table of
// `scripts/gate`, and `s2` the SSIMULACRA2 of a picture beside its reference.

func measure(_ arguments: ArraySlice<String>) async throws {
  switch (arguments.first, arguments.dropFirst().first) {
  case ("raster", let screens?):
    for (width, height) in [(780, 1688), (1170, 2532)] {
      let names = Array(arguments.dropFirst(2))
      let all = try PushBenchmark.all(screens, named: names, width: width, height: height)
      for push in all where push.name != PushFrame.nothing { try await push.report() }
      for addition in PushFrame.additions {
        guard let one = all.first(where: { $0.name == addition.with }),
          let other = all.first(where: { $0.name == addition.without })
        else { continue }
        try one.reportAddition(addition.name, to: other)
      }
    }
  case ("textures", _?):
    for scene in arguments.dropFirst() { try TextureBenchmark(scene: scene).report() }
  case ("gate", let folder?):
    print(try await GateRow.table(of: Array(arguments.dropFirst(2)), in: folder))
  case ("s2", _?) where arguments.count == 3:
    let pictures = try arguments.dropFirst().map {
      try StraightImage(png: TextFile.read($0, limit: 1 << 30)).premultiplied
    }
    let sizes = pictures.map { "\($0.width) x \($0.height)" }
    guard sizes[0] == sizes[1] else {
      print("render-bench: the pictures have different sizes: \(sizes[0]) and \(sizes[1])")
      exit(1)
    }
    print(NumberFormat.fixed(SSIMULACRA2.score(pictures[0], pictures[1]), decimals: 3))
  default:
    print(
      """
      Usage: render-bench raster SCREENS [NAME…]
             render-bench textures SCENE…
             render-bench gate FOLDER SCENE[@SCALE]…
             render-bench s2 REFERENCE.png DISTORTED.png
      """)
    exit(2)
  }
}

do {
  try await measure(CommandLine.arguments.dropFirst())
} catch {
  print("render-bench: \(error)")
  exit(1)
}
