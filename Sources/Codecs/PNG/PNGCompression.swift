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
    case .fast: 6
    case .standard: 7
    case .best: 12
    }
  }

  /// The same where a few bytes are worth more time, and for soft shadows yet more; colours take a third more
  /// of it for a sixtieth of the bytes.
  func patientLevel(_ kind: PNGRaster.Kind) -> Int32 {
    guard self != .best else { return 12 }
    return kind == .rgba ? 9 : kind == .rgb ? 7 : 8
  }

  /// How long a repetition is that is taken without looking for a cheaper one.
  func niceLength(_ kind: PNGRaster.Kind) -> Int {
    switch kind {
    case .rgba: 96
    case .rgb: 48
    default: 64
    }
  }

  /// How drawings are searched first.
  var firstEffort: DrawingDeflate.Effort { self == .fast ? .hasty : .quick }

  /// How drawings are searched if that does not find nearly as much as could be; nil if it is all
  /// that is asked.
  var effort: DrawingDeflate.Effort? {
    self == .fast ? nil : .thorough(places: 20, niceLength: 96)
  }

  /// How what the left leaves of a gradient is searched by those who are patient.
  static let patientEffort = DrawingDeflate.Effort.thorough(places: 100, niceLength: 96)

  /// So many rows are looked at together to learn how a picture is packed.
  var rowsOfSample: Int { self == .fast ? 8 : 16 }

  /// So many percent of a drawing as it is, and of runs, what the left leaves of its sample has to be less
  /// than.
  ///
  /// Where sampled rows are too narrow to fill the window, far more comes again in the whole picture as it
  /// is; and runs are quicker.
  func percentOfLeft(isWide: Bool) -> (drawing: Int, runs: Int) {
    (drawing: isWide ? 92 : self == .fast ? 88 : 77, runs: 85)
  }

  /// How many percent larger the sample of a drawing may become by a quick search.
  ///
  /// What the left makes of a drawing comes again at so many places that it takes three times as long to
  /// go through them.
  func percentOfHurry(_ strategy: PNGFiltering.Strategy) -> Int { strategy == .sub ? 16 : 2 }

  /// How many percent larger the sample of a picture may become by not being searched for
  /// repetitions: in the whole picture of colours, far more of them come again.
  func percentOfHaste(_ kind: PNGRaster.Kind) -> Int {
    switch self {
    case .fast: kind == .palette || kind == .grey ? 25 : -20
    case .standard: kind == .palette || kind == .grey ? 12 : -15
    case .best: -100
    }
  }

  /// How many percent larger the sample of a drawing may become by being searched between its runs
  /// only; nil if that is not asked.
  ///
  /// In the whole picture it is about 7 less. Soft shadows over nothing hardly repeat in rows, and are
  /// searched everywhere.
  func percentOfRuns(_ kind: PNGRaster.Kind) -> Int? {
    switch self {
    case .fast: kind == .rgba ? -100 : nil
    case .standard: 20
    case .best: -100
    }
  }
}
