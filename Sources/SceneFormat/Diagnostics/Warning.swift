import Formatting
public import Geometry

/// Something valid but suspicious.
public enum Warning: Hashable, Sendable {
  /// A property does not begin or end where its target rests, though the first and the last picture
  /// are the screens alone.
  case jumpingEnd(target: String, property: String, isStart: Bool)
  /// Nothing can be seen but the canvas' background.
  case blankFrame(seconds: Double)
  /// A spring that is cut before it has settled.
  case unsettled(neededSeconds: Double, givenSeconds: Double)
  /// Something moves by more than a screen from one frame to the next.
  case longStep(target: String, points: Double, seconds: Double)
  /// A setting, a layer, a snapshot or slices of which nothing can be seen.
  case unused(kind: String, name: String)
  /// A track or a setting of a part that a screen lacks; of a pair where no bars stay.
  case missingPart(ScreenPart, of: Role?)
  /// A recipe for shared elements in a scene that shares nothing.
  case nothingShared
  /// More frames a second than a GIF can show.
  case gifRate(Double)
  /// A moment, in seconds, that is behind the end of the run.
  case behindEnd(Double, end: Double)
  /// A rule of a flow that comes behind others which fit all that it fits; the line of one of them.
  case unreachableRule(line: Int)
  /// Something in an SVG that is drawn or named otherwise.
  public enum SVGWarning: Hashable, Sendable {
    /// Something that is not supported, what is drawn instead, and how often it is there.
    case unsupported(String, instead: String, count: Int)
    /// A name that another element or a part of a screen has, and the one that is taken instead.
    case name(String, instead: String)
    /// A mistake in path data.
    case path(SVGPathError)
    /// A font that the scene does not name.
    case font(String)

    var wording: Wording {
      switch self {
      case .unsupported(let what, let instead, let count):
        let more = count == 1 ? "" : ", here and \(NumberFormat.count(count - 1, "more time"))"
        return Wording(
          "svg-unsupported", "\(what) is not drawn as SVG says\(more)", hint: instead)
      case .name(let name, let instead):
        return Wording(
          "svg-name", "the name \(Quoted(name)) is taken",
          hint: "this layer is called \(Quoted(instead))")
      case .path(let error):
        return Wording(
          "svg-path", "in this path data, \(Escaped("\(error)"))",
          hint: "what is before it is drawn")
      case .font(let name):
        return Wording(
          "svg-font", "no font is called \(Quoted(name)); the system's is drawn",
          hint: "name its file in \"fonts\"")
      }
    }
  }

  /// A finger that does nothing, or not what it seems to do.
  case finger(FingerWarning)
  /// A paint order that is not what is seen.
  case order(OrderWarning)
  /// A text that is larger than the layer which it is on.
  case textBeyondLayer(isWider: Bool)
  /// A picture, of so many pixels, or an SVG, that is cut to cover a screen of another shape.
  case shape(width: Int, height: Int, unit: String = "pixels", screen: Size)
  /// A picture from which it cannot be told for certain of which device it is.
  case deviceGuess(PictureMeasure)
  /// A font that has one weight only, which is not the one that is asked for.
  case weight(font: String, has: Double, wanted: Double)
  /// Something in an SVG that is drawn or named otherwise.
  case svg(SVGWarning)

