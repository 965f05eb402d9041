import TestSupport
import Testing

@Suite("pictures that other programs wrote")
struct PictureInputTests {
  private static let make = """
    python3 - <<'PY'
    from PIL import Image
    import random
    random.seed(5)
    picture = Image.new("RGB", (61, 43))
    picture.putdata([(x * 4 % 256, (x * y) % 256, random.randrange(256)) for y in range(43) for x in range(61)])
    picture.save("base.jpg", quality=85)
    picture.save("progressive.jpg", quality=70, progressive=True)
    picture.save("full.jpg", quality=95, subsampling=0)
    picture.convert("L").save("grey.jpg")
    picture.save("lossy.webp", quality=75)
    picture.putalpha(Image.new("L", picture.size, 99))
    picture.save("lossless.webp", lossless=True, exact=True)
    PY
    """

  @Test(
    "a JPEG has the bytes of djpeg, with SIMD and without, and a WebP those of dwebp",
    arguments: [
      "base.jpg", "progressive.jpg", "full.jpg", "grey.jpg", "lossy.webp", "lossless.webp",
    ])
  func sameBytes(_ name: String) throws {
    for program in ["python3", "djpeg", "dwebp"] where OutsideProgram(program) == nil { return }
    let folder = try ScratchFolder()
    let decode =
      name.hasSuffix(".jpg")
      ? "djpeg -dct int -outfile o.ppm \(name) && ffmpeg -v error -i o.ppm -pix_fmt rgb24 o.png"
      : "dwebp -quiet \(name) -o o.png"
    let line = """
      cd \(folder.path) && \(Self.make)
      \(decode) && $rt diff \(name) o.png && JSIMD_FORCENONE=1 $rt diff \(name) o.png
      """
    guard let run = try ProcessTests.shell(line) else { return }
    #expect(run.code == 0 && run.printed.contains("same"), "\(run.printed)")
  }

  @Test("a scene of a JPEG and a WebP renders, and encode takes them with PNGs")
  func scene() throws {
    guard OutsideProgram("python3") != nil else { return }
    let folder = try ScratchFolder()
    try folder.write(
      #"{ "version": 1, "from": "base.jpg", "to": "lossy.webp", "transition": "push" }"#,
      to: "a.json")
    let line = """
      cd \(folder.path) && \(Self.make)
      $rt a.json -o a.gif && $rt frame a.json --at 0 -o a.png
      $rt encode base.jpg lossy.webp a.png --fps 5 -o b.gif
      """
    guard let run = try ProcessTests.shell(line) else { return }
    #expect(run.code == 0 && run.printed.contains("61 x 43"), "\(run.printed)")
  }
}
