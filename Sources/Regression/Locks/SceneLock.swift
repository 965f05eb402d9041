import Codecs
import Compositing
import Formatting
import ImageDiff
public import Pixels
public import RenderTransition
import SceneFormat
import Staging
import Typeface

/// A baseline: the hashes of the frames that were approved.
///
/// The renderer is exact, so that a hash a frame is all that has to be kept. A lock is a text file
/// beside its scene, `push.lock` beside `push.json`.
public struct SceneLock: Hashable, Sendable {
  /// The hash of all that the scene is made of: its texts and its pictures.
  public var scene: FrameHash
  /// The size of a frame.
  public var widthPixels, heightPixels: Int
  /// Pixels per point.
  public var scale: Double
  /// Frames per second.
  public var fps: Double
  /// What else the pictures depend on.
  public var environment: RenderEnvironment
  /// The frames, in order.
  public var frames: [LockedFrame]

  /// One frame.
  public struct LockedFrame: Hashable, Sendable {
    /// When it is, in seconds from the start.
    public var time: Double
    /// The hash of its pixels.
    public var hash: FrameHash

    /// A frame.
    public init(time: Double, hash: FrameHash) {
      (self.time, self.hash) = (time, hash)
    }
  }

  /// A lock.
  public init(
    scene: FrameHash, widthPixels: Int, heightPixels: Int, scale: Double, fps: Double,
    environment: RenderEnvironment, frames: [LockedFrame]
  ) {
    (self.scene, self.environment, self.frames) = (scene, environment, frames)
    (self.widthPixels, self.heightPixels) = (widthPixels, heightPixels)
    (self.scale, self.fps) = (scale, fps)
  }

  /// The path of the lock of the scene at `path`.
  public static func path(ofScene path: String) -> String { stem(path, ".json") + ".lock" }

  /// The path of the scene that the lock at `path` belongs to.
  public static func scenePath(ofLock path: String) -> String { stem(path, ".lock") + ".json" }

  private static func stem(_ path: String, _ ending: String) -> String {
    path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
  }
}

extension Animation {
  /// The frames as a baseline: a hash for each at the scene's own rate.
  public func lock(jobs: Int? = nil) async throws -> SceneLock {
    let frames = try await hashes(jobs: jobs)
    let grid = try stage.grid
    return SceneLock(
      scene: contentHash, widthPixels: grid.pixelWidth, heightPixels: grid.pixelHeight,
      scale: stage.canvas.scale, fps: scene.output.fps, environment: environment, frames: frames)
  }

  /// The hash of every frame at the scene's own rate.
  public func hashes(jobs: Int? = nil) async throws -> [SceneLock.LockedFrame] {
    let jobs = try self.jobs(jobs, fps: scene.output.fps)
    let (renderer, times) = (try renderer(jobs: jobs), frameTimes)
    return try await FramePump(jobs: jobs).inOrder(times.count) { index in
      SceneLock.LockedFrame(
        time: times[index], hash: FrameHash(try renderer.frame(at: times[index])))
    }
  }

  /// The moments of the frames at the scene's own rate, in seconds.
  public var frameTimes: [Double] { stage.frameTimes(fps: scene.output.fps) }

  /// What else the frames depend on.
  public var environment: RenderEnvironment { RenderEnvironment(fontFiles) }
}

extension SceneLock {
  /// One hash for all frames, their times and their size.
  public var pictureHash: FrameHash {
    let lines = frames.map { "\(NumberFormat.shortest($0.time)) \($0.hash)" }
    let text = (["\(widthPixels) x \(heightPixels)"] + lines).joined(separator: "\n")
    return FrameHash(ofBytes: Array(text.utf8))
  }
}

extension DiffInput {
  /// The same pictures, each at the time of the one of `other` at its place, if there are as many;
  /// a scene is left as it is.
  public func timed(like other: DiffInput) -> DiffInput {
    guard case .footage(let own) = kind else { return self }
    let model = other.sequence
    guard own.frames.count == model.frames.count else { return self }
    let frames = zip(own.frames, model.frames).map { frame, time in
      FrameSequence.Frame(
        startSeconds: time.startSeconds, endSeconds: time.endSeconds, hash: frame.hash)
    }
    let timed = FrameSequence(
      width: own.width, height: own.height, frames: frames, fetch: own.pixels)
    return timed.map { DiffInput(path: path, kind: .footage($0)) } ?? self
  }

  /// A baseline of what is shown, for a scene that renders to `actual`: frame beside frame, for
  /// pictures say when they show in other ways than scenes do.
  public func lock(beside actual: SceneLock) -> SceneLock {
    let times = actual.frames.map(\.time)
    let frames = sequence.frames.enumerated().map { index, frame in
      SceneLock.LockedFrame(
        time: index < times.count ? times[index] : Double(index) / actual.fps, hash: frame.hash)
    }
    return SceneLock(
      scene: actual.scene, widthPixels: width, heightPixels: height, scale: actual.scale,
      fps: actual.fps, environment: actual.environment, frames: frames)
  }
}

extension SceneLock {
  /// The first line of every lock.
  static let title = "render-transition lock 1"

