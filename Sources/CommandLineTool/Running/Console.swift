/// The world around a command line, as far as the tool looks at it; tests put their own in.
struct Console: Sendable {
  /// Where text goes.
  enum Stream: Hashable, Sendable {
    /// Results.
    case output
    /// Everything else.
    case error
  }

  /// Why text could not be written.
  enum WriteFailure: Error, Hashable, Sendable {
    /// Nobody reads it any more.
    case brokenPipe
    /// The system's reason.
    case refused(reason: String)
  }

  /// Whether a person sees what is written.
  var isTerminal: @Sendable (Stream) -> Bool
  /// Whether the file of this name is a terminal.
  var isTerminalFile: @Sendable (String) -> Bool
  /// The width in characters.
  var width: @Sendable (Stream) -> Int
  /// A variable of the environment.
  var environment: @Sendable (String) -> String?
  /// Whether there is a file of this name.
  var exists: @Sendable (String) -> Bool
  /// One name for all names of a file, whether it is there yet or not.
  var identity: @Sendable (String) -> String
  /// Writes all of the text.
  var write: @Sendable (String, Stream) throws(WriteFailure) -> Void
}
