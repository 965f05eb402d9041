internal import Kernels
public import Pixels

/// How luma and the two colour differences make red, green and blue.
public enum YUVMatrix: String, Hashable, Sendable, CaseIterable {
  /// That of standard television.
  case bt601
  /// That of high definition.
  case bt709

  /// The shares of red and blue in luma.
  fileprivate var shares: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    }
  }
}

/// A frame of luma and colour differences, plane by plane, eight bits a sample.
public struct YUVPlanes: Sendable {
  /// Where the samples of the colour differences lie.
  public struct Sampling: Hashable, Sendable {
    /// Columns and rows of pixels to a sample; no columns without colours.
    var columns, rows: Int
    /// Whether a sample lies at the left one of its two columns, instead of between them.
    var isLeft = false

    /// The sampling that Y4M calls `name`, as in "420jpeg"; nil for one that is not read.
    public init?(_ name: String) {
      switch name {
      case "420", "420jpeg": (columns, rows) = (2, 2)
      case "420mpeg2", "420paldv": (columns, rows, isLeft) = (2, 2, true)
      case "422": (columns, rows, isLeft) = (2, 1, true)
      case "444": (columns, rows) = (1, 1)
      case "mono": (columns, rows) = (0, 0)
      default: return nil
      }
    }
  }

  let width, height: Int
  let sampling: Sampling
  private let weights: rt_yuv_weights

  /// Planes of this size; `isFullRange` says that luma goes from 0 to 255 instead of 16 to 235.
  public init(
    width: Int, height: Int, sampling: Sampling, matrix: YUVMatrix, isFullRange: Bool = false
  ) {
    (self.width, self.height, self.sampling) = (width, height, sampling)
    let (red, blue) = matrix.shares
    let green = 1 - red - blue
    let (luma, chroma) = isFullRange ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
    func fixed(_ weight: Double) -> Int32 { Int32((weight * 65_536).rounded()) }
    weights = rt_yuv_weights(
      black: isFullRange ? 0 : 16, luma: fixed(luma), red_of_red: fixed(2 * (1 - red) * chroma),
      green_of_blue: fixed(2 * (1 - blue) * blue / green * chroma),
      green_of_red: fixed(2 * (1 - red) * red / green * chroma),
      blue_of_blue: fixed(2 * (1 - blue) * chroma))
  }

  private var chromaWidth: Int {
    sampling.columns == 0 ? 0 : (width + sampling.columns - 1) / sampling.columns
  }
  private var chromaHeight: Int {
    sampling.columns == 0 ? 0 : (height + sampling.rows - 1) / sampling.rows
  }

  /// The bytes of a frame.
  public var byteCount: Int { width * height + 2 * chromaWidth * chromaHeight }

  /// The frame, opaque; colour differences are interpolated between their samples.
  ///
  /// There have to be `byteCount` bytes.
  public func pixmap(of bytes: [UInt8]) -> Pixmap {
    precondition(bytes.count == byteCount, "planes of another size")
    var pixmap = Pixmap(unwrittenWidth: width, height: height)
    // Sixteenths of a level.
    var blue = [UInt16](repeating: 2048, count: width)
    var red = blue
    let (width, height, weights) = (width, height, weights)
    let plane = chromaWidth * chromaHeight
    pixmap.withMutableSpan { rgba in
      for y in 0..<height {
        if plane > 0 {
          interpolate(bytes.span, from: width * height, y, into: &blue)
          interpolate(bytes.span, from: width * height + plane, y, into: &red)
        }
        unsafe bytes.span.lend(y * width, width) { luma in
          unsafe rgba.lend(4 * y * width, 4 * width) { target in
            unsafe rt_join_yuv(luma, blue, red, width, weights, target)
          }
        }
      }
    }
    return pixmap
  }

  /// A row of colour differences at every pixel, in sixteenths of a level.
  private func interpolate(
    _ bytes: Span<UInt8>, from start: Int, _ y: Int, into row: inout [UInt16]
  ) {
    // A row lies a quarter of a chroma row from the nearer one, and three from the farther.
    let near = y / sampling.rows
    let step = sampling.rows == 1 ? 0 : y % 2 == 0 ? -1 : 1
    let far = min(max(near + step, 0), chromaHeight - 1)
    let (first, second) = (start + near * chromaWidth, start + far * chromaWidth)
    let last = chromaWidth - 1
    func quarters(_ column: Int) -> UInt16 {
      3 &* UInt16(bytes[first &+ column]) &+ UInt16(bytes[second &+ column])
    }
    var target = row.mutableSpan
    if sampling.columns == 1 {
      for x in 0..<width { target[x] = 4 &* quarters(x) }
      return
    }
    var (left, own) = (quarters(0), quarters(0))
    for column in 0...last {
      let right = quarters(min(column &+ 1, last))
      let x = 2 &* column
      target[x] = sampling.isLeft ? 4 &* own : 3 &* own &+ left
      if x &+ 1 < width {
        target[x &+ 1] = sampling.isLeft ? 2 &* (own &+ right) : 3 &* own &+ right
      }
      (left, own) = (own, right)
    }
  }
}