  var wording: Wording {
    switch self {
    case .jumpingEnd(let target, let property, let isStart):
      Wording(
        "jumping-end",
        "\(Quoted(target)) \(isStart ? "begins" : "ends") with another \(Quoted(property)) than it "
          + "has at rest: the \(isStart ? "first" : "last") picture jumps",
        hint: isStart
          ? "begin with its resting value" : "end with its resting value, or write \"rest\": true")
    case .blankFrame(let seconds):
      Wording(
        "blank-frame", "at \(NumberFormat.rounded(seconds)) s nothing is to be seen",
        hint: "let the windows overlap, or keep a screen behind")
    case .unsettled(let needed, let given):
      Wording(
        "unsettled",
        "this spring takes \(NumberFormat.rounded(needed)) s to settle and is cut after "
          + "\(NumberFormat.rounded(given)) s",
        hint: "give it the time, or a \"dampingRatio\", which fits")
    case .longStep(let target, let points, let seconds):
      Wording(
        "long-step",
        "\(Quoted(target)) moves by \(NumberFormat.rounded(points)) points in one frame, at "
          + "\(NumberFormat.rounded(seconds)) s",
        hint: "a longer duration or more frames a second make it smooth")
    case .unused(let kind, let name):
      Wording(
        "unused", "\(kind) \(Quoted(name)) is never seen",
        hint: kind == "the screen"
          ? "show it in a step, or leave it out"
          : "name a target that takes part, list it in \"order\", or leave it out")
    case .missingPart(let part, let role?):
      Wording(
        "missing-part", "\(Quoted(role.rawValue)) has no \(part.noun): nothing moves",
        hint: "give the screen one, or leave this out")
    case .missingPart(let part, nil):
      Wording(
        "missing-part", "no \(part.noun) stays in place: nothing moves",
        hint: "name that of \"from\" or \"to\", or write \"bars\": \"stay\"")
    case .nothingShared:
      Wording(
        "nothing-shared", "nothing travels",
        hint: "\"shared\" names the layers that belong together")
    case .gifRate(let fps):
      Wording(
        "gif-rate", "a GIF shows at most 50 frames a second, not \(NumberFormat.rounded(fps))",
        hint: "write 50, or another format")
    case .behindEnd(let moment, let end):
      Wording(
        "behind-end",
        "the run ends after \(NumberFormat.rounded(end)) s: at "
          + "\(NumberFormat.rounded(moment)) s there is its end"
      )
    case .unreachableRule(let line):
      Wording(
        "unreachable-rule", "this rule is never used: the one on line \(line) fits before it",
        hint: "put it first, or narrow the other one by \"for\"")
    case .finger(let warning): warning.wording
    case .order(let warning): warning.wording
    case .textBeyondLayer(let isWider):
      Wording(
        "text-beyond-layer",
        "this text is \(isWider ? "wider" : "taller") than the layer that it is on",
        hint: "make the layer larger or the text smaller, or write \"maxLines\"")
    case .deviceGuess(let measure): measure.doubt
    case .shape(let width, let height, let unit, let screen):
      Wording(
        "shape", "\(width) x \(height) \(unit) are cut to cover a screen of \(screen.words) points",
        hint: "take a picture of the screen's shape")
    case .weight(let font, let weight, let wanted):
      Wording(
        "font-weight",
        "\(Quoted(font)) has the weight \(NumberFormat.rounded(weight)) only, not "
          + "\(NumberFormat.rounded(wanted))",
        hint: "name the file of that weight, or a variable font")
    case .svg(let warning): warning.wording
    }
  }
}

/// A paint order that is not what is seen.
public enum OrderWarning: Hashable, Sendable {
  /// It does not have a screen.
  case missing(Role)
  /// Depth always hides a layer behind one that the order has before it.
  case hidden(String, behind: String)

  var wording: Wording {
    switch self {
    case .missing(let role):
      Wording(
        "not-in-order", "the order has no \(Quoted(role.rawValue)): it is not painted",
        hint: "list it, or snapshots or slices of it")
    case .hidden(let layer, let other):
      Wording(
        "behind-order",
        "the order paints \(Quoted(layer)) over \(Quoted(other)), but in space it is behind it",
        hint: "give it more \"z\" than the other, or write the order that is seen")
    }
  }
}

/// A finger that does nothing, or not what it seems to do.
public enum FingerWarning: Hashable, Sendable {
  /// It goes down away from its edge, or backward at first: nothing moves.
  case neverBegins(isAtEdge: Bool)
  /// It comes down when there is nothing left to catch.
  case catchTooLate(seconds: Double, end: Double)
  /// It goes farther across its axis than along it.
  case acrossAxis
  /// It taps beside the screen.
  case tapOutside

  var wording: Wording {
    switch self {
    case .neverBegins(let isAtEdge):
      Wording(
        "never-begins",
        "this gesture never begins: its finger "
          + (isAtEdge ? "moves backward at first" : "goes down away from the edge"),
        hint: isAtEdge
          ? "let it move forward, or write \"begins\": \"any\""
          : "\"start\" it within \"edgeWidth\" of the edge, or leave \"start\" out")
    case .catchTooLate(let seconds, let end):
      Wording(
        "catch-too-late",
        "the motion ends after \(NumberFormat.rounded(end)) s: no finger can catch it at "
          + "\(NumberFormat.rounded(seconds)) s",
        hint: "let \"at\" be less, or leave the gesture out")
    case .acrossAxis:
      Wording(
        "across-axis", "this finger goes farther across the way of its transition than along it",
        hint: "how far it goes along counts alone; [time, points] says just that")
    case .tapOutside: Wording("tap-outside", "the finger taps beside the screen")
    }
  }
}

