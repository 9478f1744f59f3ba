#include "debug/details/limited_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "ground/base/scheduling.h"
#include "ground/base/words.h"

namespace symkit::details {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// If the caller was busy while the child waited for its output to be read, that must not count as a
// timeout.
constexpr milliseconds least_wait{500};
constexpr const char* no_memory = "not enough memory to run it";
constexpr std::size_t longest_complaint = std::size_t{64} << 10;

void close_all(std::initializer_list<int> descriptors) {
  for (const int descriptor : descriptors)
    if (descriptor >= 0) ::close(descriptor);
}

// An unnamed file that holds the input.
int file_of(Bytes input) {
  const int file = ::memfd_create("symkit", MFD_CLOEXEC);
  while (file >= 0 && !input.empty()) {
    const ssize_t written = ::write(file, input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(file);
      return -1;
    }
    input = input.subspan(static_cast<std::size_t>(written));
  }
  if (file >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

void limit(int what, std::uint64_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(what), &both);
}

// Keeps what can be read now, at most so much. False: there was more.
bool read_some(pollfd& pipe, std::vector<std::uint8_t>& kept, std::size_t most) {
  if (pipe.revents == 0) return true;
  std::array<std::uint8_t, 1 << 16> buffer;
  const ssize_t size = ::read(pipe.fd, buffer.data(), buffer.size());
  if (size < 0 && errno == EINTR) return true;
  if (size <= 0) pipe.fd = -1;  // poll passes it over
  const std::size_t got = size < 0 ? 0 : static_cast<std::size_t>(size);
  const std::size_t room = std::min(got, most - kept.size());
  kept.insert(kept.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(room));
  return room == got;
}

// Runs between fork and exec: only what is safe there. Without a place for its errors they go nowhere.
void prepare(int input, int answer, int errors, const Limits& limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (memory_is_limited) limit(RLIMIT_AS, limits.memory);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.time.count()) / 1000 + 1);
  limit(RLIMIT_CORE, 1);  // 0 would let a program of core_pattern have it
  limit(RLIMIT_FSIZE, limits.file);
  if (limits.gives_way) come_behind();
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(input, STDIN_FILENO);
  ::dup2(answer, STDOUT_FILENO);
  ::dup2(errors < 0 ? nowhere : errors, STDERR_FILENO);
}

// The exit status. What failed is told on standard error.
int status_of(const std::function<Result<void>()>& work) {
  std::string problem;
  try {
    const auto done = work();
    if (done) return 0;
    problem = done.error().message;
  } catch (const std::bad_alloc&) {
    problem = "not enough memory";
  } catch (const std::exception& surprise) {
    problem = surprise.what();
  }
  problem += '\n';
  return ::write(STDERR_FILENO, problem.data(), problem.size()) < 0 ? 2 : 1;
}

}  // namespace

LimitedChild::LimitedChild(int process, int answer, int errors, Limits limits)
    : process_(process), answer_(answer), errors_(errors), limits_(limits), begun_(steady_clock::now()) {}

LimitedChild::LimitedChild(LimitedChild&& other) noexcept { *this = std::move(other); }

LimitedChild& LimitedChild::operator=(LimitedChild&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(answer_, other.answer_);
  std::swap(errors_, other.errors_);
  std::swap(complaint_, other.complaint_);
  std::swap(limits_, other.limits_);
  std::swap(begun_, other.begun_);
  return *this;
}

LimitedChild::~LimitedChild() {
  if (process_ > 0) end();
}

Result<LimitedChild> LimitedChild::start(const std::string& program, Bytes input, Limits limits,
                                         const std::vector<std::string>& arguments) {
  if (::access(program.c_str(), X_OK) != 0) return fail(say(program, " is missing"));
  const int file = file_of(input);
  if (file < 0) return fail(no_memory);
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  auto child = start_with(
      file,
      [&] {
        ::execv(words.front(), words.data());
        ::_exit(127);
      },
      limits);
  ::close(file);
  return child;
}

Result<LimitedChild> LimitedChild::start(const std::function<Result<void>()>& work, Limits limits) {
  return start_with(STDIN_FILENO, [&] { ::_exit(status_of(work)); }, limits);
}

// `become` does not return.
Result<LimitedChild> LimitedChild::start_with(int input, const std::function<void()>& become, Limits limits) {
  std::array<int, 2> pipe = {-1, -1}, errors = {-1, -1};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0 ||
      (limits.tells_errors && ::pipe2(errors.data(), O_CLOEXEC) != 0)) {
    close_all({pipe[0], pipe[1]});
    return fail(no_memory);
  }
  const pid_t process = ::fork();
  if (process == 0) {
    prepare(input, pipe[1], errors[1], limits);
    become();
  }
  close_all({pipe[1], errors[1]});
  if (process < 0) {
    close_all({pipe[0], errors[0]});
    return fail(say("no process can be started: ", std::strerror(errno)));
  }
  return LimitedChild(process, pipe[0], errors[0], limits);
}

Result<std::vector<std::uint8_t>> LimitedChild::finish() {
  auto answer = read_answer();
  const int status = end();
  if (!answer) return answer;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    return fail("it was ended, as it made a system call that is forbidden to it");
  if (WIFSIGNALED(status)) return fail(say("it crashed (signal ", WTERMSIG(status), ")"));
  if (WEXITSTATUS(status) == 0) return answer;
  const std::string_view complaint = trimmed(as_text(complaint_));
  return fail(complaint.empty() ? say("it failed (status ", WEXITSTATUS(status), ")")
                                : std::string(complaint));
}

Result<std::vector<std::uint8_t>> LimitedChild::read_answer() {
  const auto deadline = std::max(begun_ + limits_.time, steady_clock::now() + least_wait);
  std::vector<std::uint8_t> answer;
  std::array<pollfd, 3> waiting{{{answer_, POLLIN, 0}, {errors_, POLLIN, 0}, {limits_.stop, POLLIN, 0}}};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
    const int ready =
        ::poll(waiting.data(), waiting.size(), static_cast<int>(std::max<std::int64_t>(0, left)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return fail(say("it was not done after ", limits_.time.count() / 1000, " seconds"));
    if (waiting[2].revents != 0) return fail("it was stopped");
    if (!read_some(waiting[0], answer, limits_.answer)) return fail("its answer is too long");
    read_some(waiting[1], complaint_, longest_complaint);
  }
  return answer;
}

// The exit status; a child that was still running is killed.
int LimitedChild::end() {
  close_all({std::exchange(answer_, -1), std::exchange(errors_, -1)});
  const pid_t process = std::exchange(process_, -1);
  int status = 0;
  // A child that has closed its output will exit soon; any other is killed.
  const auto until = steady_clock::now() + milliseconds(200);
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (steady_clock::now() >= until) ::kill(process, SIGKILL);
    ::usleep(200);
  }
  return status;
}

}  // namespace symkit::details
