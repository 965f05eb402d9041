/// How a GIF is written.
public struct GIFOptions: Hashable, Sendable {
  /// Whether colours that the palette lacks are imitated by patterns of those that it has.
  public enum Dither: String, Hashable, Sendable, CaseIterable {
    /// A little everywhere, such that what one pixel loses is made good for by the next ones.
    case auto
    /// A pattern of dots that is fixed to the canvas.
    case ordered
    /// Nowhere.
    case none
  }

  /// How often the animation plays; 0 is for ever.
  public var loop: Int
  /// The greatest number of colours in a frame, from 2 to 256.
  public var colors: Int
  /// Whether there is an index for what is transparent that is not counted.
  private(set) var leavesRoom = false
  /// Whether to dither.
  public var dither: Dither
  /// A comment inside the file.
  public var comment: String?

  /// Options; numbers out of range are moved into it.
  public init(loop: Int = 0, colors: Int = 256, dither: Dither = .auto, comment: String? = nil) {
    self.loop = max(0, loop)
    self.colors = min(max(colors, 2), 256)
    (self.dither, self.comment) = (dither, comment)
  }

  /// The same where something may show through: one of the colours is what is transparent, in every
  /// frame.
  public func leavingRoom(forTransparency isNeeded: Bool) -> GIFOptions {
    guard isNeeded, !leavesRoom else { return self }
    var options = self
    (options.colors, options.leavesRoom) = (colors - 1, true)
    return options
  }

  // So few colours are all needed for what changes, and none is left for what stays.
  private static let few = 8

  /// Whether the colours of a frame are so few that none of them is spent on what stays.
  var areFew: Bool { colors < Self.few }

  /// Whether all frames with too many colours have the same palette: in those of their own, what
  /// stands still and is painted again would flicker.
  var sharesPalette: Bool { leavesRoom || areFew }

  /// The colours of a frame, and whether one more stands for what is transparent.
  func colors(besidesTransparency hasTransparency: Bool) -> Int {
    hasTransparency && !leavesRoom ? colors - 1 : colors
  }
}
