#!/usr/bin/env python3
"""`cldoctor devices`: on the drivers that are there, and beside a driver that misbehaves.

    test_devices.py CLDOCTOR DRIVER
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

CLDOCTOR, DRIVER = None, None


class Devices(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cldoctor-devices-")
        self.vendors = os.path.join(self.folder, "vendors")
        os.mkdir(self.vendors)

    def tearDown(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def devices(self, *arguments, **environment):
        return subprocess.run([CLDOCTOR, "devices", *arguments], capture_output=True, text=True, cwd=self.folder,
                              timeout=120, env={**os.environ, **environment})

    def document(self, *arguments, **environment):
        done = self.devices("--json", "-", *arguments, **environment)
        return done, json.loads(done.stdout)

    def beside_pocl(self, mode, *arguments):
        """PoCL and the driver of the tests"""
        Path(self.vendors, "test.icd").write_text(DRIVER + "\n")
        for icd in Path("/etc/OpenCL/vendors").glob("pocl*.icd"):
            shutil.copy(icd, self.vendors)
        done, document = self.document("--timeout", "3", *arguments, OCL_ICD_VENDORS=self.vendors, CLD_TEST_DRIVER=mode)
        pocl = [p for p in document["platforms"] if p.get("name") == "Portable Computing Language"]
        other = [p for p in document["platforms"] if p not in pocl]
        if os.listdir(self.vendors) != ["test.icd"]:
            self.assertEqual(len(pocl), 1)
            self.assertEqual(len(pocl[0]["devices"]), 1)
            self.assertEqual(done.returncode, 0)
        self.assertEqual(len(other), 1, done.stderr)
        return done, other[0]

    # ---- what is there

    def test_pocl(self):
        done, document = self.document()
        self.assertEqual(document["schema"], "cldoctor-devices-1")
        pocl = [p for p in document["platforms"] if p["name"] == "Portable Computing Language"]
        if not pocl:
            self.skipTest("no PoCL")
        device = pocl[0]["devices"][0]
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("cpu", device["type"])
        self.assertEqual(device["not_answered"], [])
        limits = device["limits"]
        self.assertEqual(limits["base_address_align_bits"], 8 * limits["base_address_align_bytes"])
        self.assertEqual(len(limits["work_item_sizes"]), 3)
        self.assertGreater(device["memory"]["global_bytes"], 1 << 20)
        self.assertIs(type(device["memory"]["global_bytes"]), int)
        self.assertTrue(device["kernel"]["built"])
        self.assertGreater(device["kernel"]["preferred_work_group_size_multiple"], 0)
        self.assertEqual([c["name"] for c in device["checks"]], ["calls", "kernels", "svm", "timestamps"])
        self.assertTrue(device["checks"][1]["possible"])

    def test_agrees_with_clinfo(self):
        _, document = self.document()
        done = subprocess.run(["clinfo", "--raw"], capture_output=True, text=True)
        if done.returncode != 0 or not document["platforms"]:
            self.skipTest("no clinfo, or no platform")
        raw = {}
        for line in done.stdout.splitlines():
            words = line.split(None, 2)
            if len(words) == 3 and words[0].endswith("/0]"):
                raw.setdefault(words[1], words[2].strip())
        device = document["platforms"][0]["devices"][0]
        for group, field, name in (("limits", "work_group_size", "CL_DEVICE_MAX_WORK_GROUP_SIZE"),
                                   ("memory", "local_bytes", "CL_DEVICE_LOCAL_MEM_SIZE"),
                                   ("memory", "max_allocation_bytes", "CL_DEVICE_MAX_MEM_ALLOC_SIZE"),
                                   ("memory", "printf_buffer_bytes", "CL_DEVICE_PRINTF_BUFFER_SIZE"),
                                   ("limits", "base_address_align_bits", "CL_DEVICE_MEM_BASE_ADDR_ALIGN"),
                                   ("queues", "timer_resolution_ns", "CL_DEVICE_PROFILING_TIMER_RESOLUTION")):
            self.assertEqual(str(device[group][field]), raw[name], name)

    def test_text_fits_a_terminal(self):
        done = self.devices()
        self.assertNotIn("\033", done.stdout)
        self.assertTrue(all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout)
        self.assertIn("\033[", self.devices("--color=always").stdout)

    def test_json_to_a_file_leaves_the_text(self):
        path = os.path.join(self.folder, "d.json")
        done = self.devices("--json", path)
        self.assertEqual(json.loads(Path(path).read_text())["schema"], "cldoctor-devices-1")
        self.assertIn("platform 0", done.stdout)

    def test_json_that_cannot_be_written(self):
        done = self.devices("--json", "/no/such/file")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("/no/such/file", done.stderr)

    def test_usage(self):
        for arguments in (["PoCL"], ["--timeout=0"], ["--timeout", "x"], ["--check=all"]):
            done = self.devices(*arguments)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        self.assertIn("--timeout", self.devices("--help").stdout)

    # ---- drivers that misbehave

    def test_old_device(self):
        """of OpenCL 1.0: newer parameters are not asked for, and what it does not answer breaks nothing"""
        done, platform = self.beside_pocl("old")
        device = platform["devices"][0]
        self.assertNotIn("problem", platform)
        self.assertEqual(device["memory"], {"global_bytes": 3 << 30})
        unanswered = [n["parameter"] for n in device["not_answered"]]
        self.assertIn("CL_DEVICE_MAX_WORK_GROUP_SIZE", unanswered)
        self.assertNotIn("CL_DEVICE_SVM_CAPABILITIES", unanswered)
        checks = {c["name"]: c for c in device["checks"]}
        self.assertFalse(checks["kernels"]["possible"])
        self.assertIn("compiler", checks["kernels"]["reason"])
        self.assertFalse(checks["svm"]["possible"])

    def test_crash_while_loaded(self):
        _, platform = self.beside_pocl("load-crash")
        self.assertIn("crashed (Aborted)", platform["problem"])
        self.assertTrue(platform["icd"].endswith("test.icd"))

    def test_hang_while_loaded(self):
        _, platform = self.beside_pocl("load-hang")
        self.assertIn("no answer for 3 s", platform["problem"])

    def test_crash_of_a_device(self):
        _, platform = self.beside_pocl("device-crash")
        self.assertEqual(platform["name"], "driver of the tests")
        self.assertIn("crashed (Aborted) while device 0", platform["problem"])

    def test_hang_of_a_device(self):
        _, platform = self.beside_pocl("device-hang")
        self.assertIn("no answer for 3 s while device 0", platform["problem"])

    def test_exit_of_a_driver(self):
        _, platform = self.beside_pocl("device-exit")
        self.assertIn("ended the process (status 3)", platform["problem"])

    def test_starter_ignores_sigchld(self):
        """then the kernel keeps no exit status, unless it is asked to"""
        Path(self.vendors, "test.icd").write_text(DRIVER)
        done = subprocess.run([CLDOCTOR, "devices"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "OCL_ICD_VENDORS": self.vendors, "CLD_TEST_DRIVER": "device-crash"},
                              preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertIn("crashed (Aborted)", done.stdout)

    def test_nothing_is_left_behind(self):
        """a driver that hangs goes with the tool when that is killed"""
        Path(self.vendors, "test.icd").write_text(DRIVER)
        run = subprocess.Popen([CLDOCTOR, "devices"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, "OCL_ICD_VENDORS": self.vendors, "CLD_TEST_DRIVER": "device-hang"})

        def children():
            return Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
        while not children() or DRIVER not in Path(f"/proc/{children()[0]}/maps").read_text():
            time.sleep(0.01)
        child = children()[0]
        run.kill()
        run.wait()
        deadline = time.monotonic() + 30
        while os.path.exists(f"/proc/{child}/exe") and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(os.path.exists(f"/proc/{child}/exe"))

    def test_output_of_a_driver_is_no_part_of_the_list(self):
        done, _ = self.beside_pocl("noisy")
        self.assertNotIn("hello", done.stdout)

    def test_names_cannot_move_the_cursor(self):
        Path(self.vendors, "test.icd").write_text(DRIVER)
        self.assertNotIn("\033", self.devices(OCL_ICD_VENDORS=self.vendors).stdout)

    # ---- nothing there

    def no_device(self, *words, **environment):
        done, document = self.document(**environment)
        self.assertEqual(done.returncode, 1)
        for word in (*words, "pocl-opencl-icd"):
            self.assertIn(word, done.stderr)
        self.assertIn("fix", document)
        return document

    def test_no_driver(self):
        self.no_device("OCL_ICD_VENDORS", self.vendors, "unset", OCL_ICD_VENDORS=self.vendors)
        self.no_device("OCL_ICD_VENDORS", "/no/such/place", "unset", OCL_ICD_VENDORS="/no/such/place")

    def test_driver_that_cannot_be_loaded(self):
        Path(self.vendors, "broken.icd").write_text("/no/such/library.so\n")
        self.no_device("broken.icd", "/no/such/library.so", OCL_ICD_VENDORS=self.vendors)

    def test_one_driver_that_cannot_be_loaded(self):
        """said although there are others"""
        Path(self.vendors, "broken.icd").write_text("/no/such/library.so\n")
        Path(self.vendors, "test.icd").write_text(DRIVER)
        done, document = self.document(OCL_ICD_VENDORS=self.vendors)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(document["platforms"]), 1)
        broken = document["broken_drivers"]
        self.assertEqual([b["icd"] for b in broken], [os.path.join(self.vendors, "broken.icd")])
        self.assertIn("/no/such/library.so", broken[0]["problem"])
        self.assertIn("broken.icd", self.devices(OCL_ICD_VENDORS=self.vendors).stdout)

    def test_platform_without_a_device(self):
        Path(self.vendors, "test.icd").write_text(DRIVER)
        document = self.no_device("no platform has a device", OCL_ICD_VENDORS=self.vendors, CLD_TEST_DRIVER="no-device")
        self.assertEqual(len(document["platforms"]), 1)

    def test_no_loader(self):
        """a library of its name that is none comes first"""
        Path(self.folder, "libOpenCL.so.1").write_text("no library")
        self.no_device("there is no OpenCL loader", "ocl-icd-libopencl1", LD_LIBRARY_PATH=self.folder)

    def test_the_loader_stays_out_of_the_tool(self):
        needed = subprocess.run(["readelf", "-d", CLDOCTOR], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libOpenCL", needed)


if __name__ == "__main__":
    CLDOCTOR, DRIVER = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
