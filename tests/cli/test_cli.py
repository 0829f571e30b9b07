#!/usr/bin/env python3
"""What the command line promises: exit statuses, bad input, sessions, processes, deaths.

    test_cli.py CLDOCTOR APP
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

CLDOCTOR, APP = None, None
SEED = int(os.environ.get("CLD_SEED", random.randrange(1 << 30)))


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cldoctor-cli-")

    def tearDown(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def tool(self, *arguments, **options):
        return subprocess.run([CLDOCTOR, *arguments], capture_output=True, text=True, errors="replace",
                              cwd=self.folder, timeout=120, **options)

    def run_app(self, *app, options=(), **more):
        """runs APP under cldoctor: the finished process and its report"""
        report = self.path("report.json")
        done = self.tool("run", "--json", report, *options, "--", APP, *app, **more)
        return done, json.loads(Path(report).read_text()) if os.path.exists(report) else None

    def one_line_error(self, done, status, *words):
        self.assertEqual(done.returncode, status, done.stderr)
        lines = done.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertTrue(lines[0].startswith("cldoctor: "), done.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def ids(self, document, severity=None):
        return [f["id"] for f in document["findings"] if severity in (None, f["severity"])]


class Usage(Cli):
    def test_unknown_option(self):
        self.one_line_error(self.tool("run", "--nonsense", APP), 2, "--nonsense")

    def test_unknown_letter(self):
        self.one_line_error(self.tool("run", "-x", APP), 2, "-x")

    def test_unknown_command(self):
        self.one_line_error(self.tool("dance"), 2, "dance")

    def test_options_of_later_versions_are_refused(self):
        for option in ("--html=x", "--sarif=x", "--trace=x", "--profile"):
            self.one_line_error(self.tool("run", option, APP), 2, option.split("=")[0])

    def test_bad_values(self):
        for option in ("--check=nothing-such", "--max-size=12", "--max-size=x", "--color=green", "--error-exitcode=0",
                       "--error-exitcode=256", "--quiet=1", "--timeout=0", "--timeout=x", "--timeout=3601"):
            self.one_line_error(self.tool("run", option, APP), 2)

    def test_value_missing(self):
        self.one_line_error(self.tool("run", "--json"), 2, "--json")

    def test_nothing_to_run(self):
        self.one_line_error(self.tool("run"), 2)

    def test_no_command(self):
        self.assertEqual(self.tool().returncode, 2)

    def test_help_and_version(self):
        for arguments in (["--help"], ["run", "--help"], ["report", "--help"], ["--version"]):
            done = self.tool(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("cldoctor", done.stdout)

    def test_missing_program(self):
        self.one_line_error(self.tool("run", "./no-such-program"), 127, "no-such-program")
        self.one_line_error(self.tool("run", "no-such-program"), 127, "no-such-program")

    def test_program_that_is_not_executable(self):
        Path(self.path("plain")).write_text("text")
        self.one_line_error(self.tool("run", "./plain"), 126, "plain")
        self.one_line_error(self.tool("run", self.folder), 126)

    def test_program_that_the_kernel_refuses(self):
        Path(self.path("garbage")).write_text("\x7fELF nonsense")
        os.chmod(self.path("garbage"), 0o755)
        self.assertIn(self.tool("run", "./garbage").returncode, (126, 127))

    def test_suppressions_that_are_not_there(self):
        self.one_line_error(self.tool("run", "--suppress", "missing.txt", "touch", "ran"), 2, "missing.txt")
        self.assertFalse(os.path.exists(self.path("ran")))


class Sessions(Cli):
    def test_folder_that_cannot_be_made(self):
        self.one_line_error(self.tool("run", "-o", "no/such/place", APP), 2, "no/such/place")

    def test_folder_that_is_not_ours(self):
        os.mkdir(self.path("mine"))
        Path(self.path("mine/thesis.txt")).write_text("ten years")
        self.one_line_error(self.tool("run", "-o", "mine", APP), 2, "mine")
        self.assertEqual(Path(self.path("mine/thesis.txt")).read_text(), "ten years")

    def test_previous_session_is_kept(self):
        self.tool("run", APP, "leak")
        self.tool("run", APP)
        self.assertIn("object-leak", self.tool("report", "cldoctor.data.old").stderr)
        self.assertNotIn("object-leak", self.tool("report").stderr)

    def test_failed_builds_are_kept_and_go_with_their_session(self):
        app = os.path.join(os.path.dirname(CLDOCTOR), "program-build_header_program")
        for _ in range(3):
            done = self.tool("run", "--json", self.path("report.json"), "--", app)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["cldoctor.data", "cldoctor.data.old", "report.json"])
        evidence = json.loads(Path(self.path("report.json")).read_text())["findings"][0]["evidence"]
        kept = Path(self.path("cldoctor.data"), evidence["kept"])
        self.assertIn("row.gain", (kept / "source.cl").read_text())
        self.assertIn("row.in", (kept / "headers/inc/rows.clh").read_text())
        self.assertIn("rows.clh", (kept / "log.txt").read_text())
        clang = subprocess.run(["clang-19", "-x", "cl", "-fsyntax-only", "-I", "headers", "@options.txt", "source.cl"],
                               cwd=kept, capture_output=True, text=True)
        self.assertIn("rows.clh:5:16: error:", clang.stderr)
        shutil.rmtree(self.path("cldoctor.data.old"))
        os.rename(self.path("cldoctor.data"), self.path("cldoctor.data.old"))
        Path(self.path("cldoctor.data.old"), kept.parent.name, "mine").mkdir()
        Path(self.path("cldoctor.data.old"), kept.parent.name, "mine/notes").write_text("not cldoctor's")
        self.tool("run", "--", app)
        self.assertTrue(os.path.exists(self.path("cldoctor.data.old/" + kept.parent.name + "/mine/notes")))

    def test_second_live_run(self):
        first = subprocess.Popen([CLDOCTOR, "run", APP, "catch"], cwd=self.folder, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
        first.stdout.readline()
        second = self.tool("run", APP)
        first.send_signal(signal.SIGTERM)
        self.assertEqual(first.wait(30), 128 + signal.SIGTERM)
        first.stdout.close()
        self.assertEqual(second.returncode, 0)
        self.assertIn("cldoctor.data.2", second.stderr)
        self.assertTrue(os.path.isdir(self.path("cldoctor.data.2")))

    def test_many_at_once(self):
        """as `make -j` starts them: each gets a folder of its own, also where old sessions have to be moved"""
        for _ in range(3):
            runs = [subprocess.Popen([CLDOCTOR, "run", "sleep", "0.3"], cwd=self.folder, stderr=subprocess.PIPE,
                                     text=True) for _ in range(6)]
            for run in runs:
                _, text = run.communicate(timeout=60)
                self.assertEqual(run.returncode, 0, text)
        names = {"cldoctor.data"} | {f"cldoctor.data.{n}" for n in range(2, 7)}
        self.assertEqual(set(os.listdir(self.folder)), names | {name + ".old" for name in names})

    def test_empty_folder_is_taken(self):
        os.mkdir(self.path("empty"))
        self.assertEqual(self.tool("run", "-o", "empty", "true").returncode, 0)
        self.assertTrue(os.path.exists(self.path("empty/control")))

    def test_foreign_folder_in_the_place_of_the_old_session(self):
        self.tool("run", "true")
        os.mkdir(self.path("cldoctor.data.old"))
        Path(self.path("cldoctor.data.old/thesis.txt")).write_text("ten years")
        self.one_line_error(self.tool("run", "true"), 2, "cldoctor.data.old")
        self.assertTrue(os.path.exists(self.path("cldoctor.data.old/thesis.txt")))

    def test_names_with_pid_and_host(self):
        self.tool("run", "-o", "s-%p-%h", APP)
        names = [n for n in os.listdir(self.folder) if n.startswith("s-")]
        self.assertEqual(len(names), 1)
        self.assertTrue(names[0].split("-")[1].isdigit())

    def test_report_again_is_the_same(self):
        done, document = self.run_app("leak")
        again = self.tool("report", "--json", "-")
        self.assertEqual(again.returncode, 0)
        self.assertEqual(json.loads(again.stdout)["findings"], document["findings"])

    def test_report_of_nothing(self):
        self.one_line_error(self.tool("report"), 2, "cldoctor.data")
        self.one_line_error(self.tool("report", "/etc"), 2, "/etc")

    def test_without_run(self):
        layer = os.path.join(os.path.dirname(CLDOCTOR), "..", "lib", "libcldoctor-layer.so")
        subprocess.run([APP, "leak"], cwd=self.folder, env={**os.environ, "OPENCL_LAYERS": layer}, check=True,
                       capture_output=True)
        self.assertIn("object-leak", self.tool("report").stderr)

    def test_layers_of_the_user_are_kept(self):
        done = self.tool("run", "sh", "-c", "echo $OPENCL_LAYERS", env={**os.environ, "OPENCL_LAYERS": "/the/users/own.so"})
        self.assertTrue(done.stdout.startswith("/the/users/own.so:/"), done.stdout)


class Status(Cli):
    def test_own_status(self):
        for status in (0, 1, 77):
            self.assertEqual(self.tool("run", APP, "exit", str(status)).returncode, status)

    def test_killed_by_signal(self):
        done, document = self.run_app("abort")
        self.assertEqual(done.returncode, 128 + signal.SIGABRT)
        self.assertEqual(document["exit"]["signal"], signal.SIGABRT)
        self.assertIn("object-leak", self.ids(document))

    def test_error_exitcode(self):
        self.assertEqual(self.run_app("error", options=["--error-exitcode", "9"])[0].returncode, 9)
        self.assertEqual(self.run_app("leak", options=["--error-exitcode", "9"])[0].returncode, 0)
        self.assertEqual(self.run_app("abort", options=["--error-exitcode", "9"])[0].returncode, 128 + signal.SIGABRT)

    def test_sigint_goes_to_the_program(self):
        run = subprocess.Popen([CLDOCTOR, "run", "--json", self.path("r.json"), APP, "catch"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        run.stdout.readline()
        os.killpg(run.pid, signal.SIGINT)
        self.assertEqual(run.wait(30), 128 + signal.SIGINT)
        run.stdout.close()
        self.assertEqual(json.loads(Path(self.path("r.json")).read_text())["exit"]["signal"], signal.SIGINT)

    def test_starter_ignores_sigchld(self):
        """then the kernel keeps no exit status, unless it is asked to; and the program sees what it would alone"""
        ignore = {"preexec_fn": lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)}
        self.assertEqual(self.tool("run", "sh", "-c", "exit 3", **ignore).returncode, 3)
        show = ["grep", "SigIgn", "/proc/self/status"]
        alone = subprocess.run(show, capture_output=True, text=True, **ignore)
        self.assertEqual(self.tool("run", *show, **ignore).stdout, alone.stdout)

    def test_signals_are_the_programs_own(self):
        show = ["grep", "-E", "Sig(Blk|Ign|Cgt)", "/proc/self/status"]
        self.assertEqual(self.tool("run", *show).stdout, subprocess.run(show, capture_output=True, text=True).stdout)

    def test_stdout_is_the_programs(self):
        done, _ = self.run_app("stdout")
        self.assertEqual(done.stdout, "the program's own output\n")

    def test_json_to_stdout_comes_after_the_program(self):
        done = self.tool("run", "--json", "-", APP, "stdout")
        first, rest = done.stdout.split("\n", 1)
        self.assertEqual(first, "the program's own output")
        self.assertEqual(json.loads(rest)["schema"], "cldoctor-1")

    def test_json_that_cannot_be_written(self):
        """said before the program runs, and not hours later"""
        os.mkdir(self.path("folder"))
        for name in ("/no/such/file", "folder"):
            self.one_line_error(self.tool("run", "--json", name, "touch", "ran"), 2, name)
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_suppress(self):
        Path(self.path("s.txt")).write_text("# known\nobject-leak app.c\n")
        _, document = self.run_app("leak", options=["--suppress", "s.txt"])
        self.assertEqual(self.ids(document), [])
        Path(self.path("s.txt")).write_text("object-leak other.c\n")
        _, document = self.run_app("leak", options=["--suppress", "s.txt"])
        self.assertEqual(self.ids(document), ["object-leak"])

    def test_quiet_and_color(self):
        done = self.tool("run", "-q", APP, "leak")
        self.assertLessEqual(len(done.stderr.strip().splitlines()), 4)
        self.assertNotIn("\033[", self.tool("run", APP, "leak").stderr)
        self.assertIn("\033[", self.tool("run", "--color=always", APP, "leak").stderr)

    def test_checks_none(self):
        _, document = self.run_app("error", options=["--check=none"])
        self.assertEqual(self.ids(document, "error"), [])

    def test_checks_of_later_versions_are_coverage(self):
        _, document = self.run_app("leak", options=["--check=all"])
        self.assertTrue(any("race" in json.dumps(s) for s in document["coverage"]["skipped"]), document["coverage"])


class Processes(Cli):
    def test_program_without_opencl(self):
        done = self.tool("run", "true")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no OpenCL library was loaded", done.stderr.replace("\n          ", " "))

    def test_script(self):
        Path(self.path("s.sh")).write_text(f"#!/bin/sh\n{APP} leak\n{APP} leak\nexit 5\n")
        os.chmod(self.path("s.sh"), 0o755)
        report = self.path("r.json")
        done = self.tool("run", "--json", report, "./s.sh")
        self.assertEqual(done.returncode, 5)
        document = json.loads(Path(report).read_text())
        self.assertEqual(len(document["processes"]), 2)
        self.assertEqual([f["count"] for f in document["findings"]], [2])

    def test_fork(self):
        done, document = self.run_app("fork")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(sorted(p["forked"] for p in document["processes"]), [False, True])
        leaks = [f for f in document["findings"] if f["id"] == "object-leak" and f["severity"] == "warning"]
        self.assertEqual([f["objects"][0]["kind"] for f in leaks], ["user event"])

    def test_daemon(self):
        """left behind by the program, and still running: what it holds is no leak yet"""
        report = self.path("r.json")
        self.tool("run", "--json", report, "sh", "-c", f"(setsid {APP} catch >ready 2>&1 &); "
                  "until grep -q working ready; do sleep 0.05; done")
        document = json.loads(Path(report).read_text())
        self.assertEqual([p["running"] for p in document["processes"]], [True])
        pid = document["processes"][0]["pid"]
        self.assertIn(str(pid), [s["name"] for s in document["coverage"]["skipped"] if s["what"] == "process"])
        self.assertEqual(document["findings"], [])
        os.kill(pid, signal.SIGKILL)
        while os.path.exists(f"/proc/{pid}/exe"):
            time.sleep(0.05)
        self.tool("report", "--json", report)
        document = json.loads(Path(report).read_text())
        self.assertIn("object-leak", self.ids(document))

    def test_exec(self):
        done, document = self.run_app("exec")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(document["processes"]), 2)
        self.assertEqual(len(set(p["pid"] for p in document["processes"])), 1)

    def test_loader_opened_late(self):
        for options in ([], ["--preload"]):
            done, document = self.run_app("late", options=options)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(self.ids(document, "error"), ["api-error"], options)

    def test_preload(self):
        done, document = self.run_app("leak", options=["--preload"])
        self.assertEqual(document["processes"][0]["how"], "preload")
        self.assertEqual(self.ids(document), ["object-leak"])


class Deaths(Cli):
    def one_kill(self, delay):
        shutil.rmtree(self.path("cldoctor.data"), ignore_errors=True)
        report = self.path("r.json")
        run = subprocess.Popen([CLDOCTOR, "run", "-q", "--json", report, APP, "work"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.readline()
        time.sleep(delay)
        children = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True).stdout.split()
        os.kill(int(children[-1]), signal.SIGKILL)  # the instrumenter's server was started before it
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + signal.SIGKILL, errors)
        document = json.loads(Path(report).read_text())
        leaks = {f["objects"][0]["kind"]: f for f in document["findings"] if f["id"] == "object-leak"}
        self.assertIn("buffer", leaks)
        made_once = [f for f in document["findings"] if f["id"] == "object-leak" and "leak_one" in
                     [h.get("function") for h in f["host"]]]
        self.assertEqual([f["count"] for f in made_once], [1])
        unreadable = [s for s in document["coverage"]["skipped"] if s["what"] == "file"]
        self.assertEqual(unreadable, [], f"seed {SEED}")

    def test_sigkill_at_50_random_moments(self):
        print(f"seed {SEED}", flush=True)
        moments = random.Random(SEED)
        for _ in range(50):
            self.one_kill(moments.uniform(0, 0.15))


class Installed(Cli):
    def test_prefix_that_was_moved(self):
        build = os.path.dirname(os.path.dirname(CLDOCTOR))
        subprocess.run(["cmake", "--install", build, "--prefix", self.path("first")], check=True, capture_output=True)
        os.rename(self.path("first"), self.path("second"))
        done = subprocess.run([self.path("second/bin/cldoctor"), "run", APP, "leak"], cwd=self.folder, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("object-leak", done.stderr)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to put a file under /usr/lib/debug")
    def test_debug_file_by_build_id(self):
        app, debug = self.path("stripped"), self.path("app.debug")
        shutil.copy(APP, app)
        notes = subprocess.run(["readelf", "-n", app], capture_output=True, text=True, check=True).stdout
        build_id = notes.split("Build ID: ")[1].split()[0]
        subprocess.run(["objcopy", "--only-keep-debug", app, debug], check=True)
        subprocess.run(["strip", "--strip-all", app], check=True)

        def lines():
            report = self.path("report.json")
            self.tool("run", "--json", report, app, "leak")
            leak = json.loads(Path(report).read_text())["findings"][0]
            return [f.get("line") for f in leak["host"]]
        place = Path("/usr/lib/debug/.build-id", build_id[:2], build_id[2:] + ".debug")
        self.assertFalse(place.exists(), "somebody else's debug file")
        self.assertFalse(any(lines()), "a stripped program has no lines")
        folders = [f for f in place.parents if not f.exists()]
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copy(debug, place)
            self.assertTrue(any(lines()), "its debug file, found by its build-id, has")
        finally:
            place.unlink()
            for folder in folders:
                folder.rmdir()


class Damage(Cli):
    def damaged(self, change):
        shutil.rmtree(self.path("cldoctor.data"), ignore_errors=True)
        self.run_app("leak")
        for process in (e for e in os.scandir(self.path("cldoctor.data")) if e.is_dir()):
            for name in os.listdir(process.path):
                change(os.path.join(process.path, name))
        return self.tool("report", "--json", self.path("damaged.json"))

    def test_truncated(self):
        for size in (0, 1, 100, 4095, 4096, 5000):
            def cut(path):
                os.truncate(path, min(size, os.path.getsize(path)))
            done = self.damaged(cut)
            self.assertIn(done.returncode, (0, 2), done.stderr)

    def test_garbage_in_a_record_file_is_told(self):
        def spoil(path):
            if path.endswith("0.rec"):
                with open(path, "r+b") as f:
                    f.seek(4096)
                    f.write(b"\xee" * 512)
        done = self.damaged(spoil)
        self.assertEqual(done.returncode, 0, done.stderr)
        skipped = json.loads(Path(self.path("damaged.json")).read_text())["coverage"]["skipped"]
        self.assertTrue(any("0.rec" in json.dumps(s) for s in skipped), skipped)

    def test_random_bytes(self):
        dice = random.Random(SEED)
        print(f"seed {SEED}", flush=True)
        for _ in range(30):
            def flip(path):
                data = bytearray(Path(path).read_bytes())
                for _ in range(20):
                    if data:
                        data[dice.randrange(len(data))] = dice.randrange(256)
                Path(path).write_bytes(data)
            done = self.damaged(flip)
            self.assertIn(done.returncode, (0, 2), f"seed {SEED}\n{done.stderr}")

    def test_control_that_is_none(self):
        self.run_app("leak")
        Path(self.path("cldoctor.data/control")).write_text("nonsense")
        self.assertIn(self.tool("report").returncode, (0, 2))


class Space(Cli):
    def size(self):
        total = 0
        for folder, _, names in os.walk(self.path("cldoctor.data")):
            total += sum(os.path.getsize(os.path.join(folder, n)) for n in names)
        return total

    def test_max_size(self):
        done, document = self.run_app("launches", "60000", options=["--max-size", "2M"])
        self.assertEqual(done.returncode, 0)
        self.assertLessEqual(self.size(), 2 << 20)
        self.assertIn("over-release", self.ids(document))
        self.assertIn("object-leak", self.ids(document))
        told = [s for s in document["coverage"]["skipped"] if s["what"] == "timeline"]
        self.assertTrue(told, document["coverage"])

    def test_full_disk(self):
        """a file size limit is a full disk to us, and must not become the SIGXFSZ of the program"""
        done, document = self.run_app("launches", "20000", "limited")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue([s for s in document["coverage"]["skipped"] if "no room" in s["reason"]], document["coverage"])

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("mount"), "needs root to mount a small file system")
    def test_full_file_system(self):
        os.mkdir(self.path("small"))
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", self.path("small")]).returncode != 0:
            self.skipTest("this machine lets nobody mount")
        try:
            done = self.tool("run", "-o", "small/data", APP, "launches", "20000")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("over-release", done.stderr)
        finally:
            subprocess.run(["umount", "-l", self.path("small")])


class Twins(Cli):
    """what is passed on to the layer"""

    def options(self, *options, twins=None, **more):
        """CLDOCTOR_OPTIONS as the program sees it"""
        environment = {**os.environ, "CLDOCTOR_INSTRUMENT": shutil.which("true")}
        environment.pop("CLDOCTOR_TWINS", None)
        if twins is not None:
            environment["CLDOCTOR_TWINS"] = twins
        done = self.tool("run", *options, "sh", "-c", "echo $CLDOCTOR_OPTIONS", env={**environment, **more})
        self.assertEqual(done.returncode, 0, done.stderr)
        return dict(pair.split("=", 1) for pair in done.stdout.strip().split(";")), done.stderr

    def test_kernels(self):
        self.assertNotIn("kernels", self.options()[0])
        self.assertEqual(self.options("--kernels", "blur_?[0-9]")[0]["kernels"], "blur_?[0-9]")
        self.assertEqual(self.options("--kernels=")[0]["kernels"], "")  # none: all run as they are

    def test_kernels_that_cannot_be(self):
        self.one_line_error(self.tool("run", "--kernels=a;twins=b", "touch", "ran"), 2, "--kernels", "a;twins=b")
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_no_binary_cache(self):
        self.assertNotIn("binary-cache", self.options()[0])
        self.assertEqual(self.options("--no-binary-cache")[0]["binary-cache"], "0")
        self.assertIn("build from source again", self.tool("run", "--help").stdout.replace("\n" + " " * 29, " "))

    def test_passes_by_name(self):
        for name in ("identity", "touch", "trace"):
            options, _ = self.options(twins=name)
            self.assertEqual(options["twins"], name)
            self.assertRegex(options["instrumenter"], "^cldoctor-[0-9a-f]{32}$")
            self.assertEqual(options["instrument"], os.path.realpath(shutil.which("true")))

    def test_names_differ(self):
        names = {self.options(twins="touch")[0]["instrumenter"] for _ in range(3)}
        self.assertEqual(len(names), 3)

    def test_no_pass(self):
        none = [self.options("--check=api,lifetime", twins=twins) for twins in (None, "")] + [self.options(twins="none")]
        for options, _ in none:
            self.assertEqual([k for k in options if k in ("instrumenter", "instrument")], [])

    def test_pass_of_the_checks(self):
        """the layer knows the pass of a check; the tool has the instrumenter ready"""
        for check in ("--check=default", "--check=all", "--check=bounds", "--check=api,bounds", "-q"):
            options, _ = self.options(check)
            self.assertNotIn("twins", options)
            self.assertIn("bounds", options["check"].split(","))
            self.assertRegex(options["instrumenter"], "^cldoctor-[0-9a-f]{32}$")

    def test_unknown_pass(self):
        done = self.tool("run", "touch", "ran", env={**os.environ, "CLDOCTOR_TWINS": "mirror"})
        self.one_line_error(done, 2, "mirror", "identity, touch, trace")
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_binary_that_is_not_there(self):
        options, errors = self.options(twins="touch", CLDOCTOR_INSTRUMENT="/no/such/file")
        self.assertEqual([k for k in options if k in ("instrumenter", "instrument")], [])
        self.assertEqual(options["twins"], "touch")
        self.assertEqual(len([line for line in errors.splitlines() if "/no/such/file" in line]), 1, errors)

    def test_binary_beside_the_tool(self):
        os.mkdir(self.path("bin"))
        tool, instrument = shutil.copy(CLDOCTOR, self.path("bin")), self.path("bin/cldoctor-instrument")
        libraries = os.path.join(os.path.dirname(CLDOCTOR), "..", "lib")
        environment = {**os.environ, "CLDOCTOR_TWINS": "touch", "CLDOCTOR_LIBDIR": libraries}
        environment.pop("CLDOCTOR_INSTRUMENT", None)

        def run():
            return subprocess.run([tool, "run", "sh", "-c", "echo $CLDOCTOR_OPTIONS"], env=environment, cwd=self.folder,
                                  capture_output=True, text=True, timeout=60)
        self.assertIn("cldoctor-instrument is not beside cldoctor", run().stderr)
        shutil.copy(shutil.which("true"), instrument)
        self.assertIn(f";instrument={os.path.realpath(instrument)}\n", run().stdout)


# In the place of cldoctor-instrument: answers each line with what it sees of itself.
SERVER = """#!{python}
import json, os, signal, socket, sys
assert sys.argv[1] == "--serve", sys.argv
if {stubborn}:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
open({folder!r} + "/started", "a").write(str(os.getpid()) + "\\n")
print("the program's stdout gets none of this", flush=True)
server = socket.socket(fileno=int(sys.argv[2]))
open_files = {{}}
for fd in os.listdir("/proc/self/fd"):
    try:
        open_files[fd] = os.readlink("/proc/self/fd/" + fd)
    except FileNotFoundError: # of listdir() itself
        pass
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines() if ":" in line)
me = {{"pid": os.getpid(), "ppid": os.getppid(), "group": os.getpgid(0), "files": open_files,
      "blocked": status["SigBlk"].strip(), "serve": sys.argv[2]}}
