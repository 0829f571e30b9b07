"""Does each --bug and each --slow change what it claims to, and nothing else?

Usage: faults.py HDR RECORDER [NAME...]
RECORDER is the preload library that writes down the program's OpenCL calls. Pictures are compared with the right
program's. Where a device may hide a bug (see docs/hdr.md), the test looks at what the program asks of OpenCL.
"""
import os
import subprocess
import sys
import tempfile

import png

WIDTH, HEIGHT, FRAMES = 320, 200, 3
HDR, RECORDER = sys.argv[1:3]


class Run:
    """One run of the pipeline: its exit status, output, picture and OpenCL calls."""

    def __init__(self, folder, *options, frames=FRAMES, may_die=False):
        output, record = os.path.join(folder, "out.png"), os.path.join(folder, "record")
        for path in (output, record):
            if os.path.exists(path):
                os.remove(path)
        environment = dict(os.environ, LD_PRELOAD=RECORDER, HDR_RECORD=record)
        command = [HDR, "--size", f"{WIDTH}x{HEIGHT}", "--frames", str(frames), "--output", output, *options]
        try:
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=40)
            self.status, self.text = done.returncode, done.stdout
        except subprocess.TimeoutExpired:
            self.status, self.text = None, "timed out"
        if not may_die:
            expect(self.status in (0, 1), f"ended with status {self.status}:\n{self.text}")
        with open(record, encoding="utf-8") as file:
            self.calls = [line.split() for line in file]
        self.picture = png.read(output) if os.path.exists(output) else None

    def of(self, kind, *fields):
        """The calls of a kind whose next fields are these; None matches anything."""
        return [call for call in self.calls if call[0] == kind
                and all(want is None or want == have for want, have in zip(fields, call[1:]))]

    def balance(self, kind):
        return sum(int(call[1]) for call in self.of(kind))

    def options(self):
        return " ".join(word for call in self.of("build") for word in call[2:])


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def expect_changed(run, good, least=1.0):
    expect(run.picture is not None, f"no picture was written:\n{run.text}")
    mean, _ = png.difference(run.picture, good.picture)
    expect(mean >= least, f"the picture is the right one (mean difference {mean:.3f})")


def expect_validation(run, right, *wrong_kernels):
    expect((run.status == 0) == right, f"--validate gave status {run.status}:\n{run.text}")
    wrong = {line.split()[0] for line in run.text.splitlines() if line.endswith(("WRONG", "NOT RUN"))}
    expect(set(wrong_kernels) <= wrong and (not right or not wrong), f"wrong kernels: {sorted(wrong)}")


# ---- bugs -------------------------------------------------------------------------------------------------------


def off_by_one(folder, good):
    run = Run(folder, "--bug", "off-by-one")
    expect("HDR_BUG_OFF_BY_ONE" in run.options(), "the macro is not defined")
    expect_changed(run, good, 0.1)
    expect_validation(Run(folder, "--bug", "off-by-one", "--validate"), False, "transpose")


def arg_size(folder, good):
    run = Run(folder, "--bug", "arg-size")
    expect(len(run.of("arg", "-51", "3", "8")) == FRAMES, "no clSetKernelArg fails with CL_INVALID_ARG_SIZE")
    expect(len(run.of("launch", "-52", "adapt_exposure")) == FRAMES, "adapt_exposure is launched all the same")
    expect(run.status == 0, "a careless program does not notice")
    expect_changed(run, good)


def missing_wait(folder, good):
    # A single frame: without the wait the host sees memory that nothing has been read to yet. Whether the device is
    # faster than the host's next step is a matter of luck, so try more than once.
    right = Run(folder, frames=1)
    for _ in range(3):
        if png.difference(Run(folder, "--bug", "missing-wait", frames=1).picture, right.picture)[0] > 1:
            return
    raise AssertionError("the picture was complete in each of three runs")


def unrounded_size(folder, good):
    run = Run(folder, "--bug", "unrounded-size")
    launches = run.of("launch", "-54", "box_rows")
    expect(len(launches) == 4 * FRAMES, f"{len(launches)} launches fail with CL_INVALID_WORK_GROUP_SIZE")
    expect(all(int(call[3]) % int(call[5]) for call in launches), "the sizes divide")
    expect(run.status == 0, "a careless program does not notice")
    expect_changed(run, good)


def divergent_barrier(folder, good):
    run = Run(folder, "--bug", "divergent-barrier", may_die=True)  # undefined: it may even hang
    expect("HDR_BUG_DIVERGENT_BARRIER" in run.options(), "the macro is not defined")


def local_too_large(folder, good):
    run = Run(folder, "--bug", "local-too-large", may_die=True)  # PoCL 3.1 ends the program
    largest = max(int(call[3]) for call in run.of("arg") if call[4] == "local")
    expect(largest > 8 << 20, f"only {largest} bytes of local memory are asked for")
    expect(max(int(call[3]) for call in good.of("arg") if call[4] == "local") <= 16384, "the right program asks for more")