/// What a scene expects of its timeline, and what was measured instead.
public enum UnmetExpectation: Hashable, Sendable {
  /// Something still moves; `what` is it.
  case settledBy(allowedSeconds: Double, measuredSeconds: Double, what: String)
  /// Something overshoots by too large a share of its way.
  case overshoot(allowed: Double, measured: Double, what: String)
  /// Something goes too far in one frame.
  case maxStep(allowedPoints: Double, measuredPoints: Double, what: String)

  var wording: Wording {
    switch self {
    case .settledBy(let allowed, let measured, let what):
      Wording(
        "expect-settled-by",
        "\(Quoted(what)) settles at \(NumberFormat.rounded(measured)) s, expected by "
          + "\(NumberFormat.rounded(allowed)) s")
    case .overshoot(let allowed, let measured, let what):
      Wording(
        "expect-overshoot",
        "\(Quoted(what)) overshoots by \(NumberFormat.rounded(100 * measured)) %, expected at most "
          + "\(NumberFormat.rounded(100 * allowed)) %")
    case .maxStep(let allowed, let measured, let what):
      Wording(
        "expect-max-step",
        "\(Quoted(what)) moves by \(NumberFormat.rounded(measured)) points in one frame, expected "
          + "at most \(NumberFormat.rounded(allowed))")
    }
  }
}

extension SceneError {
  /// A warning about a valid scene.
  public init(warning: Warning, at place: Place) {
    self.init(place: place, problem: .warning(warning), severity: .warning)
  }

  /// An expectation that a scene does not meet.
  public init(unmet: UnmetExpectation, at place: Place) {
    self.init(place: place, problem: .unmet(unmet))
  }
}

/// What shows only when a scene is laid out.
public enum LayoutProblem: Hashable, Sendable {
  /// A letter of a text cannot be drawn, for this reason.
  case missingGlyph(String)
  /// A text cannot be laid out, for this reason.
  case text(String)
  /// The keyframes of a track have no order once their numbers are known.
  case keyframes
  /// A file was not brought along.
  case notLoaded(String)
  /// The number of slices is 0.
  case sliceCount(String)
  /// A push or a pop on a sheet that is seen in perspective.
  case slotInSpace
  /// A slice that is not there.
  case noSlice(String, count: Int)
  /// A track of a text or a stroke that the target does not have.
  case nothingLike(String, of: String)

  var wording: Wording {
    switch self {
    case .missingGlyph(let reason):
      Wording(
        "missing-glyph", "\(Escaped(reason))", hint: "add a font that has it to \"fallback\"")
    case .text(let reason): Wording("text", "\(Escaped(reason))")
    case .keyframes: Wording("keyframes", "these keyframes have no order")
    case .notLoaded(let path): Wording("missing-file", "\(Quoted(path)) was not loaded")
    case .sliceCount(let id):
      Wording("slice-count", "\(Quoted(id)) must have at least one slice")
    case .slotInSpace:
      Wording(
        "slot", "nothing can be pushed or popped on a sheet that is turned in space",
        hint: "let it rest without a perspective")
    case .noSlice(let target, let count):
      Wording("no-slice", "there is no \(Quoted(target))", hint: "there are \(count), from 0 on")
    case .nothingLike(let property, let target):
      Wording(
        "no-content", "\(Quoted(target)) has no \(Quoted(property))",
        hint:
          "\"size\" and \"color\" are of a text layer, \"stroke.width\" of a shape with a stroke")
    }
  }
}

extension SceneError {
  /// A problem that shows only when a scene is laid out.
  public init(layout problem: LayoutProblem, at place: Place) {
    self.init(place: place, problem: .layout(problem))
  }

  /// More than one of `limits` allows.
  public init(beyond limit: Limit, of limits: Limits, at place: Place) {
    self.init(place: place, problem: .limit(limit, allowed: limits[limit]))
  }
}
