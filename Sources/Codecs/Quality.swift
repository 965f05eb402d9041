/// How much of a picture a lossy format may lose.
public enum Quality: Hashable, Sendable {
  /// From 0, the fewest bytes, to 100, the least loss.
  case lossy(Int)
  /// Nothing is lost.
  case lossless

  /// The quality unless another is asked for.
  public static let standard = Quality.lossy(90)

  /// From 0 to 100.
  package var number: Int {
    switch self {
    case .lossy(let number): number
    case .lossless: 100
    }
  }

  /// The quality that is written as `text`: a whole number from 0 to 100, or `lossless`.
  public init?(_ text: String) {
    if text == "lossless" {
      self = .lossless
    } else if text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number <= 100
    {
      self = .lossy(number)
    } else {
      return nil
    }
  }
}