def missing_atomic(folder, good):
    run = Run(folder, "--bug", "missing-atomic")
    expect("HDR_BUG_MISSING_ATOMIC" in run.options(), "the macro is not defined")


def nan(folder, good):
    run = Run(folder, "--bug", "nan")
    expect("HDR_BUG_NAN" in run.options(), "the macro is not defined")
    expect_changed(run, good)
    expect_validation(Run(folder, "--bug", "nan", "--validate"), False, "log_luminance")


def byte_order(folder, good):
    expect_changed(Run(folder, "--bug", "byte-order"), good)
    # The kernels are right, and so is what they make of wrong pixels.
    expect_validation(Run(folder, "--bug", "byte-order", "--validate"), True)


def leak(folder, good):
    run = Run(folder, "--bug", "leak")
    expect(good.balance("event") == 0 and good.balance("buffer") == 0, "the right program leaks")
    expect(run.balance("buffer") == FRAMES, f"{run.balance('buffer')} buffers are left")
    expect(run.balance("event") >= 15 * FRAMES, f"{run.balance('event')} events are left")
    expect(png.difference(run.picture, good.picture)[0] == 0, "the picture changes")


# ---- slow forms -------------------------------------------------------------------------------------------------


def expect_right(folder, good, name):
    run = Run(folder, "--slow", name)
    expect(run.status == 0, f"ended with status {run.status}:\n{run.text}")
    _, changed = png.difference(run.picture, good.picture)
    expect(changed == 0, f"the picture is not the right one ({100 * changed:.2f} % of the pixels)")
    expect_validation(Run(folder, "--slow", name, "--validate", frames=1), True)
    return run


def finish(folder, good):
    run = expect_right(folder, good, "finish")
    commands = len(run.of("launch")) + len(run.of("fill")) + len(run.of("read"))
    expect(len(run.of("finish")) >= commands > 20 * len(good.of("finish")), "there is no clFinish after each command")


def pageable(folder, good):
    run = expect_right(folder, good, "pageable")
    size = str(4 * WIDTH * HEIGHT)
    expect(len(run.of("write", "0", "1", size)) == FRAMES + 1, "the picture is not written each frame")
    expect(len(good.of("write", "0", "1", size)) == 1, "the right program writes it more than once")
    expect(len(run.of("read", "0", "1", size)) == FRAMES and not good.of("read", "0", "1"), "the reads do not block")


def columns(folder, good):
    run = expect_right(folder, good, "columns")
    expect("HDR_SLOW_COLUMNS" in run.options(), "the macro is not defined")
    expect(len(run.of("launch", "0", "tone_curve", "208", "320")) == FRAMES, "tone_curve is not turned")
    expect(len(good.of("launch", "0", "tone_curve", "320", "208")) == FRAMES, "the right program turns it")


def no_padding(folder, good):
    run = expect_right(folder, good, "no-padding")
    expect("HDR_TILE_PADDING=0" in run.options() and "HDR_TILE_PADDING" not in good.options(), "the tile is padded")


def tiny_groups(folder, good):
    run = expect_right(folder, good, "tiny-groups")
    for kernel in ("decode_rgbe", "white_balance", "log_luminance", "edge_weights", "tone_curve", "encode_srgb"):
        expect({tuple(call[5:7]) for call in run.of("launch", "0", kernel)} == {("1", "1")}, f"{kernel} has large groups")
        expect(not good.of("launch", "0", kernel, None, None, "1"), f"{kernel} always has small groups")


def rebuild(folder, good):
    run = expect_right(folder, good, "rebuild")
    expect(len(run.of("build")) == FRAMES and len(good.of("build")) == 1, "the program is not built each frame")


def divergence(folder, good):
    run = expect_right(folder, good, "divergence")
    expect("HDR_SLOW_DIVERGENCE" in run.options(), "the macro is not defined")


TESTS = {
    "off-by-one": off_by_one, "arg-size": arg_size, "missing-wait": missing_wait, "unrounded-size": unrounded_size,
    "divergent-barrier": divergent_barrier, "local-too-large": local_too_large, "missing-atomic": missing_atomic,
    "nan": nan, "byte-order": byte_order, "leak": leak, "finish": finish, "pageable": pageable, "columns": columns,
    "no-padding": no_padding, "tiny-groups": tiny_groups, "rebuild": rebuild, "divergence": divergence,
}


def main():
    names = sys.argv[3:] or list(TESTS)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        good = Run(folder)
        expect(good.status == 0 and good.picture is not None, f"the right program fails:\n{good.text}")
        expect(not [call for call in good.calls if call[0] in ("launch", "arg", "write", "read", "fill", "build")
                    and call[1] != "0"], "the right program makes calls that fail")
        listed = subprocess.run([HDR, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
        expect({line.split()[1] for line in listed.splitlines()} == set(TESTS), "a fault has no test")
        for name in names:
            try:
                TESTS[name](folder, good)
                print(f"ok    {name}")
            except AssertionError as error:
                failures += 1
                print(f"FAIL  {name}: {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
