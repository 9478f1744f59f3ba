#include "symleak/run_program.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/base/cursor.h"
#include "ground/base/environment.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "symleak/watcher.h"

namespace symkit::symleak {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view recorder_name = "libsymleak-record.so";

// Next to the tool, both when installed and when built.
Result<std::string> find_recorder() {
  std::error_code error;
  const fs::path tool = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = tool.parent_path().parent_path();
  std::vector<fs::path> places = {folder / "lib/symkit" / recorder_name};
  for (const auto& entry : fs::directory_iterator(folder / "lib", error))
    places.push_back(entry.path() / "symkit" / recorder_name);
  for (const fs::path& place : places)
    if (::access(place.c_str(), R_OK) == 0) return place.string();
  return fail(say("the recorder, ", recorder_name, ", was not found at ", places.front().string()));
}

// Searches like execvp.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  std::string path = environment("PATH");
  if (path.empty()) path = "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = path.substr(at, end - at);
    const std::string place = (folder.empty() ? std::string(".") : folder) + "/" + name;
    if (::access(place.c_str(), X_OK) == 0 && fs::is_regular_file(place)) return place;
    at = end + 1;
  }
  return name;
}

enum class Kind { Unknown, Dynamic, Static };

// Whether the file has a loader that honours preloading, by naming an interpreter.
Kind kind_of(Bytes bytes) {
  if (!as_text(bytes).starts_with(std::string_view(ELFMAG, SELFMAG)) || bytes.size() <= EI_DATA)
    return Kind::Unknown;
  const bool is_wide = bytes[EI_CLASS] == ELFCLASS64;
  Cursor at(bytes, bytes[EI_DATA] == ELFDATA2MSB ? Endian::Big : Endian::Little, is_wide ? 32 : 28);
  const std::uint64_t table = is_wide ? at.u64() : at.u32();
  at.seek(is_wide ? 54 : 42);
  const std::uint16_t size = at.u16();
  const std::uint16_t count = at.u16();
  for (std::uint64_t i = 0; i < count && !at.failed(); ++i) {
    at.seek(table + i * size);
    if (at.u32() == PT_INTERP) return Kind::Dynamic;
  }
  return at.failed() ? Kind::Unknown : Kind::Static;
}

// Fails if nothing would be recorded.
Result<void> can_be_recorded(const std::string& program) {
  struct stat status = {};
  if (::stat(program.c_str(), &status) != 0) return fail(say(program, ": ", std::strerror(errno)));
  const bool changes_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != ::geteuid();
  const bool changes_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != ::getegid();
  if (changes_user || changes_group)
    return fail(
        program +
        " runs with another user's rights (setuid), so the loader preloads nothing: run it as that user");
  const auto file = io::MappedFile::open(program);
  if (file && kind_of(file->bytes()) == Kind::Static)
    return fail(program +
                " is linked statically, so the recorder cannot be preloaded. Link it "
                "dynamically");
  return {};
}

std::string output_path(const Options& options) {
  std::error_code error;
  const std::string given =
      !options.output.empty()
          ? options.output
          : say(fs::path(options.program.front()).filename().string(), ".", ::getpid(), ".leak");
  return fs::absolute(given, error).lexically_normal().string();
}

// The recorder creates the file; one from an earlier run is removed.
Result<void> make_room(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return fail(say(path, ": ", std::strerror(errno)));
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return fail(say(path, ": ", std::strerror(errno)));
  ::close(file);
  ::unlink(path.c_str());
  return {};
}

void set_environment(const Options& options, const std::string& recorder, const std::string& output) {
  const std::string others = environment("LD_PRELOAD");
  ::setenv("LD_PRELOAD", (others.empty() ? recorder : recorder + ":" + others).c_str(), 1);
  ::setenv("SYMLEAK_FILE", output.c_str(), 1);
  ::setenv("SYMLEAK_STACKS", options.stacks.empty() ? "auto" : options.stacks.c_str(), 1);
  if (const std::string watcher = start_watcher(output); !watcher.empty())
    ::setenv("SYMLEAK_WATCHER", watcher.c_str(), 1);
  if (options.sample != 0) ::setenv("SYMLEAK_SAMPLE", std::to_string(options.sample).c_str(), 1);
}

}  // namespace

Result<void> run_program(const Options& options, tools::Console& console) {
  const std::string program = find_program(options.program.front());
  if (auto possible = can_be_recorded(program); !possible) return possible;
  const auto recorder = find_recorder();
  if (!recorder) return fail(recorder.error());
  // Both characters separate preloaded libraries.
  if (recorder->find_first_of(" :") != std::string::npos)
    return fail(say("the loader cannot preload ", *recorder, ": its path contains a space or a colon"));
  const std::string output = output_path(options);
  if (auto ready = make_room(output); !ready) return ready;
  if (options.output.empty()) console.warning("recording into " + output);
  set_environment(options, *recorder, output);
  std::vector<char*> words;
  words.reserve(options.program.size() + 1);
  for (const std::string& word : options.program) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(options.program.front().c_str(), words.data());
  return fail(say(options.program.front(), ": ", std::strerror(errno)));
}

}  // namespace symkit::symleak
