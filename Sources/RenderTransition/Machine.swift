import CSystem
import Glibc

/// The machine that the program runs on, as far as it explains other pixels or another speed.
package enum Machine {
  /// The name of the distribution and of its C library, as in "Debian GNU/Linux 12, glibc 2.36".
  package static var system: String {
    let file = (try? TextFile.read("/etc/os-release", limit: 1 << 16)) ?? []
    let key = "PRETTY_NAME="
    let line = String(decoding: file, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(key) }
    let name = line.map { $0.dropFirst(key.count).filter { $0 != "\"" } } ?? "Linux"
    return unsafe "\(name), glibc \(String(cString: rt_glibc_version()))"
  }

  /// The kind of processor.
  package static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// Whether the kernels take their version for AVX2.
  package static var hasAVX2: Bool { rt_has_avx2() != 0 }

  /// All of the memory.
  package static var memoryBytes: Int {
    Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// A program that this one may run.
package struct InstalledProgram: Hashable, Sendable {
  /// The name that it is looked for by, as in "git".
  package var name: String
  /// Where it was found on the PATH; nil if it was not.
  package var path: String?
  /// The first line that it prints when it is asked for its version; nil if it prints none.
  package var version: String?

  /// Looks for the program called `name`, and asks it for its version by `flag`.
  package init(_ name: String, askedBy flag: String) {
    self.name = name
    let variable = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    path = variable.split(separator: ":").map { "\($0)/\(name)" }.first { path in
      unsafe access(path, X_OK) == 0 && (try? FileStatus(path))?.isRegular == true
    }
    let printed = path.flatMap { ChildProcess.output(of: [$0, flag], limit: 1 << 20) }
    version = printed?.split(separator: 0x0A).first.map { String(decoding: $0, as: UTF8.self) }
  }
}
