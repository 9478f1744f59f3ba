#include "stacks/dumps/signal_names.h"

#include <array>
#include <cstddef>
#include <span>

namespace symkit::dumps {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 31> signals = {
    "SIGHUP",  "SIGINT",    "SIGQUIT", "SIGILL",   "SIGTRAP", "SIGABRT", "SIGBUS",  "SIGFPE",
    "SIGKILL", "SIGUSR1",   "SIGSEGV", "SIGUSR2",  "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT",
    "SIGCHLD", "SIGCONT",   "SIGSTOP", "SIGTSTP",  "SIGTTIN", "SIGTTOU", "SIGURG",  "SIGXCPU",
    "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO",   "SIGPWR",  "SIGSYS"};

// From the code 1 on.
constexpr std::array<std::string_view, 8> illegal = {"ILL_ILLOPC", "ILL_ILLOPN", "ILL_ILLADR", "ILL_ILLTRP",
                                                     "ILL_PRVOPC", "ILL_PRVREG", "ILL_COPROC", "ILL_BADSTK"};
constexpr std::array<std::string_view, 6> trap = {"TRAP_BRKPT",  "TRAP_TRACE", "TRAP_BRANCH",
                                                  "TRAP_HWBKPT", "TRAP_UNK",   "TRAP_PERF"};
constexpr std::array<std::string_view, 5> bus = {"BUS_ADRALN", "BUS_ADRERR", "BUS_OBJERR", "BUS_MCEERR_AR",
                                                 "BUS_MCEERR_AO"};
constexpr std::array<std::string_view, 8> arithmetic = {"FPE_INTDIV", "FPE_INTOVF", "FPE_FLTDIV",
                                                        "FPE_FLTOVF", "FPE_FLTUND", "FPE_FLTRES",
                                                        "FPE_FLTINV", "FPE_FLTSUB"};
constexpr std::array<std::string_view, 10> access = {
    "SEGV_MAPERR",  "SEGV_ACCERR",  "SEGV_BNDERR",  "SEGV_PKUERR",  "SEGV_ACCADI",
    "SEGV_ADIDERR", "SEGV_ADIPERR", "SEGV_MTEAERR", "SEGV_MTESERR", "SEGV_CPERR"};

Names codes_of(std::string_view signal) {
  if (signal == "SIGILL") return illegal;
  if (signal == "SIGTRAP") return trap;
  if (signal == "SIGBUS") return bus;
  if (signal == "SIGFPE") return arithmetic;
  if (signal == "SIGSEGV") return access;
  return {};
}

std::string_view at(Names names, int number) {
  const auto index = static_cast<std::size_t>(number) - 1;
  return number > 0 && index < names.size() ? names[index] : std::string_view();
}

}  // namespace

std::string_view signal_name(int number) { return at(signals, number); }

std::string_view signal_code_name(int number, int code) {
  constexpr int by_kernel = 128, by_queue = -1, by_thread = -6;
  switch (code) {
    case 0: return "SI_USER";
    case by_kernel: return "SI_KERNEL";
    case by_queue: return "SI_QUEUE";
    case by_thread: return "SI_TKILL";
    default: return at(codes_of(signal_name(number)), code);
  }
}

}  // namespace symkit::dumps
