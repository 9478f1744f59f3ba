#include "symcore/install.h"

#include "ground/base/words.h"

namespace symkit::symcore {

std::string how_to_install(const std::string& program) {
  return say(R"(# Nothing was changed. As root, choose one of these.

# 1. symcore handles every crash of this machine, containers included.
#    The kernel keeps a process until its stacks are copied, and at most 16 handlers run at a time.
install -d -m 2750 -g adm /var/lib/symcore
cat > /etc/sysctl.d/60-symcore.conf <<'END'
kernel.core_pattern=|)",
             program, R"( --handler %P --dumpable %d --keep-mini
kernel.core_pipe_limit=16
END
sysctl --load=/etc/sysctl.d/60-symcore.conf
#    systemd's own handler would set core_pattern again when the machine starts:
ln -sf /dev/null /etc/sysctl.d/50-coredump.conf

# 2. systemd-coredump stays, and symcore reads what it has stored.
cat > /etc/systemd/system/symcore.service <<'END'
[Unit]
Description=Stacks of the cores that systemd-coredump has stored
[Service]
Type=oneshot
StateDirectory=symcore
StateDirectoryMode=0750
ExecStart=/bin/sh -c 'for core in /var/lib/systemd/coredump/core.*; do text=/var/lib/symcore/$${core##*/}.txt; [ -e "$core" ] && [ ! -e "$text" ] && )",
             program, R"( --store /var/lib/symcore/store "$core" > "$text"; done; true'
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
NoNewPrivileges=yes
PrivateNetwork=yes
ProtectSystem=strict
MemoryMax=2G
TimeoutStartSec=10min
END
cat > /etc/systemd/system/symcore.path <<'END'
[Path]
PathChanged=/var/lib/systemd/coredump
[Install]
WantedBy=paths.target
END
systemctl daemon-reload && systemctl enable --now symcore.path

# Docker and Kubernetes: core_pattern is the machine's. Install symcore on the host (on each node), not in
# images; the files of containers are read through the kernel. Containers need no right for that.
)");
}

}  // namespace symkit::symcore
