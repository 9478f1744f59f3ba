#include "symcore/without_rights.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <grp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::symcore {
namespace {

constexpr uid_t nobody = 65534;

}  // namespace

Result<void> drop_rights(bool may_connect) {
  const pid_t parent = ::getppid();
  if (::geteuid() == 0) {
    if (!may_connect) ::unshare(CLONE_NEWNET | CLONE_NEWIPC);
    if (::setgroups(0, nullptr) != 0 || ::setresgid(nobody, nobody, nobody) != 0 ||
        ::setresuid(nobody, nobody, nobody) != 0)
      return fail(say("rights cannot be dropped: ", std::strerror(errno)));
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
    return fail(say("rights cannot be dropped: ", std::strerror(errno)));
  // Another user's process is no longer told of its parent's end.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::raise(SIGKILL);
  return {};
}

}  // namespace symkit::symcore
