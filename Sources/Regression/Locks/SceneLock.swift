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
  /// What else decides the pictures, and with what they were made.
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
    try lock(of: await hashes(jobs: jobs))
  }

  /// The baseline that has these frames.
  func lock(of frames: [SceneLock.LockedFrame]) throws -> SceneLock {
    let grid = try stage.grid
    return SceneLock(
      scene: contentHash, widthPixels: grid.pixelWidth, heightPixels: grid.pixelHeight,
      scale: stage.canvas.scale, fps: scene.output.fps, environment: environment, frames: frames)
  }

  /// The hash of every frame at the scene's own rate.
  public func hashes(jobs: Int? = nil) async throws -> [SceneLock.LockedFrame] {
    let jobs = try self.jobs(jobs, fps: scene.output.fps)
    let (renderer, times) = (try renderer(jobs: jobs), frameTimes)
    return try parallelMap(times.count, jobs: jobs) { index in
      try Task.checkCancellation()
      return SceneLock.LockedFrame(
        time: times[index], hash: FrameHash(try renderer.frame(at: times[index])))
    }
  }

  /// The frames of a sequence of it, at its own rate and without holds, as a lock has them.
  func lockedFrames(of sequence: FrameSequence) -> [SceneLock.LockedFrame] {
    zip(frameTimes, sequence.frames).map { SceneLock.LockedFrame(time: $0, hash: $1.hash) }
  }

  /// The moments of the frames at the scene's own rate, in seconds.
  public var frameTimes: [Double] { stage.frameTimes(fps: scene.output.fps) }

  /// What else decides the frames, and with what they are made.
  public var environment: RenderEnvironment {
    RenderEnvironment(fontFiles, pictureFormats)
  }
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
    let program = environment.program.map { ["program \($0)"] } ?? []
    let libraries = environment.libraries.map { "library \($0.name) \($0.version)" }
    let fonts = environment.fonts.map { "font \($0.hash) \(Self.escaped($0.name))" }
    let shown = frames.map { "\(NumberFormat.shortest($0.time)) \($0.hash)" }
    let lines =
      [
        Self.title, "scene \(scene)", "size \(widthPixels) x \(heightPixels)",
        "scale \(NumberFormat.shortest(scale))", "fps \(NumberFormat.shortest(fps))",
        "look \(environment.renderingVersion)",
      ] + program + libraries + fonts + ["frames \(frames.count)"] + shown
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

extension SceneLock {
  /// Whether all is equal that decides frames, and the frames are, too: only the versions with which
  /// they were made may differ.
  func isEquivalent(to other: SceneLock) -> Bool {
    var other = other
    other.environment.program = environment.program
    other.environment.libraries = environment.libraries
    return self == other
  }
}

/// What decides a picture besides its scene, the look and the fonts, and with which versions of
/// programs it was made.
public struct RenderEnvironment: Hashable, Sendable {
  /// Raised by one whenever the same scene, with the same fonts and libraries, gives other pixels
  /// than before.
  public static let currentRenderingVersion = 12

  /// The look of the renderer.
  public var renderingVersion = currentRenderingVersion
  /// The version of this program; nil in a lock that does not say.
  ///
  /// Recorded to explain a difference; like the versions of libraries, it is not compared.
  public var program: String?
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
  /// The libraries that are installed, and the fonts that a scene opened; of what decodes pictures,
  /// libpng and that of the `formats` that it has.
  init(_ fonts: [LoadedFont], _ formats: Set<PictureFormat>) {
    let decoders = formats.union([.png]).map(CodecLibraries.decoder)
    program = Release.version
    libraries = (TextLibraries.versions + decoders).sorted { $0.name < $1.name }
      .map { Library(name: $0.name, version: $0.version) }
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
    /// A font is another file, or another font was used.
    case font
    /// The renderer's look has changed.
    case look
    /// Nothing that decides has changed: the renderer or a library draws other pixels.
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
    if expected.environment.fonts != actual.environment.fonts { return .font }
    return expected.environment.renderingVersion == actual.environment.renderingVersion
      ? .renderer : .look
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

  /// Differences of what decides besides the scene, a sentence each, and at the end those of the
  /// versions, which only explain.
  public var environmentChanges: [String] {
    let (old, new) = (expected.environment, actual.environment)
    let renderingVersion =
      old.renderingVersion == new.renderingVersion
      ? nil : "the renderer's look has changed: \(old.renderingVersion) -> \(new.renderingVersion)"
    return Self.changes(of: old.fonts, new.fonts)
      + [renderingVersion, versionChange].compactMap(\.self)
  }

  private static func changes(
    of old: [RenderEnvironment.Font], _ new: [RenderEnvironment.Font]
  ) -> [String] {
    let before = Dictionary(old.map { ($0.name, $0.hash) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.name, $0.hash) }, uniquingKeysWith: { $1 })
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (let old?, let new?):
        old == new ? nil : "the font \(name) is another file: \(old) -> \(new)"
      case (_?, nil): "the font \(name) is used no more"
      case (nil, _?): "the font \(name) is new"
      case (nil, nil): nil
      }
    }
  }

  /// As in "made with HarfBuzz 6.0.0; now with HarfBuzz 10.2.0".
  private var versionChange: String? {
    var (old, new) = (expected.environment, actual.environment)
    // An old lock does not say which program made it.
    old.program = old.program ?? new.program
    let parts = [
      ("made with ", old.versions, new.versions), ("now with ", new.versions, old.versions),
    ]
    let words = parts.compactMap { words, own, other in
      let others = own.filter { !other.contains($0) }
      return others.isEmpty ? nil : words + others.joined(separator: ", ")
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

extension RenderEnvironment {
  /// The program and the libraries, each with its version.
  fileprivate var versions: [String] {
    (program.map { ["\(Release.program) \($0)"] } ?? [])
      + libraries.map { "\($0.name) \($0.version)" }
  }
}
