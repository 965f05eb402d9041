// swift-tools-version: 6.3
import PackageDescription

/// The rules of the house, the same for every target that is written in Swift.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library target and, beside it, its tests.
func layer(
  _ name: String, _ knows: [Target.Dependency] = [], resources: [Resource] = [],
  testedWith others: [Target.Dependency] = []
) -> [Target] {
  [
    // Square roots and rounding can be calls into libm, which Foundation alone would bring.
    .target(
      name: name, dependencies: knows, resources: resources, swiftSettings: house,
      linkerSettings: [.linkedLibrary("m")]),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + knows + others,
      swiftSettings: house),
  ]
}

/// A C library that Debian installs; `scripts/setup` sees to it.
func system(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The fuzzer, which links only with the flags that `scripts/fuzz` gives.
let fuzzing: [Target] =
  Context.environment["RENDER_TRANSITION_FUZZ"] == nil
  ? []
  : [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "render-fuzz",
      dependencies: [
        "Preview", "Regression", "RenderTransition", "SceneFormat", "Typeface", "Codecs", "Pixels",
        "CFuzzer",
      ]),
  ]

let package = Package(
  name: "render-transition",
  products: [
    .library(name: "RenderTransition", targets: ["RenderTransition"]),
    .library(name: "Regression", targets: ["Regression"]),
    .executable(name: "render-transition", targets: ["render-transition"]),
  ],
  targets: [
    // Level 0: numbers, bytes, and the doors to C.
    layer("Geometry"),
    layer("Formatting"),
    layer("Pixels", ["Geometry", "Kernels"]),
    [
      system("CLibPNG", "libpng", apt: "libpng-dev"),
      system("CLibGIF", "libgif7", apt: "libgif-dev"),
      system("CDeflate", "libdeflate", apt: "libdeflate-dev"),
      system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
      system("CWebP", "libwebpdemux", apt: "libwebp-dev"),
      system("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev"),
      system("CFriBidi", "fribidi", apt: "libfribidi-dev"),
      system("CUnibreak", "libunibreak", apt: "libunibreak-dev"),
      system("CExpat", "expat", apt: "libexpat1-dev"),
      .target(name: "CCodecShim", dependencies: ["CLibPNG", "CLibGIF", "CTurboJPEG", "CWebP"]),
      .target(name: "Kernels", exclude: ["README.md"]),
      .target(name: "CSystem"),
      .target(name: "CInter", exclude: ["Inter.ttf", "LICENSE"]),
      .target(name: "CPages", exclude: ["pages"]),
    ],

    // Level 1: one field of work each.
    layer("Motion", ["Geometry"]),
    layer("Typeface", ["Geometry", "Pixels", "CHarfBuzz", "CFriBidi", "CUnibreak", "CInter"]),
    layer("Raster", ["Geometry", "Pixels", "Kernels"]),
    layer("Drawing", ["Geometry", "Pixels"]),
    layer(
      "Codecs",
      [
        "Formatting", "Geometry", "Pixels", "CLibPNG", "CLibGIF", "CDeflate", "CCodecShim",
        "Kernels",
      ]),
    layer("ImageDiff", ["Geometry", "Pixels"], testedWith: ["Codecs"]),
    layer("Pages", ["Formatting", "CPages"]),

    // Level 2: what a scene says, and what a frame looks like. The display list is between them.
    layer(
      "SceneFormat", ["Formatting", "Geometry", "Pixels", "Motion", "CExpat"],
      resources: [.embedInCode("Recipes/BuiltIn")]),
    layer(
      "Staging",
      ["Formatting", "SceneFormat", "Motion", "Typeface", "Drawing", "Geometry", "Pixels"],
      testedWith: ["Inspection", "StagingTestSupport"]),
    layer(
      "Inspection",
      ["Formatting", "Staging", "SceneFormat", "Motion", "Drawing", "Geometry", "Pixels"],
      testedWith: ["StagingTestSupport"]),
    layer("Compositing", ["Drawing", "Raster", "Geometry", "Pixels"]),

    // Level 3: files and threads.
    layer(
      "RenderTransition",
      [
        "Formatting", "Geometry", "Pixels", "Motion", "Typeface", "Raster", "Drawing", "Codecs",
        "ImageDiff", "SceneFormat", "Staging", "Inspection", "Compositing", "CSystem",
      ], testedWith: ["RenderTestSupport"]),

    // Level 3 1/2: comparing, baselines and reports.
    layer(
      "Regression",
      [
        "Formatting", "Geometry", "Pixels", "Motion", "Typeface", "Drawing", "Codecs", "ImageDiff",
        "Pages", "SceneFormat", "Staging", "Inspection", "Compositing", "RenderTransition",
      ], testedWith: ["RenderTestSupport"]),

    // Level 3 3/4: a live page over scenes.
    layer(
      "Preview",
      [
        "Formatting", "Pixels", "Codecs", "Pages", "SceneFormat", "Staging", "RenderTransition",
        "Regression", "CSystem",
      ], testedWith: ["RenderTestSupport"]),

    // Level 4 and 5: the command line.
    layer(
      "CommandLineTool",
      [
        "Formatting", "Preview", "Regression", "RenderTransition", "SceneFormat", "ImageDiff",
        "Codecs", "Pixels",
      ], testedWith: ["Pages"]),
    [
      .executableTarget(
        name: "render-transition", dependencies: ["CommandLineTool"], swiftSettings: house,
        // A package has libraries in `lib` beside the program. An RPATH, unlike a RUNPATH, is also for
        // the libraries of libraries.
        linkerSettings: [
          .unsafeFlags(
            ["-Xlinker", "-rpath=$ORIGIN/lib", "-Xlinker", "--disable-new-dtags"],
            .when(configuration: .release))
        ]),
      .executableTarget(
        name: "render-bench",
        dependencies: [
          "RenderTransition", "SceneFormat", "Staging", "Compositing", "Drawing", "Codecs",
          "Formatting", "Geometry", "ImageDiff", "Pixels",
        ], swiftSettings: house),
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
      // Small scenes in memory, laid out.
      .target(
        name: "StagingTestSupport",
        dependencies: ["Staging", "SceneFormat", "Drawing", "Typeface"],
        path: "Tests/StagingTestSupport", swiftSettings: house),
      // Small scenes in files.
      .target(
        name: "RenderTestSupport", dependencies: ["RenderTransition", "TestSupport"],
        path: "Tests/RenderTestSupport", swiftSettings: house),
      // Whole scenes, from the file to the pixels.
      .testTarget(
        name: "GoldenTests",
        dependencies: [
          "RenderTransition", "SceneFormat", "Staging", "Codecs", "Pixels", "TestSupport",
        ],
        exclude: ["Cases"], swiftSettings: house),
    ],
    fuzzing,
  ].flatMap { $0 },
  swiftLanguageModes: [.v6]
)
