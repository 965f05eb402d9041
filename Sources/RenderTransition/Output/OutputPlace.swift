import Codecs

/// Where an output goes: a file or a folder of files.
protocol OutputPlace: Sendable {
  /// How many bytes have been written.
  var byteCount: Int { get }

  /// Writes more.
  mutating func write(_ output: SinkOutput) throws

  /// Waits until what was written is safe from a crash.
  mutating func flush() throws

  /// Puts what was written in its place, in one step.
  mutating func commit() throws

  /// Leaves the place as it was.
  mutating func abandon()
}

extension OutputPlace {
  /// Nothing to wait for.
  mutating func flush() {}
}
