import Foundation
import RenderTransition
import TestSupport
import Testing

/// The scripts in `scripts/ci`, with a release in a folder whose program is the one beside the tests.
@Suite("build servers install a release")
struct InstallTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Makes the release in `$ADDRESS`; `$name` is its tarball's.
  private static let release = """
    name=render-transition-\(Release.version)-linux-$(uname -m)
    mkdir -p release/$name
    printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$rt" >release/$name/render-transition
    chmod +x release/$name/render-transition
    (cd release && tar cJf $name.tar.xz $name && sha256sum $name.tar.xz >SHA256SUMS)
    export ADDRESS=file://$PWD/release
    """

  /// Nil where a program is missing that releases are made or fetched with.
  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    for program in ["curl", "xz", "sha256sum"] where OutsideProgram(program) == nil { return nil }
    let scripts = Fixtures.package.appending(path: "scripts/ci").path()
    let setup = "cd \(folder.path); scripts=\(scripts); unset GITHUB_PATH VERSION SHA256"
    return try ProcessTests.shell("\(setup); \(Self.release); \(line)")
  }

  static let lines: [(line: String, printed: String, code: Int32)] = [
    ("$($scripts/install in) --version", "render-transition \(Release.version)", 0),
    (
      "SHA256=$(sha256sum <release/$name.tar.xz | cut -c1-64) $scripts/install in",
      "/render-transition", 0
    ),
    ("echo >>release/$name.tar.xz; $scripts/install in", "has another hash", 5),
    ("SHA256=\(String(repeating: "0", count: 64)) $scripts/install in", "has another hash", 5),
    ("echo >release/SHA256SUMS; $scripts/install in", "no hash of render-transition-", 5),
    ("VERSION=9.9.9 $scripts/install in", "cannot fetch", 5),
    ("$scripts/install", "Usage:", 2),
  ]

  @Test("a release is unpacked if it is the right one", arguments: lines)
  func installed(_ row: (line: String, printed: String, code: Int32)) throws {
    guard let result = try run("\(row.line); code=$?; ls in; exit $code") else { return }
    #expect(result.code == row.code && result.printed.contains(row.printed), "\(result.printed)")
    #expect(result.printed.contains("\nrender-transition-") == (row.code == 0))
  }

  @Test("the action tests the scenes of a repository with the release that it installs")
  func action() throws {
    let action = Fixtures.package.appending(path: "scripts/ci/action.yml")
    let steps = try String(contentsOf: action, encoding: .utf8)
      .matches(of: /run: '(.*)'/).map { String($0.output.1) }
    #expect(steps.count == 2)
    let scene = """
      { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "background": "#fff" },
        "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.1 } }
      """
    try folder.write(scene, to: "theirs/scenes/a.json")
    let result = try run(
      """
      export GITHUB_ACTION_PATH=$scripts RUNNER_TEMP=$PWD/temp GITHUB_PATH=$PWD/path CI=true
      export SCENES=scenes REPORT=report PROGRAM=render-transition GITHUB_OUTPUT=$PWD/output
      cd theirs; \(steps[0]); export PATH=$(cat ../path):$PATH
      step() { \(steps[1]) >log 2>&1; echo "$? $(tail -n 1 ../output) $(ls report | wc -l)"; }
      step; render-transition approve -q scenes; step; sed -i s/#123/#124/ scenes/a.json; step
      """)
    guard let result else { return }
    #expect(
      result.printed.hasSuffix("1 failed=true 5\n0 failed=false 5\n1 failed=true 5\n"),
      "\(result.printed)")
  }

  @Test(
    "pages and workflows name this release",
    arguments: [
      "README.md", "scripts/ci/install", "scripts/ci/action.yml",
      "scripts/ci/workflows/transitions.yml", "scripts/ci/workflows/transitions-comment.yml",
      "scripts/ci/comment/action.yml", "Sources/Regression/Regression.docc/Testing.md",
    ])
  func versions(_ page: String) throws {
    let text = try String(contentsOf: Fixtures.package.appending(path: page), encoding: .utf8)
    let versions = text.matches(
      of: /(?:VERSION|version|scripts\/ci(?:\/comment)?@v|render-transition)[-:=_]*(\d+\.\d+\.\d+)/)
    #expect(!versions.isEmpty && versions.allSatisfy { $0.output.1 == Release.version })
  }
}
