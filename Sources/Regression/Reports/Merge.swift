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
    let headline = headline(missing: missing, of: origin.shard.count)
    let verdicts = origin.scenes.map { scene in
      found[scene]?.verdict
        ?? SceneVerdict(scene: scene, kind: .invalid, headline: headline, code: .failure)
    }
    let whole = RunOrigin(scenes: origin.scenes)
    return TestReport(
      verdicts: verdicts + orphans, isStrict: parts.contains { $0.report.isStrict },
      seconds: parts.reduce(0) { $0 + $1.report.seconds }, origin: whole)
  }

  /// What is said of a scene that no blob has; of many shards, the first three are named.
  private static func headline(missing: [Int], of count: Int) -> String {
    guard !missing.isEmpty else { return "no shard tested it" }
    let names = missing.prefix(3).map { "\($0)/\(count)" }.joined(separator: ", ")
    guard missing.count > 1 else { return "not tested: the blob of shard \(names) is missing" }
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    return "not tested: the blobs of shards \(names)\(more) are missing"
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
