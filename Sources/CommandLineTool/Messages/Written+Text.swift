import Formatting

// What is said when an output is written.
extension Written {
  /// One line, as in `output/push.gif  26 frames  390 x 844  123 kB  0.42 s`.
  var summary: String {
    let name = output.path.map(Escaped.path) ?? "stdout"
    let count = NumberFormat.count(frames, "frame")
    let size = "\(widthPixels) x \(heightPixels)"
    let time = NumberFormat.fixed(seconds, decimals: 2) + " s"
    let parts = [name, count, size, NumberFormat.bytes(bytes), time]
    return parts.joined(separator: "  ") + (concession.map { "  (\($0))" } ?? "")
  }
}
