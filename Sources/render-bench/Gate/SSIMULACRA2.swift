import Geometry
import ImageDiff
import Pixels

/// SSIMULACRA2 2.1, by Jon Sneyers (Cloudinary): how good people would find a picture.
///
/// 100 is the same picture as the reference, 90 looks the same, 70 is high quality, 50 medium.
/// Scores agree with PyPI's `ssimulacra2` 0.3.0 within 0.01. Like it, this cuts the Gaussian at
/// 5 pixels, and mirrors a picture at the top and the bottom, but not at its sides, beyond which
/// there is zero; libjxl has zero all around, under a recursive filter.
///
/// Only sums, products, quotients and square roots are used, always in the same order: the score is
/// the same on every machine.
enum SSIMULACRA2 {
  /// The score of `distorted`; both pictures have the same size.
  static func score(_ reference: Pixmap, _ distorted: Pixmap) -> Double {
    var (one, other) = (LinearPicture(reference), LinearPicture(distorted))
    var norms: [Errors] = []
    while norms.count < 12, min(one.width, one.height) >= 8 {
      norms += self.norms(one, other)
      (one, other) = (one.halved, other.halved)
    }
    let values = (0..<3).flatMap { channel in
      norms.flatMap { [$0[channel], $0[4 + channel], $0[8 + channel]] }
    }
    // Small pictures have fewer scales: later channels then get earlier weights, as in libjxl.
    let error = 0.9562382616834844 * zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    let curved =
      ((6.248496625763138e-05 * error - 0.020884521182843837) * error + 2.326765642916932) * error
    guard curved > 0 else { return 100 }
    return 100 - 10 * Elementary.exp(0.6276336467831387 * Elementary.log(curved))
  }

  /// The means of the errors of all pixels at one scale, and the fourth roots of the means of their
  /// fourth powers.
  private static func norms(_ one: LinearPicture, _ other: LinearPicture) -> [Errors] {
    let (width, height, radius) = (one.width, one.height, Moments.radius)
    let (reference, distorted) = (one.xyb, other.xyb)
    let (mine, others, taps) = (reference.span, distorted.span, Moments.gaussian.span)
    var line = [Moments](repeating: Moments(), count: width + 2 * radius)
    var (sum, sumOfFourths) = (Errors(), Errors())
    for y in 0..<height {
      let starts = (y - radius...y + radius).map { row in
        (row < 0 ? -1 - row : row < height ? row : 2 * height - 1 - row) * width
      }
      for x in 0..<width {
        var moments = Moments()
        for tap in taps.indices {
          let place = starts[tap] &+ x
          moments.add(Moments(mine[place], others[place]), weight: taps[tap])
        }
        line[x &+ radius] = moments
      }
      for x in 0..<width {
        var moments = Moments()
        for tap in taps.indices { moments.add(line[x &+ tap], weight: taps[tap]) }
        let place = y &* width &+ x
        let errors = moments.errors(mine[place], others[place])
        let squares = errors * errors
        sum += errors
        sumOfFourths += squares * squares
      }
    }
    let count = Double(width * height)
    return [sum / count, (sumOfFourths / count).squareRoot().squareRoot()]
  }

  /// By channel, scale, norm and error.
  private static let weights: [Double] = [
    0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0, 0, 0.0004371155730107379, 0,
    1.1041726426657346, 0.00066284834129271, 0.00015231632783718752, 0, 0.0016406437456599754, 0,
    1.8422455520539298, 11.441172603757666, 0, 0.0007989109436015163, 0.000176816438078653, 0,
    1.8787594979546387, 10.94906990605142, 0, 0.0007289346991508072, 0.9677937080626833, 0,
    0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053, 0.0004550992113792063, 0, 0,
    0.0013648766163243398, 0, 0,

    0, 0, 0, 7.466890328078848, 0, 17.445833984131262, 0.0006235601634041466, 0, 0,
    6.683678146179332, 0.00037724407979611296, 1.027889937768264, 225.20515300849274, 0, 0,
    19.213238186143016, 0.0011401524586618361, 0.001237755635509985, 176.39317598450694, 0, 0,
    24.43300999870476, 0.28520802612117757, 0.0004485436923833408, 0, 0, 0, 34.77906344483772,
    44.835625328877896, 0, 0, 0, 0, 0, 0, 0,

    0, 0.0008680556573291698, 0, 0, 0, 0, 0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0,
    0, 0, 0, 0.0004179171803251336, 0.0017290828234722833, 0, 0.0020827005846636437, 0, 0,
    8.826982764996862, 23.19243343998926, 0, 95.1080498811086, 0.9863978034400682,
    0.9834382792465353, 0.0012286405048278493, 171.2667255897307, 0.9807858872435379, 0, 0, 0,
    0.0005130064588990679, 0, 0.00010854057858411537,
  ]
}

/// A channel in each lane; the fourth is not used.
private typealias Channels = SIMD4<Float>

/// A picture of red, green and blue light from 0 to 1, row by row.
private struct LinearPicture {
  let width, height: Int
  private let pixels: [Channels]

