// Full error diffusion is the plain way of dithering. It makes every error good at once, and pays with
// noise that costs more bytes than the picture. Here a pixel makes good for the mean of what the rows
// above lost over a width of eight columns: most pixels stay at their nearest colour, and what tips
// to the other side does so in runs, of which LZW makes long strings. No pixel waits for the one on
// its left, which makes it quick as well.

/// What the rows above have lost to the palette, the nearest rows most.
struct ColorLoss {
  // In 256ths of a level: what is lost in the mean is a fraction of a level.
  typealias Amount = SIMD4<Int32>

  /// A column's window reaches this far to both sides.
  static let reach = 4

  /// For each column a sum in which every row counts 13/16 of the one below; with a margin.
  var sums: [Amount]

  /// By how many bits a window is divided, behind 7.
  let shift: Int32

  /// No loss yet.
  init(columns: Int, restraint: Restraint = .none) {
    sums = [Amount](repeating: .zero, count: columns + 2 * Self.reach + 1)
    switch restraint {
    case .none: shift = 14
    case .some: shift = 15
    case .most: shift = 17
    }
  }

  /// How little of what was lost is made good.
  enum Restraint: Hashable, Sendable, CaseIterable {
    /// As much as there is room for.
    case none
    /// Less, as nearly all of the picture is a gradient.
    case some
    /// Hardly anything, as nearly all is a gradient of which the palette has too few colours.
    case most
  }

  /// The sum over the window of the column `x`.
  func window(at x: Int) -> Amount { sums[x..<x + 2 * Self.reach].reduce(.zero, &+) }

  /// Moves the window from the column `x` to the next one.
  @inline(__always)
  func slide(_ window: inout Amount, from x: Int) {
    window &+= sums[x &+ 2 &* Self.reach] &- sums[x]
  }

  /// What a pixel is to add, in eighths of a level: seven twelfths of the mean loss.
  ///
  /// Measured on photographs: three times as much takes three quarters of a decibel off the bands, and
  /// costs a fifth of a decibel and a hundredth of the bytes. Where nearly all is a gradient, half as much
  /// is a thousandth of SSIM better, and leaves far less of bands than other encoders do; an eighth of it is
  /// half a thousandth better again, for a third of a decibel of bands. A level that every pixel lost
  /// counts 8 x 16 / 3 x 256 in a window.
  @inline(__always)
  func owed(_ window: Amount) -> Amount {
    (window &* 7 &+ (1 as Int32) &<< (shift &- 1)) &>> SIMD4(repeating: shift)
  }

  /// Notes what a pixel lost; nothing is noted of those that nobody must make good for.
  @inline(__always)
  mutating func note(_ amount: Amount, column: Int) {
    let sum = sums[column &+ Self.reach]
    sums[column &+ Self.reach] = sum &- sum &>> 3 &- sum &>> 4 &+ amount
  }
}

extension ColorLoss.Amount {
  /// A colour's levels.
  @inline(__always)
  init(_ color: UInt32) {
    let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
    self = SIMD4<Int32>(truncatingIfNeeded: levels &<< 8)
  }
}
