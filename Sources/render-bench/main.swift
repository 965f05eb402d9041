import Glibc

// Prints one line for each measurement: what, the size, the threads, and milliseconds a frame.
// `scripts/bench` runs it beside the programs that it is compared with.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.first == "raster", let screens = arguments.dropFirst().first else {
  print("Usage: render-bench raster SCREENS [SCENE…]")
  exit(2)
}
for (width, height) in [(780, 1688), (1170, 2532)] {
  for push in try PushBenchmark.all(screens, width: width, height: height) { await push.report() }
}
for scene in arguments.dropFirst(2) { try TextureBenchmark(scene: scene).report() }
