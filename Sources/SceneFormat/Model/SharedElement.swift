public import Motion

/// An element that travels from one screen to the other.
public struct SharedElement: Hashable, Sendable {
  /// Where it begins or ends.
  public enum End: Hashable, Sendable {
    /// A layer of the screen at that end.
    case layer(String)
    /// The screen itself.
    case screen
  }

  /// Where it is written.
  public var place: Place
  /// Where it begins: in the outgoing screen.
  public var from: End
  /// Where it ends: in the incoming screen.
  public var to: End
  /// How it travels; what is nil is left to the side.
  public var style: SharedStyle

  /// An element that travels as the side says, unless told otherwise.
  public init(place: Place, from: End, to: End, style: SharedStyle = SharedStyle()) {
    (self.place, self.from, self.to, self.style) = (place, from, to, style)
  }

  /// The name by which tracks and the timeline know it: that of its layer in the outgoing screen,
  /// or in the incoming one where the whole outgoing screen travels.
  public var name: String {
    switch (from, to) {
    case (.layer(let id), _), (.screen, .layer(let id)): id
    case (.screen, .screen): "screen"
    }
  }

  /// The same way undone, its curve still running forward.
  public var reversed: SharedElement {
    SharedElement(place: place, from: to, to: from, style: style.reversed)
  }
}

/// How shared elements travel; what is nil is left to the next in line: the element, the side, the
/// format's default.
public struct SharedStyle: Hashable, Sendable {
  /// How the content meets a frame that changes its shape.
  public enum Fit: String, Hashable, Sendable, CaseIterable { case fill, cover, width, height }
  /// Which of the two copies is seen on the way.
  public enum Keep: String, Hashable, Sendable, CaseIterable { case from, to, both }

  /// nil for the side's.
  public var curve: Curve?
  /// 0 is straight, 1 a quarter ellipse.
  public var arc: Double?
  /// How the content meets a frame that changes its shape.
  public var fit: Fit?
  /// Which of the copies is seen.
  public var keep: Keep?
  /// Windows of the eased progress: of the frame, of the corners, of the content.
  public var move, shape, fade: Window?

  /// A style of which nothing is said.
  public init() {}

  /// The same, with what it leaves open taken from `other`.
  public func filled(from other: SharedStyle) -> SharedStyle {
    var filled = self
    filled.curve = curve ?? other.curve
    filled.arc = arc ?? other.arc
    filled.fit = fit ?? other.fit
    filled.keep = keep ?? other.keep
    filled.move = move ?? other.move
    filled.shape = shape ?? other.shape
    filled.fade = fade ?? other.fade
    return filled
  }

  /// The style of the way back: windows are mirrored, and the other copy is kept.
  public var reversed: SharedStyle {
    var style = self
    (style.move, style.shape, style.fade) = (move?.mirrored, shape?.mirrored, fade?.mirrored)
    switch keep {
    case .from: style.keep = .to
    case .to: style.keep = .from
    case .both, nil: break
    }
    return style
  }
}
