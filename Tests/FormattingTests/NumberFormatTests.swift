import Testing

@testable import Formatting

@Suite("numbers and sizes")
struct NumberFormatTests {
  @Test(
    "quantities are written as people read them",
    arguments: [
      (NumberFormat.bytes(0), "0 B"), (NumberFormat.bytes(999), "999 B"),
      (NumberFormat.bytes(1000), "1 kB"),
      (NumberFormat.bytes(123_456), "123 kB"), (NumberFormat.bytes(9_164_986), "9.2 MB"),
      (NumberFormat.pixels(33_500_000), "33.5 MP"), (NumberFormat.fixed(0.42, decimals: 2), "0.42"),
      (NumberFormat.fixed(-0.001, decimals: 2), "0.00"),
      (NumberFormat.fixed(-1.5, decimals: 1), "-1.5"),
      (NumberFormat.fixed(12, decimals: 0), "12"),
      (NumberFormat.fixed(.infinity, decimals: 2), "inf"),
      (NumberFormat.shortest(8), "8"), (NumberFormat.shortest(-0.0), "0"),
      (NumberFormat.shortest(1e300), "1e+300"), (NumberFormat.percent(0.07), "7%"),
      (NumberFormat.shortest(0.25), "0.25"),
      (NumberFormat.rounded(0.375), "0.375"), (NumberFormat.rounded(50 / 3), "16.667"),
      (NumberFormat.rounded(12.5), "12.5"), (NumberFormat.rounded(100), "100"),
      (NumberFormat.count(1, "delay"), "1 delay"), (NumberFormat.count(0, "frame"), "0 frames"),
      (NumberFormat.count(2, "colour"), "2 colours"), (NumberFormat.share(1), "100 %"),
      (NumberFormat.share(0.999958), "99.99 %"), (NumberFormat.share(0.5), "50.00 %"),
      (NumberFormat.share(0.29), "29.00 %"), (NumberFormat.share(0), "0.00 %"),
    ])
  func writesQuantities(_ written: String, _ expected: String) { #expect(written == expected) }
}
