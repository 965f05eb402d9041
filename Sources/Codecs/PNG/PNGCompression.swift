/// How long a PNG may take to write for the sake of its size.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// As quick as it gets.
  case fast
  /// A good size in a short time.
  case standard = "default"
  /// The smallest size, whatever time it takes.
  case best

  /// The level that libdeflate is asked for.
  var deflateLevel: Int32 {
    switch self {
    case .fast: 1
    case .standard: 3
    case .best: 12
    }
  }
}
