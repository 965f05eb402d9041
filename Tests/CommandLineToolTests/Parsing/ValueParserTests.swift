import Testing

@testable import CommandLineTool

@Suite struct ValueParserTests {
  @Test(
    "a time is read in milliseconds, seconds, or bare seconds",
    arguments: [
      ("350ms", 0.35), ("0.35s", 0.35), ("0.35", 0.35), ("0", 0.0), (".5", 0.5), ("2.", 2.0),
      ("86400", 86_400.0),
    ])
  func readsTimes(_ text: String, _ seconds: Double) {
    #expect(ValueParser.seconds(text) == seconds)
  }

  @Test(
    "what is no time is not read",
    arguments: [
      "", "s", "ms", "-1", "+1", "1e3", "0x1p3", "nan", "inf", "1 s", "1S", "1,5", "1..2", ".",
      "86401", "99999999999999999999999999999999999", "٣", "1s ", "é", "1s\u{301}",
    ])
  func refusesTimes(_ text: String) { #expect(ValueParser.seconds(text) == nil) }

  @Test(
    "a share is a moment",
    arguments: [
      ("0%", Moment.fraction(0)), ("50%", .fraction(0.5)), ("100%", .fraction(1)),
      ("33.5%", .fraction(0.335)), ("200ms", .seconds(0.2)),
    ])
  func readsMoments(_ text: String, _ moment: Moment) {
    #expect(ValueParser.moment(text) == moment)
  }

  @Test("what is no moment is not read", arguments: ["%", "-5%", "100.1%", "5 %", "5%%", "half"])
  func refusesMoments(_ text: String) { #expect(ValueParser.moment(text) == nil) }

  @Test(
    "a size has a unit, of 1000 or 1024",
    arguments: [
      ("64", 64), ("64B", 64), ("8MB", 8_000_000), ("8M", 8_000_000), ("1.5kB", 1500),
      ("1GiB", 1_073_741_824), ("1gb", 1_000_000_000),
    ])
  func readsSizes(_ text: String, _ bytes: Int) { #expect(ValueParser.bytes(text) == bytes) }

  @Test("what is no size is not read", arguments: ["0", "", "MB", "1TB", "9999GB", "1 MB", "-1"])
  func refusesSizes(_ text: String) { #expect(ValueParser.bytes(text) == nil) }

  @Test("one time holds both ends, two hold one each")
  func readsHolds() {
    #expect(ValueParser.hold("0.3") == [0.3, 0.3])
    #expect(ValueParser.hold("0,600ms") == [0, 0.6])
    for text in ["", ",", "1,", "1,2,3", "a,b"] {
      #expect(ValueParser.hold(text) == nil, "\(text)")
    }
  }

  @Test(
    "a flag of other tools is told from ours",
    arguments: [
      ("--threads", nil, "--jobs"), ("--threads", "render", "--jobs"),
      ("--width", "render", "--scale"),
      ("--repeat", "render", "--loop"), ("--crf", "render", "--quality"),
      ("--fast", "render", "--compression"), ("--tolerance", "diff", "--threshold"),
      ("--reprot", "render", "--report"), ("--threshold", "render", "--threshold"),
    ])
  func knowsOtherTools(_ typed: String, _ verb: String?, _ flag: String) {
    #expect(Catalogue.guess(flag: typed, verb: verb) == flag)
  }

  @Test("what other tools call a flag is none of ours, and what it means is one")
  func meansFlags() {
    let flags = Set(Catalogue.flags.map(\.name))
    for (word, flag) in Catalogue.meanings {
      let verbs = Catalogue.verbs.map { $0.flags.map(\.name) }
      #expect(verbs.allSatisfy { !$0.contains(word) || !$0.contains(flag) })
      #expect(flags.contains(flag), "\(word) means \(flag)")
    }
  }
}
