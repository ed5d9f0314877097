# SPDX-License-Identifier: MIT
"""A cluster of real Slurm on one machine: a controller and some workers.

Each worker is a machine with its own network, processes, mounts and name. All
see the folder `shared`.
"""

import os
import pathlib
import signal
import subprocess
import time

WORKERS = "w1", "w2", "w3"

# cred_expire is also how long a job waits before it runs again: 120 s if it is
# not set, or to less than 5. SlurmdTimeout is how long a worker may be silent;
# it would be 300 s. After BatchStartTimeout, a job that a worker does not know
# is lost.
CONF = """\
ClusterName=loyd
SlurmctldHost=controller(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={root}/munge/socket,cred_expire=5
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmctldPidFile={root}/run/controller.pid
SlurmctldLogFile={root}/log/controller
StateSaveLocation={root}/state
SlurmdPidFile={root}/run/%n.pid
SlurmdLogFile={root}/log/%n
SlurmdSpoolDir={root}/spool/%n
SlurmdParameters=config_overrides
JobRequeue=0
ReturnToService=2
SlurmdTimeout=6
BatchStartTimeout=1
MessageTimeout=5
KillWait=3
MinJobAge=10
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=w[1-3] NodeAddr=10.77.0.[11-13] CPUs=2 RealMemory=1000000
PartitionName=all Nodes=ALL Default=YES LLN=YES MaxTime=INFINITE State=UP
"""

# Process 1 of a worker waits for its cable; if slurmd dies, it starts another.
WORKER = """
hostname "$1"
until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
ip link set lo up && ip addr add "$2" dev eth0 && ip link set eth0 up || exit
while :; do slurmd -D -N "$1"; sleep 0.5; done
"""


def eventually(is_true, what, seconds=120):
    """Waits; two minutes are long only for a cluster that hangs."""
    until = time.monotonic() + seconds
    while not (value := is_true()):
        if time.monotonic() > until:
            raise SystemExit("waited too long for " + what)
        time.sleep(0.05)
    return value


def run(*command):
    subprocess.run(command, check=True)


def read(*command):
    """The lines that a command prints; None if it fails."""
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if done.returncode else done.stdout.splitlines()


def children(pid):
    path = pathlib.Path("/proc/%d/task/%d/children" % (pid, pid))
    return [int(word) for word in path.read_text().split()]


class Process:
    def __init__(self, pid):
        folder = pathlib.Path("/proc/%d" % pid)
        self.pid = pid
        self.arguments = (folder / "cmdline").read_text().split("\0")[:-1]
        self.program = os.path.basename(self.arguments[0])
        self.folder = pathlib.Path(os.readlink(folder / "cwd"))
        pairs = (folder / "environ").read_text().split("\0")
        pairs = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
        self.worker = pairs.get("SLURMD_NODENAME")
        # SLURM_JOB_ID of one task of an array is that of the whole array.
        self.job = "%s_%s" % (pairs.get("SLURM_ARRAY_JOB_ID"),
                              pairs.get("SLURM_ARRAY_TASK_ID"))


def processes(program):
    """Those that run a program."""
    found = []
    for pid in sorted(map(int, filter(str.isdigit, os.listdir("/proc")))):
        try:
            found.append(Process(pid))
        except (OSError, IndexError):
            pass  # it has ended
    return [process for process in found if process.program == program]


class Cluster:
    def __init__(self, root):
        self.root = root
        self.workers, self.dark = {}, {}  # dark: when the power is back
        for name in ("munge", "run", "log", "state", "spool"):
            (root / name).mkdir()
        (root / "slurm.conf").write_text(CONF.format(root=root))
        os.environ["SLURM_CONF"] = str(root / "slurm.conf")
        run("hostname", "controller")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "addr", "add", "10.77.0.1/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        self.start_munge()
        self.start_controller("-i")
        for name in WORKERS:
            self.power_on(name)
        eventually(self.is_idle, "workers that are idle")

    def start(self, name, *command):
        with open(self.root / "log" / (name + ".out"), "a") as log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                    stdout=log, stderr=log)

    def start_munge(self):
        """With a new key. All workers reach its socket: it is a file."""
        folder = self.root / "munge"
        (folder / "key").write_bytes(os.urandom(128))
        (folder / "key").chmod(0o400)
        self.start("munge", "munged", "-F", "--force", *(
            "--%s=%s/%s" % (option, folder, name) for option, name in (
                ("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"),
                ("log-file", "log"), ("seed-file", "seed"))))
        eventually((folder / "socket").exists, "munged")

    def start_controller(self, *options):
        self.controller = self.start("controller", "slurmctld", "-D", *options)

    def kill_controller(self):
        self.controller.kill()
        self.controller.wait()

    def power_on(self, name):
        (self.root / "spool" / name).mkdir(exist_ok=True)
        worker = self.start(
            name, "unshare", "--net", "--uts", "--mount", "--pid", "--fork",
            "--kill-child", "--mount-proc", "sh", "-c", WORKER, "sh", name,
            "10.77.0.1%s/24" % name[1:])
        self.workers[name] = worker
        one, = eventually(lambda: children(worker.pid), "process 1 of " + name)
        run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0",
            "netns", str(one))
        run("ip", "link", "set", name, "master", "bridge", "up")

    def power_cut(self, name, seconds):
        """Kills process 1 of the worker, and with it all others at once."""
        self.dark[name] = time.monotonic() + seconds
        worker = self.workers.pop(name)
        os.kill(children(worker.pid)[0], signal.SIGKILL)
        worker.wait()
        # The cable vanishes with the network of the worker, a little later.
        read("ip", "link", "del", name)

    def power_up(self, all=False):
        """Those whose time has come, and a controller that has ended."""
        if self.controller.poll() is not None:
            self.start_controller()
        for name, when in list(self.dark.items()):
            if all or time.monotonic() >= when:
                del self.dark[name]
                self.power_on(name)

    def is_idle(self):
        return read("sinfo", "-h", "-N", "-o", "%T") == ["idle"] * len(WORKERS)

    def queue(self):
        """The jobs and tasks as (number, state, reason); None: no answer."""
        lines = read("squeue", "-h", "-r", "-o", "%A %T %r")
        return lines and [line.split(" ", 2) for line in lines] or lines

    def repair(self, queue):
        """If the controller dies between the start of a job and the save of
        that, the next one starts it again. On the worker where it still runs,
        Slurm drains the worker and holds the job, for its administrator."""
        held = [job for job, _, reason in queue or []
                if reason.startswith(("launch failed", "job requeued in held"))]
        if held:
            for name in read("sinfo", "-h", "-N", "-t", "drain", "-o",
                             "%N") or []:
                read("scontrol", "update", "NodeName=" + name, "State=RESUME")
            read("scontrol", "release", *held)
