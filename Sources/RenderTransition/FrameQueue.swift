import Codecs
import Pixels

/// The frames of a run in a sliding window: waiting, rendered, encoded, written.
struct FrameQueue {
  enum Work: Sendable {
    case render(Int, ScheduledFrame)
    case encode(Int, [PendingPart])
    /// The parts of one frame after the other.
    case write([[EncodedPart]])
  }

  /// The result of work.
  enum Done: Sendable {
    case rendered(Int, RenderedFrame)
    case encoded(Int, [EncodedPart])
    /// So many frames.
    case written(Int)
  }

  private let shots: [ScheduledFrame]
  private let jobs: Int
  private let isTimed: Bool
  private let renderer: any FramePainter
  private let encoders: [any FrameSink]
  private var running = 0
  private var isWriting = false
  private var nextRender = 0
  private var nextEncode = 0
  private var nextWrite = 0
  private(set) var writtenCount = 0
  private var rendered: [Int: RenderedFrame] = [:]
  private var encoded: [Int: [EncodedPart]] = [:]
  private var previous: [RenderedFrame?]

  init(
    shots: [ScheduledFrame], jobs: Int, isTimed: Bool, renderer: any FramePainter,
    encoders: [any FrameSink]
  ) {
    (self.shots, self.jobs, self.isTimed) = (shots, jobs, isTimed)
    (self.renderer, self.encoders) = (renderer, encoders)
    previous = Array(repeating: nil, count: encoders.count)
  }

  /// The most frames that are held at a time.
  private var window: Int { FramePump.framesOfJob * jobs + 1 }

  var isEmpty: Bool { writtenCount == shots.count }

  /// Something to do now: writing all that is next in order, which takes no job; else, if a job is
  /// free, encoding comes first, for it frees memory.
  mutating func nextWork() -> Work? {
    if !isWriting, encoded[nextWrite] != nil {
      isWriting = true
      var frames: [[EncodedPart]] = []
      while let parts = encoded.removeValue(forKey: nextWrite + frames.count) {
        frames.append(parts)
      }
      nextWrite += frames.count
      return .write(frames)
    }
    guard running < jobs else { return nil }
    if let shot = rendered.removeValue(forKey: nextEncode) {
      defer { nextEncode += 1 }
      running += 1
      return .encode(nextEncode, pendingParts(of: shot))
    }
    guard nextRender < shots.count, nextRender - writtenCount < window else { return nil }
    defer { nextRender += 1 }
    running += 1
    return .render(nextRender, shots[nextRender])
  }

  mutating func take(_ done: Done) {
    switch done {
    case .rendered(let index, let shot):
      running -= 1
      rendered[index] = shot
    case .encoded(let index, let parts):
      running -= 1
      encoded[index] = parts
    case .written(let count):
      isWriting = false
      writtenCount += count
    }
  }

  private mutating func pendingParts(of shot: RenderedFrame) -> [PendingPart] {
    shots[nextEncode].uses.map { use in
      let part = PendingPart(
        use: use, shot: shot, previous: previous[use.output], isTimed: isTimed,
        renderer: renderer, encoder: encoders[use.output])
      if type(of: encoders[use.output]).looksBack { previous[use.output] = shot }
      return part
    }
  }
}

/// A frame that waits to be encoded.
struct PendingPart: Sendable {
  var use: ScheduledFrame.Use
  var shot: RenderedFrame
  var previous: RenderedFrame?
  var isTimed: Bool
  var renderer: any FramePainter
  var encoder: any FrameSink

  func encode() throws -> EncodedPart {
    let damage = previous.map { renderer.damage(of: shot, since: $0) } ?? shot.pixels.bounds
    var frame = Frame(
      index: use.index, pixels: shot.pixels, previous: previous?.pixels, damage: damage,
      start: use.start, end: use.end)
    if isTimed { frame.clock = Stopwatch.seconds }
    frame.bufferOwners = [shot, previous].compactMap { $0?.frame }
    let start = Stopwatch.seconds()
    let part = try encoder.encode(frame)
    return EncodedPart(
      output: use.output, part: part, renderSeconds: shot.seconds,
      encodeSeconds: Stopwatch.seconds() - start)
  }
}
