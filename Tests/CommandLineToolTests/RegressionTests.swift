import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("test and approve, in a git repository of somebody")
struct RegressionTests {
  private let scratch: ScratchRepository?

  init() throws {
    scratch = try ScratchRepository()
    try scratch?.folder.write(Self.scene(), to: "s/a.json")
    try scratch?.folder.write(Self.scene(), to: "s/b.json")
  }

  private static func scene(duration: Double = 0.1, color: String = "d33") -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "from": { "background": "#fff",
        "layers": [{ "id": "card", "frame": [2, 3, 10, 5], "fill": "#\(color)" }] },
      "to": { "background": "#123" },
      "transition": { "type": "shift", "duration": \(duration) } }
    """
  }

  /// What `line` prints in the repository; nil without the program or git.
  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    guard let folder = scratch?.folder else { return nil }
    let cache = "export HOME=\"\(folder.path)/.git\";"
    return try ProcessTests.shell("cd \"\(folder.path)\"; \(cache) \(line)")
  }

  @Test("without a baseline a test fails where CI is set, and only there")
  func missing() throws {
    guard let person = try run("$rt test") else { return }
    #expect(person.code == 0 && person.printed.contains("2 without a baseline"))
    #expect(person.printed.contains("missing    s/a.json  there is no a.lock"))
    #expect(try run("CI=true $rt test")?.code == 1)
    #expect(try run("CI=0 $rt test")?.code == 0)
    #expect(
      try run("CI=true $rt test s/a.json --reporter json=- | grep -c '\"failed\": true'")?.printed
        == "1\n")
  }

  @Test("approve, change, test, look, approve again")
  func story() throws {
    guard let first = try run("$rt approve --all") else { return }
    #expect(first.printed == "wrote      s/a.lock  6 frames\nwrote      s/b.lock  6 frames\n")
    #expect(try run("$rt approve s")?.printed.contains("unchanged  s/b.lock") == true)
    #expect(try run("CI=1 $rt test -q")?.printed == "")
    try scratch?.commit("approved")
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    let test = try #require(try run("CI=1 $rt test --reporter pretty --reporter json=r.json"))
    #expect(test.code == 1)
    #expect(test.printed.contains("different  s/a.json"), "\(test.printed)")
    #expect(test.printed.contains("s/a.json:3 from#card: fill #DD3333 -> #33DD33"))
    #expect(!test.printed.contains("cannot be shown"))
    #expect(test.printed.contains("1 different, 1 same"))
    #expect(try run("git status --porcelain")?.printed == " M s/a.json\n?? r.json\n")
    let approval = try #require(try run("$rt approve --from r.json"))
    #expect(approval.code == 0 && approval.printed == "wrote      s/a.lock  6 frames\n")
    #expect(try run("CI=1 $rt test")?.code == 0)
  }

  @Test("only what the report saw is approved")
  func staleReport() throws {
    guard try run("$rt approve --all -q") != nil else { return }
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    #expect(try run("$rt test -q --reporter json=r.json")?.code == 1)
    let old = try scratch?.folder.bytes(of: "s/a.lock")
    try scratch?.folder.write(Self.scene(color: "33d"), to: "s/a.json")
    let changed = try #require(try run("$rt approve --from r.json"))
    #expect(changed.code == 1 && changed.printed.contains("has changed since the report"))
    #expect(try scratch?.folder.bytes(of: "s/a.lock") == old)
    let other = try #require(try run("$rt approve s/b.json --from r.json"))
    #expect(other.code == 1 && other.printed.contains("did not fail in"))
    let elsewhere = """
      sed -i 's/"pictures": "./"pictures": "x/' r.json; git stash -q 2>/dev/null
      printf '%s' '\(Self.scene(color: "3d3"))' > s/a.json; $rt approve --from r.json
      """
    #expect(try run(elsewhere)?.printed.contains("where the report was made") == true)
  }

  @Test(
    "a report cannot approve what is out of the current folder",
    arguments: ["../s/a.json", "$PWD/../s/a.json", "link/a.json", "git:HEAD:./s/a.json", "-"])
  func reportFromElsewhere(scene: String) throws {
    let line = """
      mkdir here; ln -s ../s here/link; cd here; $rt test ../s/a.json -q --reporter json=r.json
      sed -i "s|../s/a.json|\(scene)|" r.json; $rt approve --from r.json
      """
    guard let refused = try run(line) else { return }
    let words = "the report names a scene that is not in the current folder"
    #expect(refused.code == 2 && refused.printed.contains(words), "\(refused.printed)")
    #expect(try scratch?.folder.names(in: "s").sorted() == ["a.json", "b.json"])
    if scene.hasPrefix("..") {
      #expect(try run("cd here; $rt approve \(scene) --from r.json")?.code == 0)
    }
  }

  @Test("the pictures that were approved come from the revision that renders to the lock")
  func pictures() throws {
    guard try run("$rt approve --all -q") != nil else { return }
    try scratch?.commit("approved")
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    try scratch?.commit("changed, as in a pull request")
    // The last commit has the new scene, but the lock is older and tells where it was made.
    let known = try #require(try run("$rt test --reporter html=r.html --reporter json=-"))
    #expect(known.code == 1 && known.printed.contains("\"peak\""), "\(known.printed)")
    #expect(try run("grep -c '\"counts\":\\[[1-9]' r.html")?.printed == "1\n")
    let unknown = try #require(
      try run("rm -rf .git; $rt test --reporter pretty --reporter html=r.html"))
    #expect(unknown.printed.contains("the approved pictures cannot be shown"))
    #expect(try run("grep -c '\"counts\":\\[0,' r.html")?.printed == "1\n")
  }

  @Test("other versions alone are no difference and no change; with other frames, they are told")
  func environment() throws {
    guard try run("$rt approve s/a.json -q") != nil else { return }
    let versions = "sed -i '/^program/d; s/^library HarfBuzz .*/library HarfBuzz 0.9/' s/a.lock;"
    #expect(try run("\(versions) $rt test s/a.json")?.code == 0)
    let approval = try #require(try run("$rt approve s/a.json; grep HarfBuzz s/a.lock"))
    #expect(approval.printed == "unchanged  s/a.lock  6 frames\nlibrary HarfBuzz 0.9\n")
    let frames = "sed -i 's/^\\(0.04 \\).\\{4\\}/\\10000/' s/a.lock;"
    let test = try #require(
      try run("\(frames) $rt test s/a.json --reporter pretty --reporter json=r.json"))
    #expect(test.code == 1 && test.printed.contains("made with HarfBuzz 0.9; now with HarfBuzz "))
    #expect(try run("grep -c '\"cause\": \"renderer\"' r.json")?.printed == "1\n")
    #expect(
      try run("sed -i 's/^look .*/look 1/' s/a.lock; $rt test s/a.json")?.printed
        .contains("the renderer's look has changed: 1 -> ") == true)
  }

  @Test("a revision is what is compared with, if that is asked for")
  func against() throws {
    guard scratch != nil else { return }
    try scratch?.commit("first")
    guard let same = try run("$rt test --against git:HEAD") else { return }
    #expect(same.code == 0 && same.printed.contains("2 same"), "\(same.printed)")
    try scratch?.folder.write(Self.scene(duration: 0.2), to: "s/b.json")
    try scratch?.folder.write(Self.scene(), to: "s/c.json")
    let other = try #require(try run("$rt test --against git:HEAD"))
    #expect(other.code == 1 && other.printed.contains("frames 6 -> 11"), "\(other.printed)")
    #expect(other.printed.contains("missing    s/c.json  there is nothing to compare it with"))
    #expect(try run("$rt test --against git:nope")?.code == 2)
  }

  @Test("pictures are what is compared with, if that is asked for")
  func folder() throws {
    let line = """
      mkdir p; $rt -q s/a.json -o p/a.apng; $rt -q s/b.json -o p/b/; $rt test --against p
      """
    guard let same = try run(line) else { return }
    #expect(same.code == 0 && same.printed.contains("2 same"), "\(same.printed)")
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    let other = try #require(
      try run("rm -r p/b; $rt test --against p --reporter pretty --reporter html=r.html"))
    #expect(other.code == 1 && other.printed.contains("different  s/a.json"), "\(other.printed)")
    #expect(other.printed.contains("missing    s/b.json"))
    #expect(try run("grep -c '\"counts\":\\[[1-9]' r.html")?.printed == "1\n")
    let narrow = try run("$rt test s/a.json --against p --limit-compared-side 9")
    #expect(narrow?.code == 4)
    #expect(try run("echo x > p/a.apng; $rt test s/a.json --against p")?.code == 4)
  }

  // The pause in front of the motion was taken for the scene's, and the renderer was attributed.
  @Test("pictures with pauses are compared frame beside frame")
  func pauses() throws {
    guard try run("mkdir p; $rt -q s/a.json --hold 0.3,0.6 -o p/a.gif") != nil else { return }
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    let other = try #require(try run("$rt test s/a.json --against p"))
    #expect(other.code == 1 && other.printed.contains("different  s/a.json"), "\(other.printed)")
    #expect(!other.printed.contains("early by") && !other.printed.contains("renderer"))
  }

  @Test("flags sieve the scenes")
  func sieves() throws {
    guard try run("$rt approve --all -q") != nil else { return }
    try scratch?.commit("approved")
    #expect(try run("$rt test --last-failed")?.code == 7)
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    let lines: [(line: String, said: String)] = [
      ("$rt test --only-changed", "1 different  ("), ("$rt test --filter 'b*'", "1 same  ("),
      ("$rt test --filter 's/*.json'", "1 different, 1 same  ("),
      ("$rt test --last-failed", "1 different  ("),
      ("cd s; $rt test --last-failed ..", "no scene was tested"),
      ("$rt test --filter 'x*'", "no scene matches --filter"),
      (
        "git add -A; git -c user.name=A -c user.email=b@c commit -qm x; $rt test --only-changed",
        "no scenes  ("
      ),
      ("$rt test --only-changed --base HEAD~1", "1 different  ("),
      ("mv s/b.json t; $rt test", "orphaned   s/b.json  the scene is gone; --prune removes b.lock"),
      ("$rt test --prune", "removed b.lock"), ("ls s", "a.json\na.lock\n"),
    ]
    for row in lines {
      let run = try run(row.line)
      #expect(run?.printed.contains(row.said) == true, "\(row.line): \(run?.printed ?? "")")
    }
  }

  static let failures: [(line: String, code: Int32, said: String)] = [
    ("$rt approve", 2, "needs SCENE, --all or --from REPORT"),
    ("$rt approve --all s/a.json", 2, "takes no"),
    ("$rt approve --all --from r.json", 2, "cannot be combined"),
    ("$rt approve git:HEAD:s/a.json", 2, "only a file has a baseline"),
    ("$rt approve --from none.json", 7, "No such file"),
    ("echo '{}' > r.json; $rt approve --from r.json", 2, "this is no report"),
    ("echo '{' > r.json; $rt approve --from r.json", 2, "r.json:2:1: error:"),
    ("echo '{ \"version\": 1, \"from\": 3 }' > s/b.json; $rt approve s", 3, "s/b.json:1:"),
    ("$rt test --reporter jsn=x", 2, "did you mean \"json=FILE\"?"),
    ("$rt test --reporter json", 2, "--reporter takes"),
    ("$rt test --reporter html=/proc/x", 5, "cannot write"),
    ("$rt test none.json", 7, "there is no such file"),
    ("mkdir e; $rt test e", 7, "there is no scene"),
    (
      "$rt approve -q s; echo x >> s/a.lock; $rt test s", 3,
      "s/a.lock:19:1: error: expected the end"
    ),
    (
      "$rt approve -q s; echo '{' > s/a.json; $rt test s --reporter github", 3,
      "::error file=s/a.json,line=2,col=1,"
    ),
    ("$rt test --against git:", 2, "--against takes"),
    ("$rt test --against nowhere", 7, "nowhere: error: there is no such folder"),
    ("$rt test --against s/a.json", 2, "s/a.json: error: it is no folder"),
    ("$rt test - < s/a.json", 2, "only a file has a baseline"),
    ("$rt test --reporter json=./s/a.json", 2, "would overwrite what is tested"),
    ("$rt approve -q s; $rt test --reporter html=s/b.lock", 2, "would overwrite what is tested"),
    (
      """
      echo '{ "version": 1, "background": "#fff" }' > s/t.json
      echo '{ "version": 1, "canvas": { "width": 24, "height": 16 }, "from": "t.json", "to": {},
        "transition": "fade" }' > s/a.json
      $rt test s/a.json --reporter junit=s/t.json
      """, 2, "would overwrite what is tested"
    ),
    (
      "GITHUB_STEP_SUMMARY=s/a.json $rt test --reporter github", 2, "would overwrite what is tested"
    ),
    ("$rt test --reporter json=r --reporter html=./r", 2, "two reports are called"),
    ("$rt test --reporter json=- --reporter pretty", 2, "stdout takes the report \"json\" alone"),
    ("$rt schema tset-report", 2, "did you mean \"test-report\"?"),
  ]

  @Test(
    "what cannot be done is said in a line, and no lock is touched", arguments: failures.indices)
  func refusals(_ index: Int) throws {
    let row = Self.failures[index]
    guard let run = try run(row.line) else { return }
    #expect(run.code == row.code, "\(row.line): \(run.printed)")
    #expect(run.printed.contains(row.said), "\(row.line): \(run.printed)")
  }

  @Test("what passed on another machine is tested again if the scene or the lock is another here")
  func passed() throws {
    guard try run("$rt approve s -q; $rt test --reporter blob=all.blob") != nil else { return }
    #expect(try run("$rt test --passed all.blob --passed all.blob")?.code == 0)
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    let changed = try #require(try run("$rt test --passed all.blob"))
    #expect(changed.code == 1 && changed.printed.contains("different  s/a.json"))
    #expect(changed.printed.contains("1 different, 1 same"), "\(changed.printed)")
    _ = try run("$rt approve s/a.json -q; $rt test --reporter blob=all.blob")
    let edited = try run("sed -i '$d; s/^frames 6/frames 5/' s/b.lock; $rt test --passed all.blob")
    #expect(edited?.code == 1, "\(edited?.printed ?? "")")
    let part = """
      echo '{ "version": 1, "background": "#fff" }' > s/t.json; $rt approve s -q
      sed -i 's/"to": {.*}/"to": "t.json"/' s/a.json; $rt approve s -q
      $rt test --reporter blob=all.blob; $rt test --passed all.blob --reporter junit=s/t.json
      """
    #expect(try run(part)?.code == 2)
    #expect(try run("$rt test --passed none.blob")?.code == 7)
    #expect(try run("$rt test --passed s/a.lock")?.code == 4)
    #expect(try run("$rt test --passed all.blob --against git:HEAD")?.code == 2)
  }

  @Test("the published schema holds for what is written")
  func schema() throws {
    guard let checker = OutsideProgram("check-jsonschema"),
      try run("$rt approve s/a.json -q; $rt schema test-report > schema.json") != nil
    else { return }
    try scratch?.commit("approved")
    try scratch?.folder.write(Self.scene(color: "3d3"), to: "s/a.json")
    try scratch?.folder.write("{", to: "s/c.json")
    try scratch?.folder.write("", to: "s/c.lock")
    try scratch?.folder.write("render-transition lock 1\n", to: "s/gone.lock")
    _ = try run("$rt test --reporter json=r.json")
    let report = String(decoding: try scratch?.folder.bytes(of: "r.json") ?? [], as: UTF8.self)
    for kind in ["different", "missing", "orphaned", "invalid"] {
      #expect(report.contains("\"verdict\": \"\(kind)\""), "\(report)")
    }
    let paths = ["schema.json", "r.json"].compactMap { scratch?.folder.path($0) }
    #expect(try checker.output(["--schemafile"] + paths) != nil)
    #expect(try checker.output(["--check-metaschema", paths[0]]) != nil)
  }
}
