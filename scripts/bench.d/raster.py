"""The work of the benchmark push, done by cairo and by OpenCV: one line for each measurement.

Usage: raster.py SCREENS. What PyPI does not have here is left out.
"""

import sys
import threading
import time

ROUNDS, FRAMES = 3, 12


def single(work):
    """The mean of every frame's shortest processor time, in milliseconds."""
    shortest = []
    for frame in range(FRAMES):
        times = []
        for _ in range(ROUNDS):
            start = time.process_time()
            work(frame)
            times.append(time.process_time() - start)
        shortest.append(min(times))
    return sum(shortest) / FRAMES * 1000


def double(make):
    """How soon one frame follows the other on two threads, each with a canvas of its own."""
    workers = [make(), make()]

    def run(number):
        for frame in range(number, FRAMES, 2):
            workers[number](frame)

    times = []
    for _ in range(ROUNDS):
        threads = [threading.Thread(target=run, args=(number,)) for number in (0, 1)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        times.append(time.perf_counter() - start)
    return min(times) / FRAMES * 1000


def report(name, width, height, make):
    print(f"{name}\t{width}x{height}\t1\t{single(make()):.3f}", flush=True)
    print(f"{name}\t{width}x{height}\t2\t{double(make):.3f}", flush=True)


def pose(frame, width, height):
    """The first screen's scale, place and opacity, and the second one's x."""
    progress = (frame + 0.5) / FRAMES
    scale = 1 - 0.035 * progress
    corner = (width * (1 - scale) / 2, height * (1 - scale) / 2)
    return scale, corner, 1 - 0.3 * progress, width * (1 - progress)


def with_cairo(screens, width, height):
    import cairo

    def screen(name):
        source = cairo.ImageSurface.create_from_png(f"{screens}/{name}.png")
        target = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
        context = cairo.Context(target)
        context.scale(width / source.get_width(), height / source.get_height())
        context.set_source_surface(source)
        context.paint()
        return target

    images = [screen("home"), screen("detail")]

    def maker(is_clipped):
        def make():
            canvas = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)

            def work(frame):
                scale, corner, opacity, x = pose(frame, width, height)
                context = cairo.Context(canvas)
                if is_clipped:
                    # What the second screen hides need not be drawn.
                    context.rectangle(0, 0, int(x) + 1, height)
                    context.clip()
                context.set_source_rgb(0, 0, 0)
                context.paint()
                context.translate(*corner)
                context.scale(scale, scale)
                context.set_source_surface(images[0])
                context.get_source().set_filter(cairo.FILTER_BILINEAR)
                context.paint_with_alpha(opacity)
                context.identity_matrix()
                context.reset_clip()
                context.set_source_surface(images[1], x, 0)
                context.get_source().set_filter(cairo.FILTER_BILINEAR)
                context.paint()
                canvas.flush()

            return work

        return make

    report("cairo: push", width, height, maker(False))
    report("cairo: push, hidden part clipped", width, height, maker(True))


def with_opencv(screens, width, height):
    import cv2
    import numpy

    cv2.setNumThreads(1)
    images = [
        cv2.resize(cv2.imread(f"{screens}/{name}.png", cv2.IMREAD_UNCHANGED), (width, height))
        for name in ("home", "detail")
    ]

    def push():
        canvas = numpy.zeros_like(images[0])

        def work(frame):
            scale, corner, opacity, x = pose(frame, width, height)
            matrix = numpy.float32([[scale, 0, corner[0]], [0, scale, corner[1]]])
            left = int(x) + 1
            faded = cv2.warpAffine(images[0], matrix, (left, height), flags=cv2.INTER_LINEAR)
            cv2.convertScaleAbs(faded, dst=faded, alpha=opacity)
            canvas[:, :left] = faded
            shift = numpy.float32([[1, 0, x], [0, 1, 0]])
            cv2.warpAffine(
                images[1], shift, (width, height), dst=canvas, borderMode=cv2.BORDER_TRANSPARENT
            )

        return work

    def blur():
        sigma = 10 * width / 390
        return lambda frame: cv2.GaussianBlur(images[0], (0, 0), sigma)

    def copy():
        canvas = numpy.zeros_like(images[0])
        return lambda frame: numpy.copyto(canvas, images[0])

    report("OpenCV: push", width, height, push)
    report("OpenCV: blur", width, height, blur)
    report("NumPy: a copy of a frame", width, height, copy)


def main():
    for program in (with_cairo, with_opencv):
        for size in ((780, 1688), (1170, 2532)):
            try:
                program(sys.argv[1], *size)
            except ImportError as missing:
                print(f"bench: going on without {missing.name}", file=sys.stderr)
                break


main()
