import RenderTransition

/// Makes a report small enough for a page: of scenes with more pictures than their share, frames are
/// left out, so that each keeps some.
struct PageFitting {
  /// The report with fewer pictures.
  private(set) var report: TestReport

  /// The report in a page of at most `limit` bytes, if its texts alone do not take more.
  ///
  /// In `folder`, if there is one, a page of its own is named for scenes of which pictures were left
  /// out.
  init(_ whole: TestReport, limit: Int, folder: String?, jobs: Int?) async throws {
    report = whole
    let pictured = Set(whole.groups.flatMap(\.pictured).map(\.scene))
    let places = whole.verdicts.indices.filter { whole.verdicts[$0].film != nil }
    for place in places {
      report.verdicts[place].film = nil
      report.verdicts[place].leaveOutCurves(beyond: limit / 4 / max(1, places.count))
    }
    let room = limit - HTMLReport.text(of: report.page).utf8.count - places.count * Self.labelBytes
    let share = Self.share(of: room, among: places.map { whole.verdicts[$0].filmBytes })
    for place in places {
      let verdict = whole.verdicts[place]
      guard verdict.filmBytes > share else {
        report.verdicts[place].film = verdict.film
        continue
      }
      if let folder, pictured.contains(verdict.scene) {
        report.verdicts[place].wholePage =
          "\(folder)/\(ReviewPictures.name(of: verdict.scene)).html"
      }
      report.verdicts[place].film = try await verdict.film?.reduced(
        to: share, differing: verdict.comparison?.differingFrames ?? [], verdict.differences,
        jobs: jobs)
    }
  }

  /// What the page says of the pictures of one scene.
  private static let labelBytes = 2000

  /// The most that one may take so that all fit into `room`: those that take less leave more for the
  /// others.
  private static func share(of room: Int, among sizes: [Int]) -> Int {
    var left = max(0, room)
    for (index, size) in sizes.sorted().enumerated() {
      let share = left / (sizes.count - index)
      guard size <= share else { return share }
      left -= size
    }
    return .max
  }
}

extension SceneVerdict {
  fileprivate var filmBytes: Int { film?.byteCount ?? 0 }

  private var barBytes: Int {
    let frames = comparison.map { max($0.actual.frames.count, $0.expected.frames.count) } ?? 0
    return 16 * frames
  }

  /// Leaves out curves, and the bars of the frames, that would take more than `room` bytes.
  fileprivate mutating func leaveOutCurves(beyond room: Int) {
    showsBars = barBytes <= room
    var left = room - (showsBars ? barBytes : 0)
    curves = curves.filter { curve in
      left -= curve.name.utf8.count + 40 + 8 * (curve.expected.count + curve.actual.count)
      return left >= 0
    }
  }
}
