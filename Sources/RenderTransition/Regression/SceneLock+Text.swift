import Formatting

extension SceneLock {
  /// The first line of every lock.
  static let title = "render-transition lock 1"

  /// The lock as text: a line for everything, so that a change is seen in a line and two people's
  /// changes of two scenes never meet.
  public var text: String {
    let libraries = environment.libraries.map { "library \($0.name) \($0.version)" }
    let fonts = environment.fonts.map { "font \($0.hash) \(Self.escaped($0.name))" }
    let shown = frames.map { "\(NumberFormat.shortest($0.time)) \($0.hash)" }
    let lines =
      [
        Self.title, "scene \(scene)", "size \(widthPixels) x \(heightPixels)",
        "scale \(NumberFormat.shortest(scale))", "fps \(NumberFormat.shortest(fps))",
        "look \(environment.look)",
      ] + libraries + fonts + ["frames \(frames.count)"] + shown
    return lines.joined(separator: "\n") + "\n"
  }

  // A file may be called anything, but a line is a line.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%"
        ? "%" + String(scalar.value + 256, radix: 16).dropFirst() : String(scalar)
    }.joined()
  }
}
