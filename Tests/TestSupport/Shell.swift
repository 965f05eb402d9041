import Foundation

/// The shell that tests run lines in.
public enum Shell {
  /// What a shell's line prints, and its exit code, with a plain environment.
  public static func run(
    _ line: String, _ environment: [String: String] = [:]
  ) throws -> (printed: String, code: Int32) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "cd /; " + line]
    // The fault that scripts/mutate looks for is one of the program, too.
    let fault = ProcessInfo.processInfo.environment.filter { $0.key == "MUTATION" }
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }.merging(fault) {
      $1
    }
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let printed = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: printed, as: UTF8.self), process.terminationStatus)
  }
}
