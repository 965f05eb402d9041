/// Does `count` pieces of work, side by side if it can, and answers in their order.
public typealias Workers<Answer> = (_ count: Int, _ work: @Sendable (Int) -> Answer) -> [Answer]

/// Does one piece of work after the other.
public func inTurn<Answer>(_ count: Int, _ work: @Sendable (Int) -> Answer) -> [Answer] {
  (0..<count).map(work)
}
