"""The pipeline as a program: its command line, its files, its errors; and --validate on pictures of odd sizes.

Usage: program.py HDR
"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

import png

HDR = sys.argv[1]


def run(*options, **variables):
    done = subprocess.run([HDR, *options], env=dict(os.environ, **variables), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def expect_error(status, part, *options, **variables):
    got, out, err = run(*options, **variables)
    expect(got == status, f"{options}: status {got}, expected {status}\n{out}{err}")
    expect(part in err, f"{options}: \"{part}\" is not in:\n{err}")


# ---- Radiance files ---------------------------------------------------------------------------------------------


def pixels(width, height):
    """Rows of RGBE pixels with runs in them."""
    rng = random.Random(7)
    rows = []
    for _ in range(height):
        row = []
        while len(row) < width:
            pixel = bytes((rng.randrange(256), rng.randrange(256), rng.randrange(256), rng.randrange(120, 140)))
            row += [pixel] * rng.choice((1, 1, 2, 5, 60))
        rows.append(row[:width])
    return rows


def header(width, height, extra=b""):
    return b"#?RADIANCE\n# made by a test\nFORMAT=32-bit_rle_rgbe\n" + extra + b"\n-Y %d +X %d\n" % (height, width)


def flat(rows):
    return b"".join(b"".join(row) for row in rows)


def old_runs(rows):
    """Runs of whole pixels: a repeat count after the pixel, in one or two parts."""
    data = b""
    for row in rows:
        x = 0
        while x < len(row):
            length = 1
            while x + length < len(row) and row[x + length] == row[x]:
                length += 1
            data += row[x]
            if length > 1:
                data += bytes((1, 1, 1, (length - 1) & 255))
            x += length
    return data


def new_runs(rows):
    """Runs for each component."""
    data = b""
    for row in rows:
        data += b"\2\2" + struct.pack(">H", len(row))
        for component in range(4):
            values = [pixel[component] for pixel in row]
            x = 0
            while x < len(values):
                length = 1
                while x + length < len(values) and length < 127 and values[x + length] == values[x]:
                    length += 1
                if length > 2:
                    data += bytes((128 + length, values[x]))
                else:
                    data += bytes((length, *values[x:x + length]))
                x += length
    return data


def radiance_forms(folder):
    """The three ways to write pixels give the same picture."""
    width, height = 123, 45
    rows, pictures = pixels(width, height), []
    for name, form in (("flat", flat), ("old", old_runs), ("new", new_runs)):
        path, output = os.path.join(folder, name + ".hdr"), os.path.join(folder, name + ".png")
        with open(path, "wb") as file:
            file.write(header(width, height) + form(rows))
        status, out, err = run("--input", path, "--frames", "1", "--output", output, "--validate")
        expect(status == 0, f"{name}: status {status}\n{out}{err}")
        pictures.append(png.read(output))
    expect(pictures[0] == pictures[1] == pictures[2], "the three forms give different pictures")
    expect(pictures[0][:2] == (width, height), "wrong size")
    expect(len({bytes(row) for row in pictures[0][2]}) > 10, "the picture is all the same")


def bad_radiance_files(folder):
    """Each is refused with a message; none crashes the program."""
    good = header(16, 4) + new_runs(pixels(16, 4))
    start = header(16, 4)
    cases = {
        "empty": (b"", "does not begin with #?RADIANCE"),
        "not a picture": (b"P6\n1 1\n255\n", "does not begin with #?RADIANCE"),
        "no end of header": (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n", "the header does not end"),
        "long line": (b"#?RADIANCE\n" + b"x" * 5000, "the header does not end"),
        "xyze": (b"#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n1234", "only the format"),
        "no size": (b"#?RADIANCE\n\n", "the size is missing"),
        "bad size": (b"#?RADIANCE\n\n+X 5 -Y 5\n", "not of the form"),
        "negative size": (b"#?RADIANCE\n\n-Y -5 +X 5\n", "side must be"),
        "zero size": (header(0, 0), "side must be"),
        "huge size": (header(30000, 30000), "at most"),
        "longer size": (header(1234567, 1), "not of the form"),
        "no pixels": (start, "the pixels end too early"),
        "cut": (good[:-3], "the pixels end too early"),
        "zero run": (start + b"\2\2\0\x10\0", "a run goes past"),
        "long run": (start + b"\2\2\0\x10" + bytes((128 + 17, 9)), "a run goes past"),
        "long stretch": (start + b"\2\2\0\x10\x11" + b"x" * 17, "a run goes past"),
        "old run first": (start + b"\1\1\1\5" + b"abcd" * 64, "a run goes past"),
        "old run too long": (start + b"abcd\1\1\1\xff" + b"abcd" * 64, "a run goes past"),
        "old run of a huge length": (start + b"abcd" + b"\1\1\1\0" * 12, "a run goes past"),
    }
    for name, (data, message) in cases.items():
        path = os.path.join(folder, "bad.hdr")
        with open(path, "wb") as file:
            file.write(data)
        try:
            expect_error(1, message, "--input", path, "--frames", "1")
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None
    expect_error(1, "No such file", "--input", os.path.join(folder, "missing.hdr"))
    expect_error(1, "directory", "--input", folder)


def damaged_radiance_files(folder):
    """Random damage: the program may accept or refuse the file, but it must not crash."""
    rng = random.Random(3)
    good = header(40, 6) + new_runs(pixels(40, 6))
    path = os.path.join(folder, "damaged.hdr")
    for _ in range(60):
        data = bytearray(good)
        for _ in range(rng.choice((1, 3, 20))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        with open(path, "wb") as file:
            file.write(data)
        # A device name that does not exist: the file is read first, and then the program stops.
        status, _, err = run("--input", path, "--device", "no-such-device")
        expect(status == 1, f"status {status}\n{err}")


# ---- the rest ---------------------------------------------------------------------------------------------------


def odd_sizes(folder):
    for size in ("320x200", "333x217", "1x1", "7x5", "129x1", "1x40", "16x300"):
        status, out, err = run("--size", size, "--frames", "2", "--validate")
        expect(status == 0 and "Every kernel agrees" in out, f"{size}: status {status}\n{out}{err}")


def command_line(folder):
    expect_error(2, "no bug named \"nonsense\"", "--bug", "nonsense")
    expect_error(2, "no slow form named \"nan\"", "--slow", "nan")
    expect_error(2, "--size needs", "--size", "12")
    expect_error(2, "--size needs", "--size", "0x5")
    expect_error(2, "--size needs", "--size", "99999999999x5")
    expect_error(2, "--frames needs", "--frames", "0")
    expect_error(2, "is no option", "picture.hdr")
    expect_error(2, "--help", "--nonsense")
    status, out, _ = run("--list")
    expect(status == 0 and out.count("--bug ") == 10 and out.count("--slow ") == 7, f"--list says:\n{out}")
    expect(run("--help")[1].startswith("Usage:"), "--help has no usage")


def errors(folder):
    small = ("--size", "32x20", "--frames", "1")
    expect_error(1, "No device with a compiler", *small, OCL_ICD_VENDORS=folder + "/", OCL_ICD_FILENAMES="")
    expect_error(1, "These are there:", *small, "--device", "no-such-device")
    expect_error(1, "from CLDOCTOR_DEVICE", *small, CLDOCTOR_DEVICE="no-such-device")
    expect_error(1, "decode.cl", *small, "--kernels", folder)
    expect_error(1, "No such file", *small, "--output", os.path.join(folder, "missing", "out.png"))
    if os.path.exists("/dev/full"):
        expect_error(1, "writing the picture failed", *small, "--output", "/dev/full")
        expect(os.path.exists("/dev/full"), "the program removed a device")


def profiles(folder):
    path = os.path.join(folder, "profile")
    status, out, err = run("--size", "64x40", "--frames", "3", "--profile", "--profile-json", path + ".json",
                           "--profile-csv", path + ".csv")
    expect(status == 0 and "median ms" in out and "GB/s" in out, f"status {status}\n{out}{err}")
    with open(path + ".json", encoding="utf-8") as file:
        document = json.load(file)
    sections = {section["name"]: section for section in document["sections"]}
    expect(document["all_commands_timed"] is True, "some commands are not timed")
    expect(sections["box_rows"]["count"] == 12 and sections["frame"]["count"] == 3, "wrong counts")
    expect(sections["read pixels"]["bytes"] == 3 * 64 * 40 * 4, "wrong bytes")
    shares = sum(section["share"] for section in document["sections"] if section["clock"] == "device")
    expect(abs(shares - 1) < 1e-4, f"the shares add up to {shares}")
    with open(path + ".csv", encoding="utf-8") as file:
        expect(len(file.readlines()) == len(sections) + 1, "the CSV file has other sections")
    status, out, err = run("--size", "64x40", "--frames", "1", "--no-profile")
    expect(status == 0 and "not timed (profiling is off)" in out, f"status {status}\n{out}{err}")


def frames_adapt(folder):
    """In the middle of the sequence a cloud passes, so frames differ; the same frame is the same in each run."""
    pictures = []
    for frames in ("9", "9", "1"):
        output = os.path.join(folder, "frames.png")
        expect(run("--size", "160x100", "--frames", frames, "--output", output)[0] == 0, "failed")
        pictures.append(png.read(output))
    expect(pictures[0] == pictures[1], "two runs differ")
    expect(png.difference(pictures[0], pictures[2])[0] > 0.2, "the last of nine frames is the first")


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in (odd_sizes, radiance_forms, bad_radiance_files, damaged_radiance_files, command_line, errors, profiles,
                     frames_adapt):
            try:
                test(folder)
                print(f"ok    {test.__name__}")
            except AssertionError as error:
                failures += 1
                print(f"FAIL  {test.__name__}: {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
