import Glibc

extension FramePump {
  /// As many jobs as there are processors that this process may use.
  static var usualJobs: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
