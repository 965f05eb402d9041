/// How near the colours of a palette have to be to those of a picture that was drawn.
///
/// All numbers are squares of levels, over the three channels together.
struct DrawnTolerance: Hashable, Sendable {
  /// What a palette is for.
  enum Fineness: Hashable, Sendable {
    /// Nobody sees a difference.
    case usual
    /// Hardly any figure tells one.
    case fine
    /// It is as near as can be.
    case finest
  }

  /// How far others may be that stand in for a colour.
  struct Limits: Hashable, Sendable {
    /// From the colour itself.
    var leniency: Float
    /// From the palette's colour for it.
    var reach: Float
    /// How much farther than the nearest one they may always be, where pixels look around one by one.
    var slack: Float

    /// The same with leniency and reach so many times as far.
    func taken(_ times: Float) -> Limits {
      Limits(leniency: leniency * times, reach: reach * times, slack: slack)
    }
  }

  private let fineness: Fineness
  private let areMany: Bool
  private let hasGradients: Bool

  init(_ drawn: DrawnColors, _ fineness: Fineness) {
    (self.fineness, areMany, hasGradients) = (fineness, drawn.areMany, drawn.hasGradients)
  }

  // What was drawn has colours that are dear in bytes and that nobody can tell apart: so many times
  // the least that could be lost, and at least and at most this.
  private static let bearableShare: Float = 2.5
  private static let bearableErrors: ClosedRange<Float> = 1...9
  private static let bearableShareOfFine: Float = 1.1
  private static let bearableErrorOfFine: Float = 0.35

  // Measured on lists, cards and pages of text: more colours whose pixels may take one of those around
  // theirs are ahead, in bytes and in decibels, of fewer colours that are kept to.
  private static let usual = Limits(leniency: 16, reach: 26, slack: 14)
  private static let usualOfMany = Limits(leniency: 4, reach: 6, slack: 14)
  // So many times what is lost in the mean of what moves: each then takes its part of the bytes. Of
  // bright colours that is much, and others lose much more of them.
  private static let partsOfMuch = Limits(leniency: 9, reach: 20, slack: 25)
  private static let partsOfFine = Limits(leniency: 13.5, reach: 28.5, slack: 4)
  private static let partsOfFinest = Limits(leniency: 7.5, reach: 16, slack: 4)
  private static let much: Float = 0.36
  // What is lost beyond this is lost by text, which shows it.
  private static let mostOfLittle: Float = 0.22

  /// The mean error up to which colours are given up, of a picture in which all of them lose `least`, and
  /// `ofMoving` in the mean of what moves; nil if none is to be given up.
  func bearableError(least: Float, ofMoving loss: Float) -> Float? {
    guard fineness == .usual else {
      return hasGradients && loss > Self.much
        ? max(Self.bearableErrorOfFine, least * Self.bearableShareOfFine) : nil
    }
    let errors = Self.bearableErrors
    return areMany
      ? nil : min(errors.upperBound, max(errors.lowerBound, least * Self.bearableShare))
  }

  /// The limits, where so much is lost in the mean of what moves.
  func limits(loss: Float) -> Limits {
    guard fineness != .usual else { return areMany ? Self.usualOfMany : Self.usual }
    guard loss <= Self.much else { return Self.partsOfMuch.taken(loss) }
    let parts = fineness == .fine ? Self.partsOfFine : Self.partsOfFinest
    return parts.taken(min(loss, Self.mostOfLittle))
  }
}
