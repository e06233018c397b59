# SPDX-License-Identifier: BSL-1.0
"""portolan-mpi: builds by several processes have the bytes of one, also when some of them are lost."""
import contextlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

COMMAND = os.environ["PORTOLAN_COMMAND"]
MPI_COMMAND = os.environ["PORTOLAN_MPI_COMMAND"]
# More processes than cores, and root, as in a container.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]


class Builds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="portolan-mpi-"))
        subprocess.run([COMMAND, "make", "field-caves", "--size", "20000x300", "-o", cls.folder / "x.raw"],
                       check=True, stdout=subprocess.DEVNULL)
        cls.arguments = ["build", cls.folder / "x.raw", "--index", "none", "--threads", "1"]
        subprocess.run([COMMAND, *cls.arguments, "-o", cls.folder / "one.pnav"], check=True,
                       stdout=subprocess.DEVNULL)
        cls.expected = (cls.folder / "one.pnav").read_bytes()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.work = self.folder / "work"
        shutil.rmtree(self.work, ignore_errors=True)
        self.output = self.folder / "many.pnav"
        self.output.unlink(missing_ok=True)

    def start(self, ranks, *more, options=()):
        return subprocess.Popen([*MPIRUN, *options, "-np", str(ranks), MPI_COMMAND, *self.arguments, "-o", self.output,
                                 "--work", self.work, *more],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def ranks_of(self, job):
        """The process of each rank, as far as they run."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if not entry.name.isdigit() or (entry / "exe").resolve() != pathlib.Path(MPI_COMMAND).resolve():
                    continue
                for setting in (entry / "environ").read_bytes().split(b"\0"):
                    if setting.startswith(b"OMPI_COMM_WORLD_RANK="):
                        if str(self.work).encode() in (entry / "cmdline").read_bytes():
                            found[int(setting.split(b"=")[1])] = int(entry.name)
            except OSError:
                continue
        return found

    def wait_for_cells(self, job, count):
        while job.poll() is None:
            if self.work.exists() and len(list(self.work.glob("*"))) >= count:
                return
            time.sleep(0.01)

    def finish(self, job, seconds=300):
        try:
            out, err = job.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            raise
        return job.returncode, out, err

    def expect_same(self, outcome):
        self.assertEqual(outcome[0], 0, outcome)
        self.assertEqual(self.output.read_bytes(), self.expected)

    def test_any_number_of_ranks_makes_the_same_bytes(self):
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks):
                shutil.rmtree(self.work, ignore_errors=True)
                self.expect_same(self.finish(self.start(ranks)))
                self.assertFalse(list(self.work.glob("*.new*")))

    def test_a_lost_rank_costs_what_it_was_lent(self):
        job = self.start(4, options=["--enable-recovery"])
        self.wait_for_cells(job, 2)
        os.kill(self.ranks_of(job)[2], signal.SIGKILL)
        outcome = self.finish(job)
        self.assertEqual(self.output.read_bytes(), self.expected, outcome)

    def test_a_stopped_rank_holds_up_nobody(self):
        job = self.start(3, options=["--enable-recovery"])
        self.wait_for_cells(job, 2)
        stopped = self.ranks_of(job)[2]
        os.kill(stopped, signal.SIGSTOP)
        try:
            end = time.monotonic() + 300
            while job.poll() is None and not self.output.exists() and time.monotonic() < end:
                time.sleep(0.1)
            self.assertTrue(self.output.exists(), "held up")
            self.assertEqual(self.output.read_bytes(), self.expected)
        finally:
            try:
                os.kill(stopped, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.finish(job)

    def test_a_lost_job_goes_on_from_its_cells(self):
        for victim in (0, 1):
            with self.subTest(victim=victim):
                shutil.rmtree(self.work, ignore_errors=True)
                self.output.unlink(missing_ok=True)
                job = self.start(3)
                self.wait_for_cells(job, 3)
                os.kill(self.ranks_of(job)[victim], signal.SIGKILL)
                self.assertNotEqual(self.finish(job)[0], 0)
                self.assertFalse(self.output.exists())
                self.expect_same(self.finish(self.start(2, "--resume")))

    def test_a_rank_killed_at_any_moment_leaves_the_same_file(self):
        # As many as tools/test --full asks for.
        kills = int(os.environ.get("PORTOLAN_MPI_KILLS", "3"))
        begun = time.monotonic()
        self.expect_same(self.finish(self.start(4)))
        span = time.monotonic() - begun
        killed = 0
        for seed in range(kills):
            draw = random.Random(seed)
            with self.subTest(seed=seed):
                shutil.rmtree(self.work, ignore_errors=True)
                self.output.unlink(missing_ok=True)
                recovers = draw.random() < 0.5
                job = self.start(4, options=["--enable-recovery"] if recovers else ())
                victim, moment = draw.randrange(4), draw.uniform(0, span)
                time.sleep(moment)
                process = self.ranks_of(job).get(victim)
                if process is not None:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
                        killed += 1
                outcome = self.finish(job)
                if not self.output.exists():
                    # mpirun that goes on without the first rank calls that a success.
                    self.assertTrue(recovers or outcome[0] != 0, outcome)
                    self.expect_same(self.finish(self.start(2, *(["--resume"] if self.work.exists() else []))))
                self.assertEqual(self.output.read_bytes(), self.expected, outcome)
        self.assertGreater(killed, 0)

    def test_what_is_wrong_is_said_once(self):
        job = subprocess.Popen([*MPIRUN, "-np", "2", MPI_COMMAND, *self.arguments, "-o", self.output],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        code, _, err = self.finish(job)
        self.assertEqual(code, 2, err)
        self.assertEqual(err.count("--work is required"), 1, err)


if __name__ == "__main__":
    unittest.main()
