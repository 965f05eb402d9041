import CDeflate

@testable import Codecs

/// A PNG decoder that is written for clarity: it defines what `StraightImage` must answer.
struct ReferencePNG {
  var width = 0
  var height = 0
  var depth = 0
  var type = 0
  var isInterlaced = false
  var palette: [[UInt8]] = []
  var transparency: [UInt8] = []
  var rgba: [UInt8] = []
  private var packed: [UInt8] = []

  init?(_ file: [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let length = Int(file.bigEndian32(at: offset))
      let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      take(name, [UInt8](file[offset + 8..<offset + 8 + length]))
      offset += length + 12
    }
    rgba = [UInt8](repeating: 0, count: width * height * 4)
    guard draw() else { return nil }
  }

  private mutating func take(_ name: String, _ body: [UInt8]) {
    switch name {
    case "IHDR":
      (width, height) = (Int(body.bigEndian32(at: 0)), Int(body.bigEndian32(at: 4)))
      (depth, type, isInterlaced) = (Int(body[8]), Int(body[9]), body[12] == 1)
    case "PLTE":
      palette = stride(from: 0, to: body.count, by: 3).map { [UInt8](body[$0..<$0 + 3]) }
    case "tRNS": transparency = body
    case "IDAT": packed += body
    default: break
    }
  }

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 0 }

  private mutating func draw() -> Bool {
    let plain = [(0, 0, 1, 1)]
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    guard let bytes = inflated(packed, upTo: (width * 8 + 16) * (height + 8) * 2) else {
      return false
    }
    var offset = 0
    for (left, top, stepX, stepY) in isInterlaced ? adam7 : plain {
      let columns = (width - left + stepX - 1) / stepX
      let rows = (height - top + stepY - 1) / stepY
      guard columns > 0, rows > 0 else { continue }
      var above = [UInt8](repeating: 0, count: (columns * channels * depth + 7) / 8)
      for row in 0..<rows {
        let end = offset + 1 + above.count
        above = unfiltered(bytes[offset], [UInt8](bytes[offset + 1..<end]), above)
        offset = end
        for column in 0..<columns {
          set(left + column * stepX, top + row * stepY, color(above, column))
        }
      }
    }
    return true
  }

  private mutating func set(_ x: Int, _ y: Int, _ color: [UInt8]) {
    rgba.replaceSubrange((y * width + x) * 4..<(y * width + x) * 4 + 4, with: color)
  }

  private func unfiltered(_ filter: UInt8, _ row: [UInt8], _ above: [UInt8]) -> [UInt8] {
    let step = max(1, channels * depth / 8)
    var row = row
    for i in row.indices {
      let left = i >= step ? Int(row[i - step]) : 0
      let corner = i >= step ? Int(above[i - step]) : 0
      let up = Int(above[i])
      let guess = left + up - corner
      let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
      let paeth = a <= b && a <= c ? left : b <= c ? up : corner
      row[i] &+= UInt8([0, left, up, (left + up) / 2, paeth][Int(filter)])
    }
    return row
  }

  private func sample(_ row: [UInt8], _ index: Int) -> Int {
    switch depth {
    case 16: Int(row[index * 2]) << 8 | Int(row[index * 2 + 1])
    case 8: Int(row[index])
    default:
      Int(row[index * depth / 8]) >> (8 - depth - index * depth % 8) & ((1 << depth) - 1)
    }
  }

  private func color(_ row: [UInt8], _ column: Int) -> [UInt8] {
    let raw = (0..<channels).map { sample(row, column * channels + $0) }
    if type == 3 {
      let alpha = raw[0] < transparency.count ? transparency[raw[0]] : 255
      return palette[raw[0]] + [alpha]
    }
    let greatest = (1 << depth) - 1
    let bytes = raw.map { UInt8(($0 * 255 * 2 + greatest) / (greatest * 2)) }
    let keys = stride(from: 0, to: transparency.count, by: 2).map {
      Int(transparency.bigEndian16(at: $0))
    }
    let alpha: UInt8 = !keys.isEmpty && keys == raw ? 0 : 255
    switch type {
    case 0: return [bytes[0], bytes[0], bytes[0], alpha]
    case 2: return bytes + [alpha]
    case 4: return [bytes[0], bytes[0], bytes[0], bytes[1]]
    default: return bytes
    }
  }
}

/// The content of a zlib stream; nil if it is damaged.
func inflated(_ packed: [UInt8], upTo capacity: Int) -> [UInt8]? {
  guard let inflator = unsafe libdeflate_alloc_decompressor() else { return nil }
  defer { unsafe libdeflate_free_decompressor(inflator) }
  var isWhole = false
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
    var written = 0
    let answer = unsafe libdeflate_zlib_decompress(
      inflator, packed, packed.count, target.baseAddress, capacity, &written)
    isWhole = answer == LIBDEFLATE_SUCCESS
    count = isWhole ? written : 0
  }
  return isWhole ? bytes : nil
}
