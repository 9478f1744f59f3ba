#include "stacks/dumps/own_file.h"

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::dumps {
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  void become(int number) {
    close();
    number_ = number;
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  void close() const {
    if (number_ >= 0) ::close(number_);
  }
  int number_;
};

// "NSpid:\t4711\t7": the last number.
std::optional<std::uint64_t> last_number(std::string_view line) {
  const std::size_t tab = line.rfind('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  std::string_view text = line.substr(tab + 1);
  return take_number<std::uint64_t>(text);
}

// It may grow while it is read, or be cut off.
std::string content_of_file(int file) {
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20;
  while (text.size() < largest_file) {
    const std::size_t before = text.size();
    text.resize(before + step);
    const ssize_t read = ::read(file, text.data() + before, step);
    text.resize(before + (read < 0 ? 0 : static_cast<std::size_t>(read)));
    if (read <= 0) break;
  }
  return text;
}

}  // namespace

std::optional<OwnNumbers> own_numbers_of(std::uint64_t process) {
  std::ifstream status(say("/proc/", process, "/status"));
  OwnNumbers found{.process = process};
  bool has_user = false;
  for (std::string line; std::getline(status, line);) {
    std::string_view text = line;
    if (text.starts_with("NSpid:")) found.process = last_number(text).value_or(process);
    if (!text.starts_with("Uid:\t")) continue;
    // The real one, then the effective one, by which files are made.
    text.remove_prefix(text.find('\t', 5) == std::string_view::npos ? text.size() : text.find('\t', 5) + 1);
    const auto user = take_number<std::uint64_t>(text);
    has_user = user.has_value();
    found.user = user.value_or(0);
  }
  return has_user ? std::optional(found) : std::nullopt;
}

std::string own_file(std::uint64_t process, std::string_view path, std::uint64_t user) {
  constexpr int as_folder = O_PATH | O_DIRECTORY | O_CLOEXEC;
  Descriptor at(::open(say("/proc/", process, "/root").c_str(), as_folder));
  while (at.is_open()) {
    while (path.starts_with('/')) path.remove_prefix(1);
    const std::size_t end = path.find('/');
    const std::string name(path.substr(0, end));
    if (name.empty() || name == "..") return {};
    if (end == std::string_view::npos) {
      at.become(::openat(at.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
      break;
    }
    at.become(::openat(at.number(), name.c_str(), as_folder | O_NOFOLLOW));
    path.remove_prefix(end);
  }
  struct stat facts = {};
  if (!at.is_open() || ::fstat(at.number(), &facts) != 0) return {};
  return S_ISREG(facts.st_mode) && facts.st_uid == user ? content_of_file(at.number()) : std::string();
}

}  // namespace symkit::dumps