  /// The lock as text: a line for everything, so that a change is seen in a line and two people's
  /// changes of two scenes never meet.
  public var text: String {
    let libraries = environment.libraries.map { "library \($0.name) \($0.version)" }
    let fonts = environment.fonts.map { "font \($0.hash) \(Self.escaped($0.name))" }
    let shown = frames.map { "\(NumberFormat.shortest($0.time)) \($0.hash)" }
    let lines =
      [
        Self.title, "scene \(scene)", "size \(widthPixels) x \(heightPixels)",
        "scale \(NumberFormat.shortest(scale))", "fps \(NumberFormat.shortest(fps))",
        "look \(environment.look)",
      ] + libraries + fonts + ["frames \(frames.count)"] + shown
    return lines.joined(separator: "\n") + "\n"
  }

  // A file may be called anything, but a line is a line.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%"
        ? "%" + String(scalar.value + 256, radix: 16).dropFirst() : String(scalar)
    }.joined()
  }
}

/// What a picture depends on besides its scene: another of these may draw other pixels.
public struct RenderEnvironment: Hashable, Sendable {
  /// Raised by one whenever the same scene, with the same fonts and libraries, gives other pixels
  /// than before.
  public static let currentLook = 10

  /// The look of the renderer.
  public var look = currentLook
  /// The libraries and their versions.
  public var libraries: [Library]
  /// The fonts that were opened.
  public var fonts: [Font]

  /// A library that has a say in where glyphs go, or what a picture's pixels are.
  public struct Library: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String
  }

  /// A font file.
  public struct Font: Hashable, Sendable {
    /// The scene's path for it, or its name among the system's.
    public var name: String
    /// The hash of its bytes.
    public var hash: FrameHash
  }
}

extension RenderEnvironment {
  /// The libraries that are installed, and the fonts that a scene opened.
  init(_ fonts: [LoadedFont]) {
    let texts = TextLibraries.versions.map { Library(name: $0.name, version: $0.version) }
    let all = texts + [Library(name: "libpng", version: PNGLibrary.version)]
    libraries = all.sorted { $0.name < $1.name }
    self.fonts = fonts.map { Font(name: $0.name, hash: FrameHash(ofBytes: $0.bytes)) }
      .sorted { ($0.name, "\($0.hash)") < ($1.name, "\($1.hash)") }
  }
}

/// A baseline compared with what is rendered now.
public struct LockComparison: Hashable, Sendable {
  /// The approved baseline.
  public let expected: SceneLock
  /// The frames as rendered now.
  public let actual: SceneLock

  /// A comparison.
  public init(expected: SceneLock, actual: SceneLock) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// The likely cause of a difference.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The scene, or a file that it names, has changed.
    case scene
    /// A font, a library or the renderer's look has changed, but not the scene.
    case environment
    /// Nothing else has changed: the renderer draws other pixels.
    case renderer
  }

  /// Whether every frame is there, at its time, pixel by pixel.
  public var isSame: Bool {
    expected.frames == actual.frames && expected.widthPixels == actual.widthPixels
      && expected.heightPixels == actual.heightPixels
  }

  /// The likely cause, if there is a difference.
  public var cause: Cause {
    if expected.scene != actual.scene { return .scene }
    return expected.environment == actual.environment ? .renderer : .environment
  }

  /// The frames of `actual`, by their place, that are not those of `expected` at the same place,
  /// and behind them the places that only one of the two has.
  public var differingFrames: [Int] {
    let most = max(expected.frames.count, actual.frames.count)
    guard expected.widthPixels == actual.widthPixels, expected.heightPixels == actual.heightPixels
    else { return Array(0..<most) }
    return (0..<most).filter { index in
      guard index < expected.frames.count, index < actual.frames.count else { return true }
      return expected.frames[index].hash != actual.frames[index].hash
    }
  }

  /// Differences besides pixels, a phrase each.
  public var layoutChanges: [String] {
    var changes: [String] = []
    func note(_ what: String, _ old: String, _ new: String) {
      if old != new { changes.append("\(what) \(old) -> \(new)") }
    }
    note(
      "size", "\(expected.widthPixels) x \(expected.heightPixels)",
      "\(actual.widthPixels) x \(actual.heightPixels)")
    note("scale", NumberFormat.shortest(expected.scale), NumberFormat.shortest(actual.scale))
    note("fps", NumberFormat.shortest(expected.fps), NumberFormat.shortest(actual.fps))
    note("frames", "\(expected.frames.count)", "\(actual.frames.count)")
    return changes
  }

  /// Differences of the environment, a phrase each.
  public var environmentChanges: [String] {
    let (old, new) = (expected.environment, actual.environment)
    var changes: [String] = []
    if old.look != new.look { changes.append("renderer's look \(old.look) -> \(new.look)") }
    changes += Self.changes(
      old.libraries.map { ($0.name, $0.version) }, new.libraries.map { ($0.name, $0.version) })
    changes += Self.changes(
      old.fonts.map { ("font \($0.name)", "\($0.hash)") },
      new.fonts.map { ("font \($0.name)", "\($0.hash)") })
    return changes
  }

  private static func changes(
    _ old: [(name: String, value: String)], _ new: [(name: String, value: String)]
  ) -> [String] {
    let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (let old?, let new?): old == new ? nil : "\(name) \(old) -> \(new)"
      case (let old?, nil): "\(name) \(old) is used no more"
      case (nil, let new?): "\(name) \(new) is new"
      case (nil, nil): nil
      }
    }
  }
}
