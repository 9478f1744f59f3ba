#include "symcore/install.h"

#include "ground/base/words.h"

namespace symkit::symcore {

std::string how_to_install(const std::string& program) {
  return say(R"(# Nothing was changed. As root, type the first or the second part.

# 1. symcore handles every crash of this machine, also in containers. The kernel
#    runs at most 16 handlers at a time. The group adm may read what they write.
install -d -m 2750 -g adm /var/lib/symcore
cat > /etc/sysctl.d/60-symcore.conf <<'END'
kernel.core_pattern=|)",
             program, R"( --handler %P --dumpable %d --keep-mini
kernel.core_pipe_limit=16
END
ln -sf /dev/null /etc/sysctl.d/50-coredump.conf    # it would set systemd's handler
sysctl --load=/etc/sysctl.d/60-symcore.conf

# 2. systemd-coredump stays, and symcore reads each core that it has stored.
cat > /etc/systemd/system/symcore.service <<'END'
[Unit]
Description=Stacks of the cores that systemd-coredump has stored
Documentation=man:symcore(1)
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'for core in /var/lib/systemd/coredump/core.*; do text=/var/lib/symcore/$${core##*/}.txt; [ ! -e "$$core" ] || [ -e "$$text" ] || )",
             program, R"( "$$core" > "$$text"; done'
DynamicUser=yes
StateDirectory=symcore
AmbientCapabilities=CAP_DAC_READ_SEARCH
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
PrivateNetwork=yes
MemoryMax=2G
TimeoutStartSec=10min
END
cat > /etc/systemd/system/symcore.path <<'END'
[Unit]
Description=Waits for cores that systemd-coredump stores
[Path]
PathChanged=/var/lib/systemd/coredump
[Install]
WantedBy=paths.target
END
systemctl daemon-reload
systemctl enable --now symcore.path

# Docker, Kubernetes: core_pattern is the machine's. Do this on the host, on each
# node; images and containers need nothing.
)");
}

}  // namespace symkit::symcore
