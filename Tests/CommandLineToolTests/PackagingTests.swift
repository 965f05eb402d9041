import Foundation
import TestSupport
import Testing

/// `scripts/package`, without the builds, which take minutes.
@Suite("packages of a release")
struct PackagingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    guard OutsideProgram("python3") != nil else { return nil }
    return try Shell.run(
      "cd \(folder.path); \(line)",
      [
        "scripts": Fixtures.package.appending(path: "scripts").path(),
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
  }

  @Test("two folders with the same files make the same tarball, whenever they were made")
  func reproducible() throws {
    let result = try run(
      """
      mkdir -p one/lib two/lib
      echo a >one/a; echo b >one/lib/b; chmod 700 one/a; touch -d 2001-01-01 one/a
      echo b >two/lib/b; echo a >two/a; chmod 755 two/a; chmod 600 two/lib/b
      for folder in one two; do
        python3 -c "import sys; sys.path.insert(0, '$scripts/package.d'); import archives; \
      archives.tar('$folder', '$folder.tar', 'name', 1000000000)"
      done
      cmp one.tar two.tar && tar tvf one.tar --utc
      """)
    guard let result else { return }
    #expect(result.code == 0 && result.printed.contains("-rwxr-xr-x 0/0"), "\(result.printed)")
    #expect(result.printed.contains("2001-09-09 01:46 name/lib/b"), "\(result.printed)")
  }

  @Test(
    "a bill of materials has a licence and a hash for every library, also for two of one package")
  func bill() throws {
    guard OutsideProgram("dpkg-query") != nil else { return }
    let result = try run(
      """
      cat >bill.py <<'END'
      import ctypes.util, json, sys, types
      sys.path.insert(0, sys.argv[1] + "/package.d")
      import release, spdx
      library = "/usr/lib/" + sys.argv[2] + "/" + ctypes.util.find_library("harfbuzz")
      parts = release.libraries_of(library)
      made = types.SimpleNamespace(program=library, version="1", epoch=0, parts=parts)
      for package in json.loads(spdx.document(made))["packages"]:
          print(package["SPDXID"], package["licenseDeclared"], package["checksums"][0]["checksumValue"])
      END
      python3 bill.py $scripts $(uname -m)-linux-gnu
      """)
    guard let result else { return }
    let rows = result.printed.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(result.code == 0 && Set(rows.map(\.first)).count == rows.count, "\(result.printed)")
    #expect(rows.count { $0[0].contains("libbrotli") && $0[1] == "MIT" && $0[2].count == 64 } == 2)
  }

  static let refusals: [(line: String, printed: String, code: Int32)] = [
    ("$scripts/package rpm", "Usage: scripts/package", 2),
    (
      "mkdir bin; ln -s $(command -v python3) bin; PATH=$PWD/bin $scripts/package image",
      "not found", 5
    ),
  ]

  @Test("what cannot be made is an error that names what is missing", arguments: refusals)
  func refused(_ row: (line: String, printed: String, code: Int32)) throws {
    guard let result = try run(row.line) else { return }
    #expect(result.code == row.code && result.printed.contains(row.printed), "\(result.printed)")
  }
}