while True:
    client, _ = server.accept()
    for line in client.makefile():
        client.sendall((json.dumps(me) + "\\n").encode())
    client.close()
"""

# What the programs of these tests begin with.
CLIENT = """
import json, os, signal, socket, sys, time
options = dict(pair.split("=", 1) for pair in os.environ["CLDOCTOR_OPTIONS"].split(";"))

def ask():
    client = socket.socket(socket.AF_UNIX)
    client.connect("\\0" + options["instrumenter"])
    client.sendall(b"hello\\n")
    line = client.makefile().readline()
    client.close()
    return json.loads(line)

def children(pid):
    return [int(p) for p in open(f"/proc/{pid}/task/{pid}/children").read().split()]
"""


def runs(pid):
    """neither gone nor a zombie"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Server(Cli):
    def setUp(self):
        super().setUp()
        self.stand_in()

    def stand_in(self, stubborn=False):
        path = Path(self.path("instrument"))
        path.write_text(SERVER.format(python=sys.executable, folder=self.folder, stubborn=stubborn))
        path.chmod(0o755)
        self.environment = {**os.environ, "CLDOCTOR_TWINS": "touch", "CLDOCTOR_INSTRUMENT": str(path)}

    def client(self, code):
        Path(self.path("client.py")).write_text(CLIENT + code)
        return [sys.executable, self.path("client.py")]

    def run_client(self, code, **more):
        """the finished run, and what the program printed as JSON"""
        done = self.tool("run", "--json", self.path("r.json"), *self.client(code), env=self.environment, **more)
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def started(self):
        """the pids of all servers that ever started"""
        path = Path(self.path("started"))
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def assert_all_ended(self):
        for pid in self.started():
            self.assertFalse(runs(pid), pid)
        document = json.loads(Path(self.path("r.json")).read_text())
        self.assertEqual([s for s in document["coverage"]["skipped"] if s["what"] == "process"], [])

    def test_not_started_without_a_connection(self):
        done, seen = self.run_client("time.sleep(0.3); print(json.dumps(children(os.getppid())))")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(seen[0]), 2, "the program, and the one that waits")
        self.assertEqual(self.started(), [])
        self.assertFalse(any(runs(pid) for pid in seen[0]))

    def test_the_one_that_waits_keeps_nothing(self):
        theirs, ours = os.pipe()
        self.addCleanup(os.close, theirs)
        self.addCleanup(os.close, ours)
        _, seen = self.run_client("""
time.sleep(0.2)
waiting, = [p for p in children(os.getppid()) if p != os.getpid()]
print(json.dumps({fd: os.readlink(f"/proc/{waiting}/fd/{fd}") for fd in os.listdir(f"/proc/{waiting}/fd")}))""",
                                  pass_fds=[ours])
        self.assertEqual(sorted(seen[0]), ["0", "1", "2", "3"])
        self.assertEqual((seen[0]["0"], seen[0]["1"]), ("/dev/null", "/dev/null"))
        self.assertTrue(seen[0]["3"].startswith("socket:"))

    def test_one_server_for_all_connections(self):
        done, seen = self.run_client("for _ in range(3): print(json.dumps(ask()))")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.started()), 1)
        self.assertEqual([s["pid"] for s in seen], self.started() * 3)
        self.assert_all_ended()

    def test_what_the_server_is_given(self):
        _, seen = self.run_client("print(json.dumps(ask())); print(json.dumps([os.getpgid(0), os.getppid()]))")
        server, (group, run) = seen
        self.assertEqual(server["group"], server["pid"])
        self.assertNotEqual(server["group"], group)
        self.assertEqual(server["ppid"], run)
        self.assertEqual(int(server["blocked"], 16), 0)
        self.assertEqual((server["files"]["0"], server["files"]["1"]), ("/dev/null", "/dev/null"))
        self.assertEqual(sorted(f for f, what in server["files"].items() if what.startswith("socket:")), [server["serve"]])

    def test_program_inherits_no_socket(self):
        done = self.tool("run", "ls", "-l", "/proc/self/fd", env=self.environment)
        self.assertNotIn("socket:", done.stdout)

    def test_program_that_waits_for_any_child(self):
        _, seen = self.run_client("""
ask()
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print(json.dumps("none"))""")
        self.assertEqual(seen, ["none"])
        self.assert_all_ended()

    def test_program_killed(self):
        done, _ = self.run_client("ask(); os.kill(os.getpid(), signal.SIGKILL)")
        self.assertEqual(done.returncode, 128 + signal.SIGKILL)
        self.assertEqual(len(self.started()), 1)
        self.assert_all_ended()

    def test_program_that_closes_all_files(self):
        done, seen = self.run_client("""
keep = os.dup2(1, 100)
os.closerange(0, 100)
me = ask()
os.dup2(100, 1)
print(json.dumps(me))""")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([s["pid"] for s in seen], self.started())
        self.assert_all_ended()

    def test_server_killed_in_the_middle(self):
        """connecting then fails at once, and nobody waits for an answer"""
        done, seen = self.run_client("""
os.kill(ask()["pid"], signal.SIGKILL)
while True:
    try:
        ask()
    except ConnectionRefusedError:
        print(json.dumps("refused"))
        break
    except (ConnectionResetError, BrokenPipeError, json.JSONDecodeError):
        pass # it is dying
sys.exit(7)""")
        self.assertEqual(seen, ["refused"])
        self.assertEqual(done.returncode, 7)
        self.assertEqual(len(self.started()), 1)
        self.assert_all_ended()

    def test_server_that_will_not_end(self):
        self.stand_in(stubborn=True)
        done, _ = self.run_client("ask()")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(self.started()), 1)
        self.assert_all_ended()

    def test_server_that_is_no_program(self):
        """the kernel refuses it: one line, and a program that runs on"""
        Path(self.path("instrument")).write_text("\x7fELF nonsense")
        done, seen = self.run_client("""
try:
    ask()
except (OSError, json.JSONDecodeError):
    print(json.dumps("no server"))""")
        self.assertEqual((done.returncode, seen), (0, ["no server"]))
        self.assertEqual(len([line for line in done.stderr.splitlines() if "instrument" in line]), 1, done.stderr)

    def test_interrupt_does_not_reach_the_server(self):
        run = subprocess.Popen([CLDOCTOR, "run", "--json", self.path("r.json"), *self.client("""
signal.signal(signal.SIGINT, lambda *_: print(json.dumps(ask()), flush=True) or sys.exit(5))
print(json.dumps(ask()), flush=True)
time.sleep(60)""")], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               start_new_session=True)
        first = json.loads(run.stdout.readline())
        os.killpg(run.pid, signal.SIGINT)
        second = json.loads(run.stdout.readline())
        self.assertEqual(run.wait(30), 5)
        run.stdout.close()
        self.assertEqual(first["pid"], second["pid"])
        self.assert_all_ended()

    def test_server_does_not_outlive_run(self):
        for connect in ("", "ask()"):
            run = subprocess.Popen([CLDOCTOR, "run", *self.client(connect + """
others = [p for p in children(os.getppid()) if p != os.getpid()]
print(json.dumps(others + [os.getpid()]), flush=True)
time.sleep(60)""")], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            server, program = json.loads(run.stdout.readline())
            self.assertTrue(runs(server))
            run.kill()
            run.wait()
            run.stdout.close()
            deadline = time.monotonic() + 30
            while runs(server) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertFalse(runs(server))
            os.kill(program, signal.SIGKILL)

    def test_program_that_cannot_be_started(self):
        Path(self.path("garbage")).write_text("\x7fELF nonsense")
        os.chmod(self.path("garbage"), 0o755)
        self.assertIn(self.tool("run", "./garbage", env=self.environment).returncode, (126, 127))

        def in_our_folder(pid):
            try:
                return runs(pid) and os.readlink(f"/proc/{pid}/cwd") == os.path.realpath(self.folder)
            except OSError:
                return False
        self.assertEqual([p for p in os.listdir("/proc") if p.isdigit() and in_our_folder(p)], [])

    def test_starter_ignores_sigchld(self):
        ignore = {"preexec_fn": lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)}
        done, _ = self.run_client("ask(); sys.exit(3)", **ignore)
        self.assertEqual(done.returncode, 3)
        self.assert_all_ended()


if __name__ == "__main__":
    CLDOCTOR, APP = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:], verbosity=2)
