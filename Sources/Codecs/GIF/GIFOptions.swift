public import Pixels

/// How a GIF is written.
public struct GIFOptions: Hashable, Sendable {
  /// How often the animation plays; 0 is for ever.
  public var loop: Int
  /// The greatest number of colours in a frame, from 2 to 256.
  public var colors: Int
  /// Whether every image has an index for transparency, which `colors` does not count.
  private(set) var leavesRoom = false
  /// How much LZW may lose, from 0 to 100: at 100 nothing beyond the palette's own error can be
  /// seen.
  public var quality: Int
  /// How to dither.
  public var dither: Dither
  /// A comment inside the file.
  public var comment: String?

  /// Options; numbers out of range are moved into it.
  public init(
    loop: Int = 0, colors: Int = 256, quality: Int = 100, dither: Dither = .auto,
    comment: String? = nil
  ) {
    self.loop = max(0, loop)
    self.colors = min(max(colors, 2), 256)
    self.quality = min(max(quality, 0), 100)
    (self.dither, self.comment) = (dither, comment)
  }

  /// The options for a canvas that may be transparent, with a colour less for transparency.
  public func leavingRoom(forTransparency isNeeded: Bool) -> GIFOptions {
    guard isNeeded, !leavesRoom else { return self }
    var options = self
    (options.colors, options.leavesRoom) = (colors - 1, true)
    return options
  }

  // Fitted to SSIMULACRA2: a step of quality costs a third of a point of photographs and gradients.
  private static let toleranceOfStep = 6

  /// How far from a pixel's colour LZW may go to extend a match, as a square of levels.
  var tolerance: Int { (100 - quality) * Self.toleranceOfStep }

  // With fewer colours than this, none is spent on transparency: frames are repainted as a whole.
  private static let few = 8

  /// Whether frames of too many colours are painted whole, so that no colour is spent on
  /// transparency.
  var areFew: Bool { colors < Self.few }

  /// Whether all frames of too many colours share a palette: with palettes of their own, what
  /// stands still and is painted again would flicker.
  var sharesPalette: Bool { leavesRoom || areFew }

  /// How many colours an image may have beside an index for transparency.
  func colors(besidesTransparency hasTransparency: Bool) -> Int {
    hasTransparency && !leavesRoom ? colors - 1 : colors
  }
}
