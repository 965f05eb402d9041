import Formatting

/// The name that was probably meant.
enum Suggestion {
  /// The name that other tools' `word` stands for, or the one nearest in spelling; nil where none is
  /// near enough.
  static func nearest(to word: String, in names: [String]) -> String? {
    let nearest = SpellChecker.nearest(to: word, in: names)
    // A slip of one letter is likelier than another tool's word.
    if let nearest, nearest.distance <= 1 { return nearest.word }
    return name(for: word, in: names) ?? nearest?.word
  }

  /// The first of `names` that stands for what `word` means elsewhere; nil if there is none.
  private static func name(for word: String, in names: [String]) -> String? {
    let plain = plain(word)
    guard !plain.isEmpty else { return nil }
    if let same = names.first(where: { self.plain($0) == plain && $0 != word }) { return same }
    return meanings[plain]?.first(where: names.contains)
  }

  /// The letters and digits of a word, however these are joined and whichever of them are capitals.
  private static func plain(_ word: String) -> String {
    String(word.unicodeScalars.prefix(64)).lowercased().filter { !"-_ ".contains($0) }
  }

  /// All that words stand for.
  static var names: [String] { table.map(\.name) }

  private static let meanings: [String: [String]] = {
    var meanings: [String: [String]] = [:]
    for (name, words) in table {
      for word in words.split(separator: " ") { meanings[String(word), default: []].append(name) }
    }
    return meanings
  }()

  /// Words that other tools and languages have for what is meant here; where a word has several
  /// meanings, the first one that there is in its place counts.
  private static let table: [(name: String, words: String)] = [
    // Screens and layers; the content of a text is its text.
    ("text", "string label value title caption content paragraph span textview"),
    ("layers", "children sublayers subviews views elements nodes content contents items"),
    ("id", "name identifier key tag"),
    ("type", "kind class"),
    ("frame", "rect bounds box position size layout x y width height w h left top"),
    ("anchor", "anchorpoint transformorigin origin pivot"),
    ("opacity", "alpha transparency"),
    ("hidden", "visible visibility ishidden display"),
    ("order", "zindex zorder zposition"),
    ("fill", "background backgroundcolor bg fillcolor color colour backgroundimage"),
    ("cornerRadius", "radius borderradius cornerradii rounded roundness rx"),
    ("corners", "cornercurve cornerstyle"),
    ("border", "bordercolor borderwidth outline"),
    (
      "shadow", "boxshadow dropshadow elevation shadowcolor shadowradius shadowopacity shadowoffset"
    ),
    ("clip", "clipstobounds maskstobounds overflow clipping"),
    ("blend", "blendmode mixblendmode compositingfilter"),
    ("blur", "blurradius gaussianblur"),
    ("isolate", "isolation"), ("maskBy", "masktype maskmode"),
    ("shadows", "boxshadows dropshadows"),
    ("doubleSided", "backfacevisibility backface"),
    ("perspective", "m34 cameradistance"),
    ("transform", "transforms rotation rotate scale translate"),
    ("rotate", "rotation rotationz rotatez angle"),
    ("rotateX", "rotationx"), ("rotateY", "rotationy"),
    ("x", "translatex tx translationx left"), ("y", "translatey ty translationy top"),
    ("z", "translatez tz translationz"),
    // Texts, images and shapes.
    ("font", "fontfamily fontname typeface"), ("size", "fontsize textsize pointsize"),
    ("weight", "fontweight"), ("color", "textcolor foreground foregroundcolor colour tintcolor"),
    ("align", "textalign alignment textalignment justify"),
    ("letterSpacing", "tracking kern kerning"), ("lineHeight", "leading linespacing"),
    ("maxLines", "numberoflines linelimit lines lineclamp"),
    ("truncate", "linebreakmode textoverflow ellipsis truncation overflow"),
    ("src", "source url uri href image path file asset"),
    ("image", "src source url img picture photo bitmap imageview icon png"),
    ("fit", "contentmode objectfit scaletype resizemode gravity"),
    ("path", "d svg pathdata points"),
    ("stroke", "strokewidth strokecolor linewidth strokecolour"),
    ("miterLimit", "strokemiterlimit"), ("dashOffset", "strokedashoffset dashphase"),
    ("spread", "spreadmethod tilemode"), ("focus", "focalpoint fx fy"),
    ("box", "group view rect rectangle container layer div stack square panel"),
    ("shape", "path svg ellipse circle oval vector line polygon"),
    ("contain", "aspectfit scaleaspectfit"), ("cover", "aspectfill scaleaspectfill"),
    // Transitions.
    ("from", "source first before old"), ("to", "destination dest target after second new"),
    ("transition", "animation effect"),
    ("duration", "time length seconds dur"), ("delay", "startdelay wait begintime"),
    ("curve", "easing ease timing timingfunction timingcurve interpolator"),
    ("fps", "framerate framespersecond rate"), ("loop", "repeat loops iterations repeatcount"),
    ("hold", "pause"), ("colors", "palette colours numcolors"),
    ("fade", "crossfade dissolve crossdissolve opacity fadein"),
    ("present", "modal sheet pagesheet formsheet modalpresentation"),
    ("cover", "coververtical slideup"), ("flip", "fliphorizontal flipfromleft flipfromright"),
    ("containerTransform", "container hero matchedgeometry morph sharedelement"),
    ("sharedImage", "sharedelement sharedtransition magicmove"),
    ("none", "cut instant immediate"),
    ("default", "ease"),
    ("easeIn", "easeincubic easeinquad easeinquart easeinexpo easeinsine accelerate"),
    ("easeOut", "easeoutcubic easeoutquad easeoutquart easeoutexpo easeoutsine decelerate"),
    ("easeInOut", "easeinoutcubic easeinoutquad easeinoutquart easeinoutexpo easeinoutsine"),
    ("easeOutBack", "backout overshoot"),
  ]
}
