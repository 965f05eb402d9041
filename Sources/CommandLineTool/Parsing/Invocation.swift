/// A command line, understood.
struct Invocation: Hashable, Sendable {
  /// What is to be done.
  var request: Request
  /// What the flags say.
  var settings: Settings

  /// Understands `arguments`, which do not begin with the program's name.
  ///
  /// A first word that is no verb is a scene to render, unless it is nearly a verb and `exists`
  /// knows no file of that name.
  init(
    _ arguments: [String], exists: (String) -> Bool = { _ in false }
  ) throws(UsageMistake) {
    var reader = ArgumentReader(arguments)
    try reader.readAll()
    if let immediate = reader.immediate {
      (request, settings) = (try reader.answer(to: immediate), reader.settings)
      return
    }
    let verb = try reader.takeVerb(exists: exists)
    do throws(UsageMistake) {
      try reader.check(against: verb)
      request = try reader.understood(as: verb)
      settings = reader.settings
    } catch {
      throw error.located(at: nil, verb: verb.name)
    }
  }
}
