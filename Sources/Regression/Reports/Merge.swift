import Formatting
import RenderTransition
package import SceneFormat

/// Makes one report of the blobs of all shards, in whatever order they are named.
package struct Merge {
  /// The report, as if one machine had tested everything.
  package let report: TestReport

  /// Reads the blobs at `paths`.
  package init(of paths: [String], limits: Limits = Limits()) throws(Failure) {
    var parts: [(path: String, report: TestReport)] = []
    for path in paths {
      parts.append((path, try BlobReader.report(at: path, limits: limits)))
    }
    parts.sort { $0.report.origin.shard.index < $1.report.origin.shard.index }
    let first = parts[0]
    for part in parts.dropFirst() {
      guard part.report.origin.isOfPlan(of: first.report.origin) else {
        throw Failure(
          .usage,
          "\(Escaped.quoted(part.path)) is of another plan than \(Escaped.quoted(first.path)): the "
            + "scenes, their files or the number of shards differ")
      }
    }
    report = try Self.report(of: parts, first.report.origin)
  }

  private static func report(
    of parts: [(path: String, report: TestReport)], _ origin: RunOrigin
  ) throws(Failure) -> TestReport {
    var found: [String: (path: String, verdict: SceneVerdict)] = [:]
    var orphans: [SceneVerdict] = []
    for (path, part) in parts {
      for verdict in part.verdicts {
        guard let known = found[verdict.scene] else {
          found[verdict.scene] = (path, verdict)
          if verdict.kind == .orphaned { orphans.append(verdict) }
          continue
        }
        // A shard that was run again may be there twice.
        guard known.verdict.isSame(as: verdict) else {
          throw Failure(
            .usage,
            "\(Escaped.quoted(known.path)) and \(Escaped.quoted(path)) both tested "
              + "\(Escaped.quoted(verdict.scene)), and found different results")
        }
      }
    }
    let present = Set(parts.map(\.report.origin.shard.index))
    let missing = (1...origin.shard.count).filter { !present.contains($0) }
    let verdicts = origin.scenes.map { scene in
      found[scene]?.verdict ?? untested(scene, missing, of: origin.shard.count)
    }
    let whole = RunOrigin(scenes: origin.scenes)
    return TestReport(
      verdicts: verdicts + orphans, isStrict: parts.contains { $0.report.isStrict },
      seconds: parts.reduce(0) { $0 + $1.report.seconds }, origin: whole)
  }

  /// The verdict on a scene of a shard that is not there.
  private static func untested(
    _ scene: String, _ missing: [Int], of count: Int
  ) -> SceneVerdict {
    let names = missing.map { "\($0)/\(count)" }.joined(separator: ", ")
    let shards =
      missing.count == 1 ? "the blob of shard \(names) is" : "the blobs of shards \(names) are"
    return SceneVerdict(
      scene: scene, kind: .invalid,
      headline: missing.isEmpty ? "no shard tested it" : "not tested: \(shards) missing",
      code: .failure)
  }
}

extension RunOrigin {
  fileprivate func isOfPlan(of other: RunOrigin) -> Bool {
    plan == other.plan && scenes == other.scenes && shard.count == other.shard.count
  }
}

extension SceneVerdict {
  /// Whether it is the same but for how long it took.
  fileprivate func isSame(as other: SceneVerdict) -> Bool {
    var other = other
    other.seconds = seconds
    return self == other
  }
}
