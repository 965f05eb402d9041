import Codecs
import Dispatch
import Drawing
import Pixels
import Synchronization

/// Renders and encodes frames side by side, and hands them on in order.
///
/// The plain way, a batch of frames at a time, leaves cores idle at the end of every batch. Here a
/// window slides: as soon as the oldest frame is written, the next one begins. Nothing that comes
/// out depends on the number of jobs, and no more than `window` frames are held. All threads of the
/// product are here and in `parallelMap`.
package struct FramePump {
  /// How many frames are worked on at the same time.
  var jobs: Int
  /// Whether it is measured how long the parts of an encoder's work take.
  var isTimed = false

  /// How many frames a job keeps waiting at most, so that it never has to wait itself.
  package static let framesOfJob = 2

  /// Renders `shots`, but for those that `pool` has, and appends each to the outputs that show it;
  /// `onFrame` hears of every one.
  func pump(
    _ shots: [ScheduledFrame], drawnBy renderer: some FramePainter,
    from pool: FramePool = FramePool(),
    into outputs: inout [OpenOutput], onFrame: (Int) -> Void
  ) async throws {
    var queue = FrameQueue(
      shots: shots, jobs: max(1, jobs), isTimed: isTimed, renderer: renderer,
      encoders: outputs.map(\.encoder))
    // Where there are fewer frames than jobs, several share a frame.
    let bands = max(1, jobs / max(1, shots.count))
    let writer = OutputWriter(outputs, isAlone: jobs == 1)
    defer { outputs = writer.outputs }
    try await withThrowingTaskGroup(of: FrameQueue.Done.self) { group in
      while !queue.isEmpty {
        while let work = queue.nextWork() {
          group.addTask {
            switch work {
            case .render(let index, let shot):
              return .rendered(
                index, try RenderedFrame(of: shot, by: renderer, bands: bands, from: pool))
            case .encode(let index, let parts):
              return .encoded(index, try parts.map { try $0.encode() })
            case .write(let frames):
              try await writer.write(frames)
              return .written(frames.count)
            }
          }
        }
        try Task.checkCancellation()
        guard let done = try await group.next() else { break }
        let before = queue.writtenCount
        queue.take(done)
        for count in before..<queue.writtenCount { onFrame(count + 1) }
      }
    }
  }

  /// Draws `count` frames in parallel; if there are fewer frames than jobs, one after the other, each
  /// in as many bands as there are jobs.
  static func drawn<Answer: Sendable>(
    _ count: Int, jobs: Int, _ draw: @Sendable (_ index: Int, _ bands: Int) throws -> Answer
  ) throws -> [Answer] {
    let bands = count < jobs ? jobs : 1
    return try parallelMap(count, jobs: bands > 1 ? 1 : jobs) { try draw($0, bands) }
  }
}

/// Writes encoded frames on a thread of its own: waiting for a pipe or a disk does not keep a job
/// from rendering.
private final class OutputWriter: Sendable {
  private let state: Mutex<[OpenOutput]>
  private let queue: DispatchQueue?

  /// Owns `outputs` from now on; `isAlone` writes on the caller's thread.
  init(_ outputs: [OpenOutput], isAlone: Bool) {
    state = Mutex(outputs)
    queue = isAlone ? nil : DispatchQueue(label: "output", qos: .userInitiated)
  }

  /// The outputs, between two writes.
  var outputs: [OpenOutput] { state.withLock { $0 } }

  /// Writes the parts of one frame after the other, up to the first error.
  func write(_ frames: [[EncodedPart]]) async throws {
    let append = { @Sendable () throws in
      try self.state.withLock { outputs in
        for part in frames.joined() { try outputs[part.output].append(part) }
      }
    }
    guard let queue else { return try append() }
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      queue.async { end.resume(with: Result(catching: append)) }
    }
  }
}

/// A moment that is rendered, and the outputs that show it.
struct ScheduledFrame: Sendable {
  /// A frame of one output.
  struct Use: Sendable {
    /// Which output.
    var output: Int
    /// Its place there.
    var index: Int
    /// When it begins and ceases to show, in seconds.
    var start, end: Double
  }

  /// In seconds.
  var time: Double
  /// The frames of outputs that show it.
  var uses: [Use]
}

/// A moment, rendered.
struct RenderedFrame: Sendable {
  /// Its moment.
  let time: Double
  let list: DisplayList
  /// How long it took.
  let seconds: Double
  /// The frame that holds the pixels.
  let frame: PooledFrame

  var pixels: Pixmap { frame.pixels }

  fileprivate init(
    of shot: ScheduledFrame, by renderer: any FramePainter, bands: Int, from pool: FramePool
  ) throws {
    let drawn =
      try pool.take(at: shot.time)
      ?? renderer.drawnFrame(at: shot.time, bands: bands, over: pool.take())
    (time, list, seconds) = (shot.time, drawn.list, drawn.seconds)
    frame = pool.lending(drawn.pixels)
  }
}

/// A frame that one output has encoded.
struct EncodedPart: Sendable {
  var output: Int
  var part: any Sendable
  /// How long the frame took to be rendered, and to be encoded.
  var renderSeconds, encodeSeconds: Double
}

/// The moments that are rendered for several outputs: equal times only once.
struct Schedule {
  /// The moments, in rising order.
  private(set) var shots: [ScheduledFrame] = []

  /// What the frames of `clips` show of `source`, one clip an output.
  init(_ clips: [Clip], of source: some OutputSource) {
    var places: [Double: Int] = [:]
    for (output, clip) in clips.enumerated() {
      for (time, use) in source.uses(of: clip, output: output)
      where use.index % clip.oneIn == 0 {
        if let place = places[time] {
          shots[place].uses.append(use)
        } else {
          places[time] = shots.count
          shots.append(ScheduledFrame(time: time, uses: [use]))
        }
      }
    }
    shots.sort { $0.time < $1.time }
  }

  /// How one output samples the run.
  struct Clip: Hashable, Sendable {
    /// Frames per second.
    var fps: Double
    /// How much longer the first frame shows, in seconds.
    var holdFirst: Double
    /// How much longer the last frame shows, in seconds.
    var holdLast: Double

    /// Whether there is a frame at every step of the rate, instead of at the source's own times.
    var isSampled = true
    /// Of how many frames one is there: all of them, but for an estimate.
    var oneIn = 1

    /// A rate, and holds from nothing to a day.
    init(fps: Double, holdFirst: Double, holdLast: Double) {
      func hold(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 86_400) : 0 }
      (self.fps, self.holdFirst, self.holdLast) = (fps, hold(holdFirst), hold(holdLast))
    }
  }
}
