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
/// product are here, at its `AsyncWriter`, and where `BackgroundWork` is done.
package struct FramePump {
  /// How many frames are worked on at the same time.
  package var jobs: Int
  /// Whether it is measured how long the parts of an encoder's work take.
  var isTimed = false

  package init(jobs: Int, isTimed: Bool = false) {
    (self.jobs, self.isTimed) = (jobs, isTimed)
  }

  /// How many frames a job keeps waiting at most, so that it never has to wait itself.
  package static let framesOfJob = 2

  /// The result of one piece of work.
  private enum Finished: Sendable {
    case rendered(Int, RenderedShot)
    case encoded(Int, [EncodedPart])
    case written
  }

  /// Renders `shots`, but for those that `pool` has, and appends each to the outputs that show it;
  /// `onFrame` hears of every one.
  func pump(
    _ shots: [Shot], drawnBy renderer: some FramePainter, from pool: FramePool = FramePool(),
    into outputs: inout [OpenOutput], onFrame: (Int) -> Void
  ) async throws {
    var queue = FrameQueue(
      shots: shots, jobs: max(1, jobs), isTimed: isTimed, renderer: renderer,
      encoders: outputs.map(\.encoder))
    // Where there are fewer frames than jobs, several share a frame.
    let bands = max(1, jobs / max(1, shots.count))
    let writer = AsyncWriter(outputs, isAlone: jobs == 1)
    defer { outputs = writer.close() }
    try await withThrowingTaskGroup(of: Finished.self) { group in
      while !queue.isEmpty {
        while let work = queue.nextWork() {
          group.addTask {
            switch work {
            case .render(let index, let shot):
              .rendered(
                index, try RenderedShot(of: shot, by: renderer, bands: bands, from: pool))
            case .encode(let index, let parts): .encoded(index, try parts.map { try $0.encode() })
            }
          }
        }
        try Task.checkCancellation()
        guard let finished = try await group.next() else { break }
        switch finished {
        case .rendered(let index, let shot): queue.take(shot, at: index)
        case .encoded(let index, let parts): queue.take(parts, at: index)
        case .written:
          queue.takeReceipt()
          onFrame(queue.writtenCount)
        }
        while let parts = queue.nextWritable() {
          let receipt = writer.write(parts)
          group.addTask {
            try await receipt.wait()
            return .written
          }
        }
      }
    }
  }
}

extension FramePump {
  /// Calls `work` for 0..<count on up to `jobs` threads; returns the results in order.
  package static func sideBySide<Answer: Sendable>(
    _ count: Int, jobs: Int = Threads.usualJobs, _ work: @Sendable (Int) -> Answer
  ) -> [Answer] {
    guard min(count, jobs) > 1 else { return (0..<count).map(work) }
    let answers = Mutex([Answer?](repeating: nil, count: count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(count, jobs)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let answer = work(index)
        answers.withLock { $0[index] = answer }
      }
    }
    return answers.withLock { $0 }.compactMap(\.self)
  }

  /// Draws `count` frames in parallel; if there are fewer frames than jobs, one after the other, each
  /// in as many bands as there are jobs.
  static func drawn<Answer: Sendable>(
    _ count: Int, jobs: Int, _ draw: @Sendable (_ index: Int, _ bands: Int) throws -> Answer
  ) throws -> [Answer] {
    let bands = count < jobs ? jobs : 1
    return try sideBySide(count, jobs: bands > 1 ? 1 : jobs) { index in
      Result { try draw(index, bands) }
    }.map { try $0.get() }
  }

  /// Calls `work` for 0..<count in parallel; returns the results in order.
  package func inOrder<Answer: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) throws -> Answer
  ) async throws -> [Answer] {
    var answers: [Answer?] = Array(repeating: nil, count: count)
    try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
      var next = 0
      while next < count || !group.isEmpty {
        try Task.checkCancellation()
        if next < min(count, jobs) {
          let index = next
          group.addTask { (index, try work(index)) }
          next += 1
        } else if let (done, answer) = try await group.next() {
          answers[done] = answer
          guard next < count else { continue }
          let index = next
          group.addTask { (index, try work(index)) }
          next += 1
        }
      }
    }
    return answers.compactMap { $0 }
  }
}

/// A moment that is rendered, and the outputs that show it.
struct Shot: Sendable {
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
struct RenderedShot: Sendable {
  /// Its moment.
  let time: Double
  let list: DisplayList
  /// How long it took.
  let seconds: Double
  /// The frame that holds the pixels.
  let frame: PooledFrame

  var pixels: Pixmap { frame.pixels }

  fileprivate init(
    of shot: Shot, by renderer: any FramePainter, bands: Int, from pool: FramePool
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
  private(set) var shots: [Shot] = []

  /// What the frames of `clips` show of `source`, one clip an output.
  init(_ clips: [Clip], of source: some OutputSource) {
    var places: [Double: Int] = [:]
    for (output, clip) in clips.enumerated() {
      for (time, use) in source.uses(of: clip, output: output) {
        if let place = places[time] {
          shots[place].uses.append(use)
        } else {
          places[time] = shots.count
          shots.append(Shot(time: time, uses: [use]))
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

    /// A rate, and holds from nothing to a day.
    init(fps: Double, holdFirst: Double, holdLast: Double) {
      func hold(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 86_400) : 0 }
      (self.fps, self.holdFirst, self.holdLast) = (fps, hold(holdFirst), hold(holdLast))
    }
  }
}
