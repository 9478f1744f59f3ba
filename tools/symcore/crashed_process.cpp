#include "symcore/crashed_process.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>

#include "ground/base/each_line.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "stacks/dumps/process_mappings.h"

namespace symkit::symcore {
namespace {

constexpr std::size_t largest_text = std::size_t{16} << 20;
constexpr std::size_t most_images = 1000;
constexpr std::size_t most_named_threads = 1000;
constexpr std::chrono::milliseconds patience_for_names{10};

std::string text_of(const io::Descriptor& file) {
  std::string text;
  std::array<char, 16384> buffer;
  while (file.is_open() && text.size() < largest_text) {
    const ssize_t more = ::read(file.get(), buffer.data(), buffer.size());
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(more));
  }
  return text;
}

// /proc/PID/status: a line for each field.
std::string_view field(std::string_view status, std::string_view name) {
  std::string_view found;
  each_line(status, [&](std::string_view line) {
    if (line.starts_with(name)) found = trimmed(line.substr(name.size()));
  });
  return found;
}

// One for each namespace, the process's own last.
std::vector<std::uint64_t> ids_in(std::string_view status) {
  std::vector<std::uint64_t> ids;
  std::string_view text = field(status, "NSpid:");
  while (const auto id = take_number<std::uint64_t>(text)) {
    ids.push_back(*id);
    text = trimmed(text);
  }
  return ids;
}

// Only regular files: to open a device has effects.
io::Descriptor opened_regular(const io::Descriptor& found) {
  struct stat status{};
  if (!found.is_open() || ::fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const std::string link = say("/proc/self/fd/", found.get());
  return io::Descriptor(::open(link.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

bool leads_to(const std::string& path, const io::Descriptor& file) {
  struct stat there{}, here{};
  return ::access(path.c_str(), R_OK) == 0 && ::stat(path.c_str(), &there) == 0 &&
         ::fstat(file.get(), &here) == 0 && there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

}  // namespace

CrashedProcess::CrashedProcess(pid_t process)
    : folder_(::open(say("/proc/", process).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (!folder_.is_open()) return;
  memory_ = open("mem", O_RDONLY);
  threads_ = open("task", O_RDONLY | O_DIRECTORY);
  auxiliary_vector_ = content("auxv");
  name_ = content("comm");
  if (name_.ends_with('\n')) name_.pop_back();
  ids_ = ids_in(content("status"));
  open_images(content("maps"));
}

io::Descriptor CrashedProcess::open(const std::string& name, int flags) const {
  return io::Descriptor(::openat(folder_.get(), name.c_str(), flags | O_CLOEXEC));
}

std::string CrashedProcess::content(const std::string& name) const { return text_of(open(name, O_RDONLY)); }

// The kernel's own links lead to the very files, whatever their paths lead to now.
void CrashedProcess::open_images(const std::string& maps) {
  for (const dumps::Mapping& mapping : dumps::read_mappings(maps)) {
    if (mapping.offset != 0 || !mapping.path.starts_with('/') || images_.size() == most_images) continue;
    const std::string link = say("map_files/", hex(mapping.begin).substr(2), '-', hex(mapping.end).substr(2));
    io::Descriptor image = opened_regular(open(link, O_PATH));
    if (image.is_open()) images_.emplace_back(mapping.path, std::move(image));
  }
}

dumps::DumpedProcess CrashedProcess::files() const {
  return {.memory = memory_.get(), .auxiliary_vector = auxiliary_vector_, .ids = ids_};
}

std::vector<std::string> CrashedProcess::hidden_images() const {
  std::vector<std::string> paths;
  for (const auto& [path, image] : images_)
    if (!leads_to(path, image)) paths.push_back(say("/proc/self/fd/", image.get()));
  return paths;
}

std::vector<std::string> CrashedProcess::image_at(const std::string& path) const {
  for (const auto& [there, image] : images_)
    if (there == path) return {say("/proc/self/fd/", image.get())};
  return {};
}

std::map<std::uint64_t, std::string> CrashedProcess::thread_names() const {
  std::map<std::uint64_t, std::string> names;
  DIR* const folder = threads_.is_open() ? ::fdopendir(::dup(threads_.get())) : nullptr;
  if (folder == nullptr) return names;
  const auto until = std::chrono::steady_clock::now() + patience_for_names;
  while (const dirent* const entry = ::readdir(folder)) {
    if (names.size() == most_named_threads || std::chrono::steady_clock::now() > until) break;
    if (entry->d_name[0] == '.') continue;
    const std::string status = text_of(io::Descriptor(
        ::openat(threads_.get(), say(entry->d_name, "/status").c_str(), O_RDONLY | O_CLOEXEC)));
    if (const auto ids = ids_in(status); !ids.empty()) names[ids.back()] = field(status, "Name:");
  }
  ::closedir(folder);
  return names;
}

}  // namespace symkit::symcore
