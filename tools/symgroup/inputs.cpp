#include "symgroup/inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "android/log_parts.h"
#include "archive/tar.h"
#include "archive/walk.h"
#include "base/bytes.h"
#include "base/words.h"
#include "common/log_texts.h"

namespace symkit::symgroup {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t looked_at = 64;
constexpr std::uint64_t largest_in_tar = 256 << 20;

// Text, or something packed that may hold one; only what is plainly binary is none.
bool may_be_log(Bytes beginning) {
  const std::string_view text = as_text(beginning);
  return text.starts_with("\x1f\x8b") || text.starts_with("\x28\xb5\x2f\xfd") || !text.contains('\0');
}

class Inputs {
 public:
  Inputs(tools::Console& console, const TakeLog& take, const std::string& within)
      : console_(console), take_(take), within_(within) {}

  Result<void> take_path(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error) ? take_folder(path) : take_file(path);
  }

  Result<void> take_stdin() { return take_texts({}); }
  const InputTally& tally() const { return tally_; }

 private:
  Result<void> take_texts(const std::vector<std::string>& paths) {
    const tools::LogKind kind = {.waiting = "symgroup: waiting for logs on standard input"};
    return tools::each_text(paths, kind, console_, [&](android::LogPart& part) -> Result<void> {
      if (!part.input) return {};
      const std::string name = part.name.empty() ? part.input->name() : part.name;
      const auto beginning = part.input->peek();
      if (beginning && archive::looks_like_tar(*beginning)) return take_tar(*part.input, name);
      return take_log(std::move(part.input), paths.empty() ? std::string() : name);
    });
  }

  Result<void> take_log(std::unique_ptr<io::Input> log, const std::string& name) {
    ++tally_.logs;
    return take_(std::move(log), name);
  }

  Result<void> take_tar(io::Input& tar, const std::string& name) {
    archive::TarReader reader(tar, largest_in_tar);
    while (true) {
      auto file = reader.next();
      if (!file) return fail(file.error());
      if (!*file) return {};
      const std::string path = say(name, "!/", (*file)->name);
      if (!(*file)->content || !take_file_of_tar(std::move(*(*file)->content), path))
        tally_.no_logs.add(path);
    }
  }

  // Whether it is one that may be a log.
  bool take_file_of_tar(std::string content, const std::string& path) {
    auto input = io::Input::of_memory(std::move(content), path);
    const auto beginning = input->peek();
    if (!beginning || !may_be_log(as_bytes(beginning->substr(0, looked_at)))) return false;
    const auto tell = [&](const Error& error) { console_.error(error); };
    return android::each_part(std::move(input), tell,
                              [&](android::LogPart& part) -> Result<void> {
                                if (!part.input) return {};
                                return take_log(std::move(part.input), part.name.empty() ? path : part.name);
                              })
        .has_value();
  }

  Result<void> take_file(const std::string& path) {
    auto done = take_texts({path});
    const bool is_archive = !done && done.error().message == say(path, ": ", android::other_archive);
    return is_archive ? take_archive(path) : done;
  }

  Result<void> take_archive(const std::string& path) {
    const auto entries = archive::entries_that_begin(path, may_be_log, console_.warnings());
    if (!entries) return fail(entries.error());
    for (const std::string& entry : *entries) take_within(entry);
    return {};
  }

  Result<void> take_folder(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error),
         end;
         !error && at != end; at.increment(error))
      if (at->is_regular_file(error)) files.push_back(at->path().string());
    if (error) return fail(say(folder, ": ", error.message()));
    std::ranges::sort(files);
    for (const std::string& file : files) {
      if (!is_allowed(file))
        tally_.no_logs.add(file);
      else
        take_within(file);
    }
    return {};
  }

  bool is_allowed(const std::string& file) const {
    if (within_.empty()) return true;
    std::error_code error;
    return fs::canonical(file, error).string().starts_with(within_) && !error;
  }

  // Nobody has named it: what it is not is counted.
  void take_within(const std::string& path) {
    if (!take_file(path)) tally_.no_logs.add(path);
  }

  tools::Console& console_;
  const TakeLog& take_;
  const std::string& within_;
  InputTally tally_;
};

}  // namespace

void NoLogs::add(const std::string& path) {
  ++count;
  if (first.size() < most_named) first.push_back(path);
}

std::string NoLogs::names() const {
  std::string text;
  for (const std::string& name : first) text += say(text.empty() ? "" : ", ", name);
  return count > first.size() ? text + ", …" : text;
}

Result<InputTally> each_input(const std::vector<std::string>& paths, tools::Console& console,
                              const TakeLog& take, const std::string& within) {
  Inputs inputs(console, take, within);
  if (paths.empty())
    if (const auto done = inputs.take_stdin(); !done) return fail(done.error());
  for (const std::string& path : paths)
    if (const auto done = inputs.take_path(path); !done) return fail(done.error());
  return inputs.tally();
}

}  // namespace symkit::symgroup
