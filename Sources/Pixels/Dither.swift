/// How colours are shown that a palette lacks.
public enum Dither: String, Hashable, Sendable, CaseIterable {
  /// Weak error diffusion where the palette is coarse.
  case auto
  /// By the nearest colour.
  case none
  /// Ordered dither, fixed to the canvas.
  case ordered
}
