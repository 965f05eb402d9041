import Foundation

/// The true Gaussian, from the C library: exact to the last digits of a double.
public enum Bell {
  /// How much of a bell around 0 is before `x`.
  public static func share(before x: Double, sigma: Double) -> Double {
    erfc(-x / (sigma * 2.0.squareRoot())) / 2
  }
}
