import CInter

/// The font called "system", which the program carries.
public enum Inter {
  /// Its name and version.
  public static let name = "Inter 4.1"

  /// The file: a variable font with weights from 100 to 900 and optical sizes from 14 to 32 points.
  public static let bytes: [UInt8] = {
    var count = 0
    let start = unsafe rt_inter(&count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }()
}
