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
/// product are here, at its `WritingDesk`, and where `SideWork` is done.
struct FramePump {
  /// How many frames are worked on at the same time.
  var jobs: Int
  /// Whether it is measured how long the parts of an encoder's work take.
  var isTimed = false

  /// How many frames a job keeps waiting at most, so that it never has to wait itself.
  static let framesOfJob = 2

  /// What one piece of work answers.
  private enum Finished: Sendable {
    case rendered(Int, RenderedShot)
    case encoded(Int, [EncodedPart])
    case written
  }

  /// Renders `shots`, but for those that `stock` has, and appends each to the outputs that show it;
  /// `onFrame` hears of every one.
  func pump(
    _ shots: [Shot], drawnBy renderer: Renderer, from stock: FrameStock = FrameStock(),
    into outputs: inout [OpenOutput], onFrame: (Int) -> Void
  ) async throws {
    var belt = Belt(
      shots: shots, jobs: max(1, jobs), isTimed: isTimed, renderer: renderer,
      encoders: outputs.map(\.encoder))
    // Where there are fewer frames than jobs, several share a frame.
    let bands = max(1, jobs / max(1, shots.count))
    let desk = WritingDesk(outputs, isAlone: jobs == 1)
    defer { outputs = desk.close() }
    try await withThrowingTaskGroup(of: Finished.self) { group in
      while !belt.isEmpty {
        while let work = belt.nextWork() {
          group.addTask {
            switch work {
            case .render(let index, let shot):
              .rendered(
                index, try RenderedShot(of: shot, by: renderer, bands: bands, from: stock))
            case .encode(let index, let parts): .encoded(index, try parts.map { try $0.encode() })
            }
          }
        }
        try Task.checkCancellation()
        guard let finished = try await group.next() else { break }
        switch finished {
        case .rendered(let index, let shot): belt.take(shot, at: index)
        case .encoded(let index, let parts): belt.take(parts, at: index)
        case .written:
          belt.takeReceipt()
          onFrame(belt.writtenCount)
        }
        while let parts = belt.nextWritable() {
          let receipt = desk.write(parts)
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
  /// What `work` answers for 0 to `count`, one after the other in the answer but not in time: on no
  /// more than `jobs` threads.
  static func sideBySide<Answer: Sendable>(
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

  /// What `draw` makes of each of so many frames: of several side by side, or, where they are fewer
  /// than the jobs, of one after the other in a band for each job.
  static func drawn<Answer: Sendable>(
    _ count: Int, jobs: Int, _ draw: @Sendable (_ index: Int, _ bands: Int) throws -> Answer
  ) throws -> [Answer] {
    let bands = count < jobs ? jobs : 1
    return try sideBySide(count, jobs: bands > 1 ? 1 : jobs) { index in
      Result { try draw(index, bands) }
    }.map { try $0.get() }
  }

  /// What `work` answers for every number below `count`, in order; it is done side by side.
  func inOrder<Answer: Sendable>(
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
  /// Who shows it.
  var uses: [Use]
}

/// A moment, rendered.
struct RenderedShot: Sendable {
  let list: DisplayList
  /// How long it took.
  let seconds: Double
  /// Who lends the pixels.
  let frame: LentFrame

  var pixels: Pixmap { frame.pixels }

  fileprivate init(
    of shot: Shot, by renderer: Renderer, bands: Int, from stock: FrameStock
  ) throws {
    let drawn =
      try stock.take(at: shot.time)
      ?? renderer.drawnFrame(at: shot.time, bands: bands, over: stock.take())
    (list, seconds) = (drawn.list, drawn.seconds)
    frame = stock.lending(drawn.pixels)
  }
}

/// A frame that one output has encoded.
struct EncodedPart: Sendable {
  var output: Int
  var part: any Sendable
  /// How long the frame took to be rendered, and to be encoded.
  var renderSeconds, encodeSeconds: Double
}

/// What the pump knows of its frames: which are waiting, rendered, encoded, written.
private struct Belt {
  enum Work: Sendable {
    case render(Int, Shot)
    case encode(Int, [PendingPart])
  }

  private let shots: [Shot]
  private let jobs: Int
  private let isTimed: Bool
  private let renderer: Renderer
  private let encoders: [FrameEncoder]
  private var running = 0
  private var nextRender = 0
  private var nextEncode = 0
  private var nextWrite = 0
  private(set) var writtenCount = 0
  private var rendered: [Int: RenderedShot] = [:]
  private var encoded: [Int: [EncodedPart]] = [:]
  private var previous: [RenderedShot?]

  init(
    shots: [Shot], jobs: Int, isTimed: Bool, renderer: Renderer, encoders: [FrameEncoder]
  ) {
    (self.shots, self.jobs, self.isTimed) = (shots, jobs, isTimed)
    (self.renderer, self.encoders) = (renderer, encoders)
    previous = Array(repeating: nil, count: encoders.count)
  }

  /// The most frames that are held at a time.
  private var window: Int { FramePump.framesOfJob * jobs + 1 }

  var isEmpty: Bool { writtenCount == shots.count }

  /// Something to do now, if a job is free: encoding comes first, for it frees memory.
  mutating func nextWork() -> Work? {
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

  mutating func take(_ shot: RenderedShot, at index: Int) {
    running -= 1
    rendered[index] = shot
  }

  mutating func take(_ parts: [EncodedPart], at index: Int) {
    running -= 1
    encoded[index] = parts
  }

  /// The parts of the next frame in order, once they are there.
  mutating func nextWritable() -> [EncodedPart]? {
    guard let parts = encoded.removeValue(forKey: nextWrite) else { return nil }
    nextWrite += 1
    return parts
  }

  /// Hears that one frame more is written.
  mutating func takeReceipt() { writtenCount += 1 }

  private mutating func pendingParts(of shot: RenderedShot) -> [PendingPart] {
    shots[nextEncode].uses.map { use in
      let part = PendingPart(
        use: use, shot: shot, previous: previous[use.output], isTimed: isTimed,
        renderer: renderer, encoder: encoders[use.output])
      if encoders[use.output].looksBack { previous[use.output] = shot }
      return part
    }
  }
}

/// A frame that waits for its output's encoder.
private struct PendingPart: Sendable {
  var use: Shot.Use
  var shot: RenderedShot
  var previous: RenderedShot?
  var isTimed: Bool
  var renderer: Renderer
  var encoder: FrameEncoder

  func encode() throws -> EncodedPart {
    let damage = previous.map { renderer.damage(of: shot, since: $0) } ?? shot.pixels.bounds
    var frame = Frame(
      index: use.index, pixels: shot.pixels, previous: previous?.pixels, damage: damage,
      start: use.start, end: use.end)
    if isTimed { frame.clock = Stopwatch.seconds }
    frame.lenders = [shot, previous].compactMap { $0?.frame }
    let start = Stopwatch.seconds()
    let part = try encoder.encode(frame)
    return EncodedPart(
      output: use.output, part: part, renderSeconds: shot.seconds,
      encodeSeconds: Stopwatch.seconds() - start)
  }
}