  private static let light = (0...255).map { Float(ColorCurves.light(Double($0) / 255)) }

  /// `picture` over a middle grey.
  init(_ picture: Pixmap) {
    (width, height) = (picture.width, picture.height)
    let (bytes, light) = (picture.bytes.span, Self.light.span)
    pixels = (0..<width * height).map { place in
      let color = SIMD4<Int>(truncatingIfNeeded: bytes.pixel(at: 4 * place).channels)
      let opaque = color &+ (256 &- color[3]) &>> 1
      return Channels(light[opaque[0]], light[opaque[1]], light[opaque[2]], 0)
    }
  }

  private init(_ width: Int, _ height: Int, _ pixels: [Channels]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The picture at half its size: means of 2 x 2 pixels, of fewer at odd edges.
  var halved: LinearPicture {
    let source = pixels.span
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    var half: [Channels] = []
    half.reserveCapacity(columns * rows)
    for y in 0..<rows {
      let (upper, lower) = (2 * y * width, min(2 * y + 1, height - 1) * width)
      for x in 0..<columns {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let sum = source[upper + left] + source[upper + right]
        half.append((sum + source[lower + left] + source[lower + right]) / 4)
      }
    }
    return LinearPicture(columns, rows, half)
  }

  /// The picture in JPEG XL's XYB, moved and stretched to positive numbers: X times 14 plus 0.42,
  /// Y plus 0.01, and B minus Y plus 0.55.
  var xyb: [Channels] {
    // The fourth lane is 1, so that its root is regular.
    let bias = Channels(0.0037930732552754493, 0.0037930732552754493, 0.0037930732552754493, 1)
    let rootOfBias = bias.cubeRoot
    return pixels.map { light in
      let red = light[0] * Channels(0.3, 0.23, 0.24342268924547819, 0)
      let green = light[1] * Channels(0.622, 0.692, 0.20476744424496821, 0)
      let blue = light[2] * Channels(0.078, 0.078, 0.5518098665095536, 0)
      let cone = (red + green + blue + bias).cubeRoot - rootOfBias
      let y = (cone[0] + cone[1]) / 2
      return Channels(7 * (cone[0] - cone[1]) + 0.42, y + 0.01, cone[2] - y + 0.55, 0)
    }
  }
}

extension Channels {
  /// The cube roots of numbers from 0.003 to 1.1, by Halley's steps, each of which leaves about
  /// the cube of the error.
  fileprivate var cubeRoot: Channels {
    var root = Channels(repeating: 0.5)
    for _ in 0..<4 {
      let cube = root * root * root
      root *= (cube + 2 * self) / (2 * cube + self)
    }
    return root
  }
}

/// Four lanes of channels each: 1 minus the structural similarity, the edges that only the
/// distorted picture has, those that only the reference has, and four that are not used.
private typealias Errors = SIMD16<Double>

/// Means under a Gaussian about a pixel of two pictures.
private struct Moments {
  /// Of sigma 1.5, cut at `radius`.
  static let gaussian = {
    let taps = (-radius...radius).map { Elementary.exp(-Double($0 * $0) / 4.5) }
    return taps.map { Float($0 / taps.reduce(0, +)) }
  }()
  static let radius = 5

  private var reference = Channels(), distorted = Channels()
  /// Of the squares of both, and of the square of their difference.
  private var squares = Channels(), differenceSquared = Channels()

  init() {}

  /// Those of a pixel alone.
  @inline(__always)
  init(_ one: Channels, _ other: Channels) {
    (reference, distorted, squares) = (one, other, one * one + other * other)
    differenceSquared = (one - other) * (one - other)
  }

  @inline(__always)
  mutating func add(_ moments: Moments, weight: Float) {
    reference += weight * moments.reference
    distorted += weight * moments.distorted
    squares += weight * moments.squares
    differenceSquared += weight * moments.differenceSquared
  }

  /// The errors of the pixel of these values.
  @inline(__always)
  func errors(_ one: Channels, _ other: Channels) -> Errors {
    // Keeps flat areas from dividing by nothing.
    let constant: Float = 0.0009
    let variances = squares - (reference * reference + distorted * distorted) + constant
    let shift = (reference - distorted) * (reference - distorted)
    // 1 - (1 - shift) * (2 * covariance + constant) / variances, without cancellation: the
    // variance of the difference is both variances less twice the covariance.
    let variance = differenceSquared - shift
    let ssim = (variance + shift * (variances - variance)) / variances
    let edge = magnitude(one - reference)
    let edges = (magnitude(other - distorted) - edge) / (1 + edge)
    let pair = SIMD8(lowHalf: pointwiseMax(ssim, .zero), highHalf: pointwiseMax(edges, .zero))
    return Errors(
      SIMD16(lowHalf: pair, highHalf: SIMD8(lowHalf: -pointwiseMin(edges, .zero), highHalf: .zero)))
  }

  @inline(__always)
  private func magnitude(_ channels: Channels) -> Channels { pointwiseMax(channels, -channels) }
}
