import Testing

@testable import SceneFormat

extension SVGScreenTests {
  private static let hard = """
    <feColorMatrix in='SourceAlpha' values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0' result='hardAlpha'/>
    """

  /// An effect as Figma writes it, onto that called `before`.
  private static func effect(
    _ parts: String, _ color: String, on before: String, _ name: String
  ) -> String {
    """
    \(hard)\(parts)<feColorMatrix type='matrix' values='\(color)'/>
    <feBlend mode='normal' in2='\(before)' result='\(name)'/>
    """
  }

  private static func figma(_ effects: String...) -> String {
    """
    <filter id='f' filterUnits='userSpaceOnUse' color-interpolation-filters='sRGB'>
    <feFlood flood-opacity='0' result='BackgroundImageFix'/>\(effects.joined())</filter>
    """
  }

  private static func shape(over name: String) -> String {
    "<feBlend mode='normal' in='SourceGraphic' in2='\(name)' result='shape'/>"
  }

  private static let grey = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"
  private static let red = "0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"
  private static let drop = effect(
    "<feOffset dy='4'/><feGaussianBlur stdDeviation='2'/>", grey, on: "BackgroundImageFix", "one")
  private static let spread = effect(
    "<feMorphology radius='3' operator='erode' in='SourceAlpha' result='two'/><feOffset dx='1'/><feComposite in2='hardAlpha' operator='out'/>",
    red, on: "one", "two")
  private static let inner = effect(
    "<feOffset dy='1'/><feGaussianBlur stdDeviation='.5'/><feComposite in2='hardAlpha' operator='arithmetic' k2='-1' k3='1'/>",
    red, on: "shape", "three")
  private static let narrowed = effect(
    "<feMorphology radius='1' operator='erode' in='SourceAlpha'/><feComposite in2='hardAlpha' operator='arithmetic' k2='-1' k3='1'/>",
    grey, on: "shape", "three")

  private static let dropKeys = ##""shadow": {"opacity": 0.25, "radius": 2, "offset": [0, 4]}"##

