internal import CRowTwins
internal import Pixels

/// Pixels side by side with the same index, and perhaps another one that shows the same.
struct IndexRun: Hashable, Sendable {
  /// How long a run can be.
  static let most = 65_535

  /// The index in the low byte, the other one in the next, the length above.
  fileprivate(set) var bits: UInt32

  /// A run of up to `most` pixels.
  @inline(__always)
  init(_ index: UInt8, or other: UInt8, length: Int) {
    bits = UInt32(truncatingIfNeeded: length) &<< 16 | UInt32(other) &<< 8 | UInt32(index)
  }

  /// The index.
  @inline(__always)
  var index: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// Another index that shows the same; the same one if there is no choice.
  @inline(__always)
  var other: UInt8 { UInt8(truncatingIfNeeded: bits &>> 8) }

  /// How many pixels there are.
  @inline(__always)
  var length: Int { Int(bits &>> 16) }
}

/// The indices of an image in runs, row behind row.
struct IndexRuns: Hashable, Sendable {
  private(set) var runs: [IndexRun] = []

  /// No pixels yet.
  init() {}

  /// The runs of indices, of which each is one of two that show the same.
  init(_ indices: [UInt8], or others: [UInt8]? = nil) {
    let others = others ?? indices
    let (one, other) = (indices.span, others.span)
    var place = 0
    while place < one.count {
      let start = place
      place &+= 1
      let end = min(one.count, start &+ IndexRun.most)
      while place < end, one[place] == one[start], other[place] == other[start] { place &+= 1 }
      append(one[start], or: other[start], length: place &- start)
    }
  }

  /// The index of each pixel.
  var indices: [UInt8] { runs.flatMap { repeatElement($0.index, count: $0.length) } }

  /// How many pixels there are.
  var pixelCount: Int { runs.reduce(0) { $0 + $1.length } }

  /// Makes room for so many runs more, which then are not moved while they grow in number.
  mutating func reserve(_ count: Int) { runs.reserveCapacity(runs.count + count) }

  /// Appends up to `IndexRun.most` pixels: as part of the last run, if they are the same.
  @inline(__always)
  mutating func append(_ index: UInt8, or other: UInt8, length: Int) {
    let run = IndexRun(index, or: other, length: length)
    if let last = runs.last, (last.bits ^ run.bits) & 0xFFFF == 0,
      last.length &+ length <= IndexRun.most
    {
      runs[runs.count &- 1].bits &+= UInt32(truncatingIfNeeded: length) &<< 16
    } else {
      runs.append(run)
    }
  }

  /// Appends up to `most` runs: `body` is given the last one so far, or 0, and where to put that again,
  /// perhaps longer, and the others behind it; it answers how many there are then.
  mutating func append(atMost most: Int, _ body: (UInt32, UnsafeMutablePointer<IndexRun>) -> Int) {
    let last = runs.popLast()?.bits ?? 0
    runs.append(addingCapacity: most + 1) { room in
      unsafe room.withUnsafeMutableBufferPointer { room, made in
        guard let first = room.baseAddress else { preconditionFailure("there is room") }
        made = unsafe body(last, first)
      }
    }
  }

  /// Gives all indices new names.
  mutating func rename(_ names: [UInt8]) { rename(as: .both(names)) }

  /// A part of the runs, as they are named.
  func named(_ part: Range<Int>, _ naming: [IndexNaming]) -> IndexRuns {
    var named = IndexRuns()
    named.runs = part == runs.indices ? runs : Array(runs[part])
    for each in naming { named.rename(as: each) }
    return named
  }

  private mutating func rename(as naming: IndexNaming) {
    var runs = runs.mutableSpan
    switch naming {
    case .holes(let index):
      // Without lookups the loop takes a fourth of the time.
      let (hole, change) = (UInt32(OwnColors.hole), UInt32(index ^ OwnColors.hole))
      for place in runs.indices {
        let bits = runs[place].bits
        runs[place].bits ^= bits & 0xFF == hole ? change : 0
        runs[place].bits ^= bits >> 8 & 0xFF == hole ? change << 8 : 0
      }
    case .settled:
      for place in runs.indices {
        let bits = runs[place].bits
        runs[place].bits = bits & ~0xFF | bits >> 8 & 0xFF
      }
    case .both(let names):
      let names = names.span
      for place in runs.indices {
        let run = runs[place]
        runs[place] = IndexRun(
          names[Int(run.index)], or: names[Int(run.other)], length: run.length)
      }
    }
  }
}

/// What the indices of runs are to become.
enum IndexNaming: Hashable, Sendable {
  /// Holes get an index.
  case holes(UInt8)
  /// The other index is taken, and leaves no choice.
  case settled
  /// Both of a run's indices get new names.
  case both([UInt8])
}

extension IndexRuns {
  /// The codes of the runs as GIF's variety of LZW, before they are put in blocks.
  func packed(_ way: rt_lzw_way, kin: ColorKin = ColorKin()) -> [UInt8] {
    let (runs, count) = (runs.span, runs.count)
    var pixels = 0
    for place in runs.indices { pixels &+= runs[place].length }
    // No pixel takes more than the 12 bits of a code of its own, and one clear code in hundreds.
    return unsafe [UInt8](unsafeUninitializedCapacity: pixels * 2 + 64) { target, size in
      guard let target = target.baseAddress else { return }
      size = unsafe runs.lend(0, runs.count) { runs in
        unsafe kin.lend { unsafe rt_pack_runs(runs, count, way, $0, target) }
      }
      precondition(size > 0, "a run of nothing, or of an index too high")
    }
  }
}
