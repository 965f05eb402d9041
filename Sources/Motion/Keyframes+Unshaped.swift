extension Keyframes {
  /// The same stops with straight ways between them: what a finger scrubs.
  public var unshaped: Keyframes {
    Keyframes(
      stops.map { Stop(position: $0.position, value: $0.value) }, interpolation: interpolation)
      ?? self
  }
}
