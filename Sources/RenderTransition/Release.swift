/// Which release this is.
public enum Release {
  /// Its number.
  public static let version = "0.1.0"
}
