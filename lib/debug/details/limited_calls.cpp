#include "debug/details/limited_calls.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <optional>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "ground/base/words.h"

namespace symkit::details {

#if defined(__x86_64__) || defined(__aarch64__)

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_processor = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t own_processor = AUDIT_ARCH_AARCH64;
#endif

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW, end = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t refuse(std::uint32_t error) { return SECCOMP_RET_ERRNO | error; }

constexpr std::uint32_t allowed[] = {
    // Files
    SYS_read,
    SYS_pread64,
    SYS_readv,
    SYS_preadv,
    SYS_write,
    SYS_pwrite64,
    SYS_writev,
    SYS_pwritev,
    SYS_close,
    SYS_close_range,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_lseek,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fcntl,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_ppoll,
    SYS_pselect6,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fadvise64,
    SYS_readahead,
    SYS_memfd_create,
    SYS_flock,
    SYS_sendfile,
    SYS_copy_file_range,
    SYS_umask,
    // Memory
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_mincore,
    SYS_brk,
    SYS_membarrier,
    // Signals of its own, threads and children
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_rseq,
    SYS_set_tid_address,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_wait4,
    SYS_waitid,
    SYS_exit,
    SYS_exit_group,
    SYS_prctl,
    // Who and when it is
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrusage,
    SYS_getrandom,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
#if defined(__x86_64__)
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_dup2,
    SYS_pipe,
    SYS_poll,
    SYS_select,
    SYS_time,
    SYS_arch_prctl,
    SYS_fork,
    SYS_vfork,
    SYS_getrlimit,
    SYS_setrlimit,
#endif
};

constexpr std::uint32_t attacks[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
    SYS_tkill,  SYS_rt_sigqueueinfo,  SYS_pidfd_open,        SYS_bpf,
    SYS_setns,  SYS_unshare,          SYS_init_module,       SYS_finit_module};

class Filter {
 public:
  std::vector<sock_filter> program() {
    load(offsetof(seccomp_data, arch));
    if_equal(own_processor, {}, end);
    load(offsetof(seccomp_data, nr));
    refuse_writing(SYS_openat, 2);
#if defined(__x86_64__)
    refuse_writing(SYS_open, 1);
    if_any_bit(of_other_numbers, end);
#endif
    refuse_code(SYS_mmap);
    refuse_code(SYS_mprotect);
    // Its flags are in memory: the C library then uses the other.
    answer(SYS_clone3, refuse(ENOSYS));
    constexpr std::uint32_t rooms = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                                    CLONE_NEWUTS | CLONE_NEWCGROUP;
    answer_by_bits(SYS_clone, 0, rooms, refuse(EPERM), allow);
    answer_if_own(SYS_tgkill, static_cast<std::uint32_t>(::getpid()), end);
    answer_if_own(SYS_prlimit64, 0, refuse(EPERM));
    for (const std::uint32_t number : allowed) answer(number, allow);
    for (const std::uint32_t number : attacks) answer(number, end);
    add(BPF_RET | BPF_K, refuse(EPERM));
    return std::move(program_);
  }

 private:
  static constexpr std::uint32_t of_other_numbers = 0x4000'0000;  // x32
  static constexpr std::uint32_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

  void add(unsigned code, std::uint32_t value, std::uint8_t yes = 0, std::uint8_t no = 0) {
    program_.push_back({static_cast<std::uint16_t>(code), yes, no, value});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  // Of 64 bits the lower ones, as processors here store them.
  void load_argument(unsigned number) { load(offsetof(seccomp_data, args) + number * sizeof(std::uint64_t)); }

  void if_equal(std::uint32_t value, std::optional<std::uint32_t> yes, std::optional<std::uint32_t> no) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, yes ? 0 : 1, yes ? 1 : 0);
    add(BPF_RET | BPF_K, yes ? *yes : *no);
  }
  void if_any_bit(std::uint32_t bits, std::uint32_t yes) {
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    add(BPF_RET | BPF_K, yes);
  }
  void answer(std::uint32_t number, std::uint32_t with) { if_equal(number, with, {}); }

  // The call's number is loaded before and after.
  void answer_by_bits(std::uint32_t number, unsigned argument, std::uint32_t bits, std::uint32_t if_any,
                      std::uint32_t if_none) {
    constexpr std::uint8_t length = 4;
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, length);
    load_argument(argument);
    if_any_bit(bits, if_any);
    add(BPF_RET | BPF_K, if_none);
  }
  void answer_if_own(std::uint32_t number, std::uint32_t own, std::uint32_t else_with) {
    constexpr std::uint8_t length = 4;
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, length);
    load_argument(0);
    if_equal(own, allow, {});
    add(BPF_RET | BPF_K, else_with);
  }
  void refuse_writing(std::uint32_t number, unsigned flags) {
    answer_by_bits(number, flags, writes, refuse(EACCES), allow);
  }
  void refuse_code(std::uint32_t number) { answer_by_bits(number, 2, PROT_EXEC, refuse(EPERM), allow); }

  std::vector<sock_filter> program_;
};

}  // namespace

Result<void> limit_calls() {
  auto program = Filter().program();
  sock_fprog given{static_cast<unsigned short>(program.size()), program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &given) != 0)
    return fail(say("system calls cannot be limited: ", std::strerror(errno)));
  return {};
}

#else

Result<void> limit_calls() { return {}; }

#endif

}  // namespace symkit::details
