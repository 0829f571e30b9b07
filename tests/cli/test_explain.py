#!/usr/bin/env python3
"""`cldoctor explain`: how findings and codes may be named, and how their pages are shown.

    test_explain.py CLDOCTOR SOURCE_FOLDER
"""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
from pathlib import Path

CLDOCTOR, SOURCE = None, None


def explain(*arguments):
    return subprocess.run([CLDOCTOR, "explain", *arguments], capture_output=True, text=True, timeout=60)


def findings():
    text = Path(SOURCE, "src/rules/findings.def").read_text()
    return re.findall(r'^CLD_FINDING\(\w+, "([^"]+)", (\w+), \w+, "([^"]+)"', text, re.M)


def codes():
    text = Path(SOURCE, "src/lib/errors.def").read_text()
    return [(name, int(value)) for name, value in re.findall(r"^CLD_ERROR\((\w+), (-?\d+),", text, re.M)]


class Explain(unittest.TestCase):
    def page(self, word):
        done = explain(word)
        self.assertEqual((done.returncode, done.stderr), (0, ""), word)
        return done.stdout

    def test_every_finding(self):
        self.assertGreater(len(findings()), 8)
        for name, _, _ in findings():
            page = self.page(name)
            self.assertTrue(page.startswith(name + " ("), page)
            for heading in ("What it means", "Example", "Usual causes", "How to fix it", "What it does not mean"):
                self.assertIn(f"\n{heading}\n", page, name)

    def test_every_code(self):
        self.assertGreater(len(codes()), 60)
        for name, value in codes():
            page = self.page(str(value))
            self.assertTrue(page.startswith(f"{name} ({value})"), page)
            for heading in ("What it means", "Conditions", "Usual causes", "How to fix it"):
                self.assertIn(f"\n{heading}\n", page, name)

    def test_names_of_a_code(self):
        page = self.page("CL_INVALID_WORK_ITEM_SIZE")
        for word in ("-55", "55", "invalid_work_item_size", "cl_invalid_work_item_size", "Invalid-Work-Item-Size"):
            self.assertEqual(self.page(word), page, word)
        self.assertEqual(explain("--", "-55").stdout, page)
        for word in ("CL_INVALID_WORK_GROUP_SIZE", "invalid_work_group_size", "-54"): # also an id, but for its '-'
            self.assertTrue(self.page(word).startswith("CL_INVALID_WORK_GROUP_SIZE (-54)"), word)
        self.assertTrue(self.page("invalid-work-group-size").startswith("invalid-work-group-size"))
        self.assertTrue(self.page("0").startswith("CL_SUCCESS (0)"))

    def test_names_of_a_finding(self):
        self.assertEqual(self.page("OUT_OF_BOUNDS_READ"), self.page("out-of-bounds-read"))

    def test_typos(self):
        for word, meant in (("object-leek", "object-leak"), ("out-of-bound-write", "out-of-bounds-write"),
                            ("CL_INVALID_WORKGROUP_SIZE", "CL_INVALID_WORK_GROUP_SIZE"), ("invalid_wrk_group", "CL_INVALID_WORK_GROUP_SIZE"),
                            ("arg_size", "CL_INVALID_ARG_SIZE"), ("use-after-free", "use-after-release")):
            done = explain(word)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("did you mean", done.stderr, word)
            self.assertIn(meant, done.stderr, word)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_nonsense(self):
        for word in ("zzzzqqqq", "", "-9999", "99999999999999999999", "-", "%s%n", "x" * 5000):
            done = explain(word)
            self.assertEqual((done.returncode, done.stdout), (2, ""), word)
            self.assertNotIn("did you mean", done.stderr)

    def test_too_much(self):
        self.assertEqual(explain("-54", "-55").returncode, 2)
        self.assertEqual(explain("--json", "x").returncode, 2)

    def test_list(self):
        text = explain().stdout
        joined = re.sub(r"\s+", " ", text)
        for name, layer, title in findings():
            self.assertIn(f"{name} {title}", joined)
            self.assertRegex(text, rf"(?m)^{layer.lower()}$")

    def test_alone(self):
        """the executable needs no file beside it, and no OpenCL"""
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(CLDOCTOR, folder)
            done = subprocess.run([copy, "explain", "-54"], capture_output=True, text=True, cwd=folder, env={})
            self.assertEqual(done.stdout, self.page("-54"))

    def test_plain_where_there_is_no_terminal(self):
        page = self.page("object-leak")
        self.assertNotIn("\033", page)
        self.assertIn("\033[1m", explain("--color=always", "object-leak").stdout)
        for line in self.page("-30").splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_in_a_terminal(self):
        """its width is kept, and headings are bold"""
        main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 50, 0, 0))
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        run = subprocess.Popen([CLDOCTOR, "explain", "-54"], stdout=terminal, env={**environment, "TERM": "xterm"})
        os.close(terminal)
        text = b""
        while True:
            try:
                more = os.read(main, 65536)
            except OSError:
                break
            if not more:
                break
            text += more
        self.assertEqual(run.wait(30), 0)
        os.close(main)
        self.assertIn("\033[1mUsual causes\033[0m", text.decode())
        lines = re.sub(r"\033\[[\d;]*m", "", text.decode()).splitlines()
        self.assertGreater(max(map(len, lines)), 40)
        for line in lines:
            words = line.split()
            self.assertTrue(len(line) <= 50 or len(words) == 1 or line.startswith("      "), line)


if __name__ == "__main__":
    CLDOCTOR, SOURCE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
