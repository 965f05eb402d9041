/// The shape of a line's ends.
public enum LineCap: String, Hashable, Sendable, CaseIterable { case butt, round, square }

/// The shape of a line's corners.
public enum LineJoin: String, Hashable, Sendable, CaseIterable { case miter, round, bevel }
