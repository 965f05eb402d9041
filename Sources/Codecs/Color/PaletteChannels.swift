internal import Kernels
internal import Pixels

/// The colours of a palette by channels, as kernels search them.
struct PaletteChannels: Hashable, Sendable {
  private let count: Int
  // Red, then green, then blue, each with room for 256 colours. Those that are not there are far away.
  private var levels = [Int32](repeating: 1024, count: 768)

  init(_ colors: [UInt32]) {
    precondition(colors.count <= 256, "more colours than indices")
    count = colors.count
    for (index, color) in colors.enumerated() {
      for channel in 0..<3 {
        levels[256 * channel + index] = Int32(color >> UInt32(8 * channel) & 0xFF)
      }
    }
  }

  /// The index of the colour nearest to each of `colors`.
  func nearest(to colors: [UInt32]) -> [UInt8] {
    guard !colors.isEmpty else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: colors.count) { indices, made in
      guard let indices = indices.baseAddress else { return }
      unsafe lend { unsafe rt_find_nearest(colors, colors.count, $0, indices) }
      made = colors.count
    }
  }

  @inline(__always)
  func lend<Result>(_ body: (rt_channels) -> Result) -> Result {
    unsafe levels.span.lend(0, 768) { levels in
      unsafe body(
        rt_channels(red: levels, green: levels + 256, blue: levels + 512, count: count))
    }
  }
}