  @Test(
    "Figma's effects are keys of the one thing that is in their group",
    arguments: [
      (figma(drop, shape(over: "one")), dropKeys),
      (
        figma(drop, spread, shape(over: "two")),
        dropKeys
          + ##", "shadows": [{"color": "#FF0000", "radius": 0, "offset": [1, 0], "spread": -3}]"##
      ),
      (
        figma(shape(over: "BackgroundImageFix"), inner),
        ##""shadow": {"color": "#FF0000", "radius": 0.5, "offset": [0, 1], "inset": true}"##
      ),
      (
        figma(drop, shape(over: "one"), narrowed),
        dropKeys
          + ##", "shadows": [{"opacity": 0.25, "radius": 0, "spread": 1, "inset": true}]"##
      ),
      (
        figma(
          shape(over: "BackgroundImageFix"),
          "<feGaussianBlur stdDeviation='4' result='effect1_foregroundBlur'/>"), ##""blur": 4"##
      ),
      (
        figma(drop, shape(over: "one"), "<feGaussianBlur stdDeviation='1.5'/>"),
        dropKeys + ##", "blur": 1.5"##
      ),
      (
        figma(
          "<feGaussianBlur in='BackgroundImageFix' stdDeviation='6'/>",
          "<feComposite in2='SourceAlpha' operator='in' result='blurred'/>",
          shape(over: "blurred")), ##""backdrop": {"blur": 6}"##
      ),
    ])
  func figmaFilters(_ filter: String, _ keys: String) throws {
    let rect = "<g id='card' filter='url(#f)'><rect width='20' height='10' fill='#fff'/></g>"
    let (json, notes) = try screen(filter + rect)
    #expect(
      json
        == ##"{"layers": [{"id": "card", "frame": [0, 0, 20, 10], "fill": "#FFFFFF", \##(keys)}]}"##
    )
    #expect(notes == [])
  }

  @Test(
    "filters as other programs and style sheets write them",
    arguments: [
      (
        // Penpot.
        "<filter id='f' color-interpolation-filters='sRGB'><feFlood flood-opacity='0' result='BackgroundImageFix'/><feColorMatrix in='SourceAlpha' type='matrix' values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0'/><feOffset dx='4' dy='4'/><feGaussianBlur stdDeviation='2'/><feColorMatrix type='matrix' values='\(grey)'/><feBlend mode='normal' in2='BackgroundImageFix' result='filter_1'/><feBlend mode='normal' in='SourceGraphic' in2='filter_1' result='filter_2'/><feGaussianBlur stdDeviation='3' result='filter_3'/></filter>",
        "url(#f)",
        ##""shadow": {"opacity": 0.25, "radius": 2, "offset": [4, 4]}, "blur": 3"##
      ),
      (
        // Sketch, whose colours are linear.
        "<filter id='f'><feOffset dy='2' in='SourceAlpha' result='o'/><feGaussianBlur stdDeviation='3' in='o' result='b'/><feColorMatrix values='0 0 0 0 0.5 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5 0' in='b' result='m'/><feMerge><feMergeNode in='m'/><feMergeNode in='SourceGraphic'/></feMerge></filter>",
        "url(#f)",
        ##""shadow": {"color": "#BC0000", "opacity": 0.5, "radius": 3, "offset": [0, 2]}"##
      ),
      (
        "<filter id='f'><feDropShadow dx='1' stdDeviation='1' flood-color='#00f' flood-opacity='.5'/></filter>",
        "url(#f)",
        ##""shadow": {"color": "#0000FF", "opacity": 0.5, "radius": 1, "offset": [1, 2]}"##
      ),
      (
        "<filter id='f'><feGaussianBlur in='SourceAlpha' stdDeviation='1' result='b'/><feFlood flood-color='red'/><feComposite in2='b' operator='in' result='s'/><feComposite in='SourceGraphic' in2='s'/></filter>",
        "url(#f)", ##""shadow": {"color": "#FF0000", "radius": 1}"##
      ),
      ("", "blur(2px)", ##""blur": 2"##),
      (
        "", "drop-shadow(0 2px 4px rgb(255 0 0 / 50%))",
        ##""shadow": {"color": "#FF0000", "opacity": 0.501960784, "radius": 4, "offset": [0, 2]}"##
      ),
      (
        "", "drop-shadow(#f00 1px 0) blur(1em)",
        ##""shadow": {"color": "#FF0000", "radius": 0, "offset": [1, 0]}, "blur": 16"##
      ),
    ])
  func otherFilters(_ filter: String, _ value: String, _ keys: String) throws {
    let rect = "<rect width='20' height='10' style='filter:\(value)'/>"
    #expect(
      try layers(filter + rect) == ##"{"frame": [0, 0, 20, 10], "fill": "#000000", \##(keys)}"##)
  }

  @Test("effects are as large as the layer, and a rotated one keeps its own directions")
  func scaledFilters() throws {
    let rect = "<rect width='10' height='10' style='filter:drop-shadow(1px 2px 3px #000)'/>"
    #expect(
      try layers("<g transform='scale(2) rotate(90)'>\(rect)</g>")
        == ##"{"frame": [-20, 0, 20, 20], "fill": "#000000", "shadow": {"radius": 6, "offset": [2, 4]}, "transform": {"rotate": 90}}"##
    )
  }

  @Test("a shadow alone is the element in its colour, moved and blurred")
  func loneShadow() throws {
    let filter =
      "<filter id='f'><feOffset dy='2' in='SourceAlpha'/><feGaussianBlur stdDeviation='3'/><feColorMatrix values='\(Self.grey)'/></filter>"
    #expect(
      try layers("\(filter)<rect width='9' height='9' filter='url(#f)'/>")
        == ##"{"frame": [0, 2, 9, 9], "fill": "#000000", "blur": 3, "opacity": 0.25, "brightness": 1, "tint": "#000000"}"##
    )
  }

  @Test("a cut element is cut after its filter")
  func cutFilters() throws {
    let clip = "<clipPath id='c'><rect width='5' height='5'/></clipPath>"
    #expect(
      try layers(
        "\(clip)<rect width='9' height='9' opacity='.5' clip-path='url(#c)' filter='blur(1px)'/>")
        == ##"{"frame": [0, 0, 5, 5], "clip": true, "layers": [{"frame": [0, 0, 9, 9], "fill": "#000000", "blur": 1}], "opacity": 0.5}"##
    )
  }

  @Test(
    "the outline of a translucent box, of a circle and of a group with a ground casts hard shadows",
    arguments: [
      (
        "<rect width='10' height='10' rx='2' fill-opacity='.5' filter='url(#f)'/>",
        ##"{"frame": [0, 0, 10, 10], "fill": "#00000080", "cornerRadius": 2, "shadow": {"opacity": 0.25, "radius": 2, "offset": [0, 4], "path": "bounds"}}"##
      ),
      (
        "<g filter='url(#f)'><rect width='10' height='10' rx='2' fill-opacity='.5'/><rect width='1' height='1'/></g>",
        ##"{"frame": [0, 0, 10, 10], "layers": [{"frame": [0, 0, 10, 10], "fill": "#00000080", "cornerRadius": 2}, {"frame": [0, 0, 1, 1], "fill": "#000000"}], "cornerRadius": 2, "shadow": {"opacity": 0.25, "radius": 2, "offset": [0, 4], "path": "bounds"}}"##
      ),
    ])
  func hardShadows(_ element: String, _ json: String) throws {
    let cut = Self.figma(Self.drop, Self.spread, Self.shape(over: "two"))
    let rect = "<rect width='10' height='10' fill-opacity='.5' filter='url(#f)'/>"
    #expect(try layers(cut + rect).hasSuffix(##""spread": -3}], "backdrop": {"blur": 0.001}}"##))
    let filter = Self.figma(Self.drop, Self.shape(over: "one"))
    #expect(try layers(filter + element) == json)
  }

  @Test("Figma's background blur is the backdrop of what has the same blur")
  func backdrops() throws {
    let blur = """
      <foreignObject x='-8' y='-8' width='20' height='20'><div xmlns='http://www.w3.org/1999/xhtml' style='backdrop-filter:blur(2px);clip-path:url(#c);height:100%;width:100%'></div></foreignObject>
      """
    let path = "<path d='M0 0h8l-8 8z' fill='#fff'/>"
    let layer =
      ##""type": "shape", "frame": [0, 0, 8, 8], "path": "M0 0h8l-8 8z", "viewBox": [0, 0, 8, 8], "fill": "#FFFFFF""##
    #expect(
      try layers("\(blur)<path data-figma-bg-blur-radius='4' d='M0 0h8l-8 8z' fill='#fff'/>")
        == "{\(layer), \"backdrop\": {\"blur\": 2}}")
    #expect(
      try layers("\(blur)<g id='card' data-figma-bg-blur-radius='4'>\(path)\(path)</g>")
        == "{\"id\": \"card\", \"frame\": [0, 0, 8, 8], \"layers\": [{\(layer), \"backdrop\": {\"blur\": 2}}, {\(layer)}]}"
    )
    #expect(
      try layers(
        "\(blur)<g opacity='.5' data-figma-bg-blur-radius='4'><circle cx='4' cy='4' r='4'/></g>"
      )
      .hasSuffix(##""cornerRadius": 4, "backdrop": {"blur": 2}}"##))
    #expect(
      try screen("\(blur)\(path)").notes == [
        "2:1: warning: a foreignObject is not drawn as SVG says; it is left out"
      ])
  }

  @Test(
    "filters that layers have no keys for",
    arguments: [
      (
        "<filter id='f'><feTurbulence/></filter>", "url(#f)",
        "2:35: warning: a filter is not drawn as SVG says; the element is drawn without it"
      ),
      (
        "<filter id='f'><feGaussianBlur stdDeviation='1 2'/></filter>", "url(#f)",
        "2:35: warning: a filter is not drawn as SVG says; the element is drawn without it"
      ),
      (
        "<filter id='f'><feGaussianBlur in='SourceAlpha' stdDeviation='1' result='b'/><feComposite in='SourceAlpha' in2='b' operator='out'/></filter>",
        "url(#f)",
        "2:35: warning: a filter that does not draw the element itself is not drawn as SVG says; it is left out"
      ),
      (
        "", "sepia(1)",
        "2:35: warning: a filter is not drawn as SVG says; the element is drawn without it"
      ),
      (
        "<filter id='f'><feOffset/></filter>", "url(#f) blur(1px)",
        "2:35: warning: a filter is not drawn as SVG says; the element is drawn without it"
      ),
      (
        "", "url(#g)",
        "2:35: warning: a reference to nothing is not drawn as SVG says; the fallback is drawn, or nothing"
      ),
      (
        "<filter id='f'><feGaussianBlur stdDeviation='x'/></filter>", "url(#f)",
        "2:90: error: expected a length such as \"12\", \"12px\" or \"50%\", found \"x\""
      ),
      (
        "<filter id='f'>\(String(repeating: "<feOffset/>", count: 33))</filter>", "url(#f)",
        "2:45: error: a filter of more than 32 primitives"
      ),
      (
        figma(
          effect(
            "<feMorphology radius='1' in='SourceAlpha'/>", grey, on: "BackgroundImageFix", "one"),
          shape(over: "one")), "url(#f)",
        "2:1: warning: the spread of a shadow of other than a rectangle or a circle is not drawn as SVG says; it is cast without it"
      ),
    ])
  func filterGaps(_ filter: String, _ value: String, _ note: String) throws {
    let (_, notes) = try screen("<path d='M0 0h9v9z' style='filter:\(value)'/>\(filter)")
    #expect(notes.last == note)
  }
}
