# SPDX-License-Identifier: MIT
"""A cluster of real Slurm on one machine: a controller and some workers.

Runs in new namespaces (lib.sh), where this process is number 1, so names and
addresses can be fixed. Each worker has its own within. All see
the folder `shared`; `scratch` is another disk on each worker, which keeps its
files when the worker loses its power.
"""

import os
import pathlib
import signal
import subprocess
import time

WORKERS = 3
CPUS = 2  # of each, so that two workers can do the work of three

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
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmctldPidFile={root}/run/controller.pid
SlurmctldLogFile={root}/log/controller
StateSaveLocation={root}/state
SlurmdPidFile={root}/run/%n.pid
SlurmdLogFile={root}/log/%n
SlurmdSpoolDir={root}/spool/%n
SlurmdParameters=config_overrides
JobRequeue=1
ReturnToService=2
SlurmdTimeout=6
BatchStartTimeout=1
MessageTimeout=5
KillWait=3
MinJobAge=10
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
DependencyParameters=kill_invalid_depend
"""


def eventually(is_true, what, seconds=60):
    """Waits; a minute is long only for a cluster that hangs."""
    until = time.monotonic() + seconds
    while not (value := is_true()):
        if time.monotonic() > until:
            raise AssertionError("waited too long: " + what)
        time.sleep(0.1)
    return value


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def read(command):
    """The lines that a command prints; None if it fails."""
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if done.returncode else done.stdout.split("\n")[:-1]


class Cluster:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.shared = self.root / "shared"
        self.scratch = self.root / "scratch"
        self.workers = {}
        self.controller = None
        for name in ("shared", "scratch", "munge", "run", "log", "state",
                     "spool", "disks"):
            (self.root / name).mkdir()
        self.names = ["w%d" % (i + 1) for i in range(WORKERS)]
        self.write_conf()
        os.environ["SLURM_CONF"] = str(self.root / "slurm.conf")
        os.environ["TMPDIR"] = str(self.scratch)
        os.environ["XDG_CACHE_HOME"] = str(self.root / "cache")

    def write_conf(self):
        lines = [CONF.format(root=self.root)]
        for i, name in enumerate(self.names):
            lines.append("NodeName=%s NodeHostname=%s NodeAddr=10.77.0.%d "
                         "CPUs=%d RealMemory=4096 State=UNKNOWN\n"
                         % (name, name, i + 11, CPUS))
        # The worker with the least load gets the next task.
        lines.append("PartitionName=all Nodes=ALL Default=YES LLN=YES "
                     "MaxTime=INFINITE State=UP\n")
        (self.root / "slurm.conf").write_text("".join(lines))

    def start(self):
        run("hostname", "controller")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "addr", "add", "10.77.0.1/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        self.start_munge()
        self.start_controller("-i")
        for name in self.names:
            self.power_on(name)
        eventually(self.is_idle, "workers that are idle")

    def log(self, name):
        return open(self.root / "log" / (name + ".out"), "a")

    def start_munge(self):
        """With a new key. All workers reach its socket: it is a file."""
        folder = self.root / "munge"
        key = folder / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.root.chmod(0o755)
        self.munge = subprocess.Popen(
            ["munged", "-F", "--force", "--key-file=%s" % key,
             "--socket=%s/socket" % folder, "--pid-file=%s/pid" % folder,
             "--log-file=%s/log" % folder, "--seed-file=%s/seed" % folder],
            stdout=self.log("munge"), stderr=subprocess.STDOUT)
        eventually((folder / "socket").exists, "munged")

    def start_controller(self, *options):
        self.controller = subprocess.Popen(
            ["slurmctld", "-D", *options], stdout=self.log("controller"),
            stderr=subprocess.STDOUT)

    def kill_controller(self):
        self.controller.kill()
        self.controller.wait()

    def saved(self):
        """When the controller has last saved its jobs."""
        path = self.root / "state/job_state"
        return path.stat().st_mtime if path.exists() else 0

    def power_on(self, name):
        """Process 1 of the worker waits for its cable and becomes slurmd."""
        address = "10.77.0.%d/24" % (self.names.index(name) + 11)
        for folder in ("disks", "spool"):
            (self.root / folder / name).mkdir(exist_ok=True)
        script = """
            hostname "$1" && mount --bind "$2" "$3" || exit
            until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
            ip link set lo up && ip addr add "$4" dev eth0 &&
                ip link set eth0 up && exec slurmd -D -N "$1"
        """
        worker = subprocess.Popen(
            ["unshare", "--net", "--uts", "--mount", "--pid", "--fork",
             "--kill-child", "--mount-proc", "sh", "-c", script, "sh", name,
             self.root / "disks" / name, self.scratch, address],
            stdout=self.log(name), stderr=subprocess.STDOUT)
        self.workers[name] = worker
        eventually(lambda: children(worker.pid), "process 1 of " + name)
        run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0",
            "netns", str(children(worker.pid)[0]))
        run("ip", "link", "set", name, "master", "bridge", "up")

    def power_cut(self, name):
        """Kills process 1 of the worker, and with it all others at once."""
        worker = self.workers.pop(name)
        os.kill(children(worker.pid)[0], signal.SIGKILL)
        worker.wait()
        # The cable vanishes with the network of the worker, a little later.
        subprocess.run(["ip", "link", "del", name],
                       stderr=subprocess.DEVNULL)

    def is_idle(self):
        lines = read(["sinfo", "-h", "-N", "-o", "%T"])
        return lines == ["idle"] * WORKERS

    def queue(self):
        """The jobs and tasks as (id, state, reason); None: no answer."""
        lines = read(["squeue", "-h", "-r", "-o", "%i %T %r"])
        return lines and [line.split(" ", 2) for line in lines] or lines

    def tasks(self):
        """The processes of loyd that tasks have started, as Task."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                found.append(Task(int(name)))
            except (OSError, KeyError, ValueError):
                pass  # it has ended, or is not of a task
        return found


def children(pid):
    path = "/proc/%d/task/%d/children" % (pid, pid)
    try:
        return [int(word) for word in pathlib.Path(path).read_text().split()]
    except OSError:
        return []


def status(pid):
    lines = pathlib.Path("/proc/%d/status" % pid).read_text().split("\n")
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


class Task:
    """A running process of loyd; raises an error if it is another."""

    def __init__(self, pid):
        folder = pathlib.Path("/proc/%d" % pid)
        self.pid = pid
        self.arguments = (folder / "cmdline").read_text().split("\0")
        if os.path.basename(self.arguments[0]) != "loyd":
            raise ValueError("not loyd")
        pairs = (folder / "environ").read_text().split("\0")
        pairs = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
        self.worker = pairs["SLURMD_NODENAME"]
        self.array = pairs.get("SLURM_ARRAY_TASK_ID")  # None: the join
        self.job = pairs["SLURM_JOB_ID"]
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        self.cpu = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def script(self):
        """The process of the script that Slurm has started."""
        pid = self.pid
        while status(parent := int(status(pid)["PPid"]))["Name"] != \
                "slurmstepd":
            pid = parent
        return pid
