/// How much time a PNG may take for the sake of its size.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// The shortest time.
  case fast
  /// A good size in a short time.
  case standard = "default"
  /// A smaller size in two to five times the time.
  case small
  /// The smallest size, whatever the time.
  case best

  /// The rows as a zlib stream; the patches of an animation have less to repeat than pictures.
  func stream(
    of lines: Scanlines, _ kind: PictureKind, isPatch: Bool = false
  ) throws(PNGError) -> [UInt8] {
    let rows = lines.filtered(by: kind.filter)
    guard let level = level(kind, isPatch: isPatch) else { return RunLengthDeflate.zlib(rows) }
    return try Zlib.compressed(rows, level: level)
  }

  /// libdeflate's level; nil for the run-length deflate.
  ///
  /// Over the example scenes, levels 1, 4, 5, 6, 7 and 9 make drawings 1.17, 1.06, 1.03, 1.02, 1 and
  /// .99 times as large in .5, .6, .6, .7, 1 and 3.2 times the time.
  private func level(_ kind: PictureKind, isPatch: Bool) -> Int32? {
    switch self {
    case .fast: kind == .photograph ? nil : 5
    case .standard: kind == .photograph ? nil : isPatch ? 9 : 7
    case .small: 9
    case .best: 12
    }
  }
}
