import Glibc

// Prints one line for each measurement: what, the size, the threads, and milliseconds a frame.
// `scripts/bench` runs it beside the programs that it is compared with.

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
  default:
    print(
      """
      Usage: render-bench raster SCREENS [NAME…]
             render-bench textures SCENE…
             render-bench gate FOLDER SCENE[@SCALE]…
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
