public import Pixels

/// What a sink is told of one of its frames before the run begins.
public struct GIFSample: Sendable {
  /// Which frame it is; nil if nobody knows.
  let index: Int?
  /// Its colours; nil if there are too many to be exact.
  let table: ColorTable?
  /// Those that fill areas.
  let flats: FlatColors
  /// Those of a part of its rows; nil if there are too many for a drawing of few colours.
  let tally: ColorTally?
  /// All of them in cells, where frames share a palette; nil elsewhere.
  let cells: ColorCells?

  /// Looks at a picture, which nobody needs any more then; the options are the sink's.
  public init(of pixels: Pixmap, at index: Int? = nil, options: GIFOptions = GIFOptions()) {
    self.index = index
    let canvas = GIFCanvas(pixels: pixels, base: nil, area: pixels.bounds)
    table = canvas.colors(atMost: options.colors)
    tally = ColorTally(of: canvas)
    cells = options.sharesPalette ? canvas.cells() : nil
    flats = FlatColors(of: pixels)
  }
}

extension ColorTable {
  /// The colours of all samples; empty if they are too many.
  init(of samples: [GIFSample], atMost limit: Int) {
    self.init()
    for sample in samples {
      guard let table = sample.table, insert(table.colors, atMost: limit) else {
        self = ColorTable()
        return
      }
    }
  }

  /// Adds colours; answers false as soon as there are more than `limit`.
  private mutating func insert(_ colors: [UInt32], atMost limit: Int) -> Bool {
    colors.allSatisfy { insert($0) != nil && self.colors.count <= limit }
  }
}
