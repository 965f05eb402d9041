import Geometry
import Testing
import Typeface

@Suite("alignment") struct AlignmentTests {
  private typealias Alignment = TextStyle.Alignment

  @Test(
    "lines stand where their alignment says",
    arguments: [
      (TextStyle.Alignment.left, 0.0), (.center, 7.5), (.right, 15), (.natural, 0),
      (.justified, 0),
    ])
  func leftToRight(alignment: TextStyle.Alignment, x: Double) throws {
    var style = Mono.style
    style.alignment = alignment
    let layout = try Mono.layout("abc  ", style: style, width: 30)
    #expect(layout.lines.map(\.x) == [x])
    #expect(layout.lines.first?.glyphs.map(\.position.x) == [x, x + 5, x + 10])
  }

  @Test(
    "a paragraph from right to left begins at the right",
    arguments: [Alignment.natural, .justified])
  func rightToLeft(alignment: TextStyle.Alignment) throws {
    var style = Mono.style
    style.alignment = alignment
    #expect(try Mono.layout("אבג", style: style, width: 30).lines.map(\.x) == [15])
  }

  @Test("each paragraph finds its own direction")
  func paragraphs() throws {
    let layout = try Mono.layout("12\nab\nאב\n12", width: 30)
    #expect(layout.lines.map(\.x) == [0, 0, 20, 0])
  }

  @Test("without a width the box is as wide as the widest line")
  func endless() throws {
    var style = Mono.style
    style.alignment = .right
    let layout = try Mono.layout("abcd\nab", style: style)
    #expect(layout.lines.map(\.x) == [0, 10])
    #expect(layout.size == Size(width: 20, height: 20))
  }

  @Test("a line that is wider than the box is centred all the same")
  func overflow() throws {
    var style = Mono.style
    style.alignment = .center
    #expect(try Mono.layout("a", style: style, width: 3).lines.map(\.x) == [-1])
  }

  @Test("a justified line grows between its words, the last of a paragraph does not")
  func justified() throws {
    var style = Mono.style
    style.alignment = .justified
    let layout = try Mono.layout("a b c dddd\nee f", style: style, width: 30)
    #expect(layout.lines.map(\.width) == [30, 20, 20])
    let first = try #require(layout.lines.first)
    #expect(first.glyphs.map(\.position.x) == [0, 5, 12.5, 17.5, 25])
  }

  @Test("ideographs are justified without spaces, a single word is not")
  func justifiedWithoutSpaces() throws {
    var style = Mono.style
    style.alignment = .justified
    #expect(try Mono.layout("日本日本", style: style, width: 18).lines.map(\.width) == [18, 5])
    #expect(try Mono.layout("abcd efgh", style: style, width: 24).lines.map(\.width) == [20, 20])
  }

  @Test("half of a line's height beyond its letters is above them")
  func lineHeight() throws {
    var style = Mono.style
    style.lineHeight = 16
    let layout = try Mono.layout("a\nb", style: style)
    #expect(layout.lines.map(\.baseline) == [11, 27])
    #expect(layout.size == Size(width: 5, height: 32))
    style.lineHeight = 6
    #expect(try Mono.layout("a", style: style).lines.map(\.baseline) == [6])
  }
}
