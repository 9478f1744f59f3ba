#include "symgroup/inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/log_texts.h"
#include "files/archive/tar.h"
#include "files/archive/walk.h"
#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "logs/android/log_parts.h"

namespace symkit::symgroup {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t looked_at = 64;
constexpr std::uint64_t largest_in_tar = 256 << 20;
// What one thread reads at once.
constexpr std::size_t bytes_in_part = 256 << 10, files_in_part = 64;

// Text, or compressed data that may contain text; only plainly binary data is not a log.
bool may_be_log(Bytes beginning) {
  const std::string_view text = as_text(beginning);
  return text.starts_with("\x1f\x8b") || text.starts_with("\x28\xb5\x2f\xfd") || !text.contains('\0');
}

// One input and its contents.
class OneInput {
 public:
  OneInput(const Listeners& told, const TakeLog& take, const ReadEntries& read_entries)
      : told_(told), take_(take), read_entries_(read_entries) {}

  Result<void> take_stdin() { return take_texts({}); }

  Result<void> take_file(const std::string& path) {
    auto done = take_texts({path});
    const bool is_archive = !done && done.error().message == say(path, ": ", android::other_archive);
    return is_archive ? take_archive(path) : done;
  }

  // A file in a folder or archive, not given by name: if it is not a log, it is counted.
  void take_within(const std::string& path) {
    with_its_trouble(path, [&] { return take_file(path); });
  }

  Result<void> take_log(std::unique_ptr<io::Input> log, const std::string& name) {
    ++counts_.logs;
    return take_(std::move(log), name);
  }

  void take_entry(Entry entry) {
    if (entry.is_too_large) return pass_over(entry.path);
    if (!entry.content) return take_within(entry.path);
    with_its_trouble(entry.path, [&] { return take_content(std::move(*entry.content), entry.path); });
  }

  void pass_over(const std::string& path) { counts_.no_logs.add(path); }
  const InputCounts& counts() const { return counts_; }

 private:
  Result<void> take_texts(const std::vector<std::string>& paths) {
    const tools::LogKind kind = {.waiting = "symgroup: waiting for logs on standard input"};
    return tools::each_text(paths, kind, told_.errors, [&](android::LogPart& part) -> Result<void> {
      if (!part.input) return {};
      const std::string name = part.name.empty() ? part.input->name() : part.name;
      const auto beginning = part.input->peek();
      if (beginning && archive::looks_like_tar(*beginning)) return take_tar(*part.input, name);
      return take_log(std::move(part.input), paths.empty() ? std::string() : name);
    });
  }

  Result<void> take_tar(io::Input& tar, const std::string& name) {
    archive::TarReader reader(tar, largest_in_tar);
    Result<void> done;
    take_entries([&] { return next_of_tar(reader, name, done); });
    return done;
  }

  static std::vector<Entry> next_of_tar(archive::TarReader& reader, const std::string& name,
                                        Result<void>& done) {
    std::vector<Entry> entries;
    for (std::size_t bytes = 0; bytes < bytes_in_part && entries.size() < files_in_part && done;) {
      auto file = reader.next();
      if (!file) done = fail(file.error());
      if (!file || !*file) break;
      bytes += (*file)->content ? (*file)->content->size() : 0;
      entries.push_back({.path = say(name, "!/", (*file)->name),
                         .content = std::move((*file)->content),
                         .is_too_large = !(*file)->content});
    }
    return entries;
  }

  void take_entries(const NextEntries& next) {
    if (read_entries_) return read_entries_(next);
    for (std::vector<Entry> entries = next(); !entries.empty(); entries = next())
      for (Entry& entry : entries) take_entry(std::move(entry));
  }

  // A log that breaks off has been read up to there.
  template <class Take>
  void with_its_trouble(const std::string& path, Take take) {
    const std::uint64_t before = counts_.logs;
    const Result<void> done = take();
    if (done) return;
    if (counts_.logs == before) return pass_over(path);
    counts_.broken.add(path);
    told_.warnings(done.error().message);
  }

  Result<void> take_content(std::string content, const std::string& path) {
    auto input = io::Input::of_memory(std::move(content), path);
    const auto beginning = input->peek();
    if (!beginning || !may_be_log(as_bytes(beginning->substr(0, looked_at)))) return fail("no log");
    return android::each_part(std::move(input), told_.errors, [&](android::LogPart& part) -> Result<void> {
      if (!part.input) return {};
      return take_log(std::move(part.input), part.name.empty() ? path : part.name);
    });
  }

  Result<void> take_archive(const std::string& path) {
    const auto entries = archive::entries_that_begin(path, may_be_log, told_.warnings);
    if (!entries) return fail(entries.error());
    take_entries([&, next = std::size_t{0}]() mutable {
      std::vector<Entry> some;
      for (; next < entries->size() && some.size() < files_in_part; ++next)
        some.push_back({.path = (*entries)[next]});
      return some;
    });
    return {};
  }

  const Listeners& told_;
  const TakeLog& take_;
  const ReadEntries& read_entries_;
  InputCounts counts_;
};

}  // namespace

void NamedFiles::add(const std::string& path) {
  ++count;
  if (first.size() < most_named) first.push_back(path);
}

void NamedFiles::add(const NamedFiles& others) {
  count += others.count;
  for (const std::string& path : others.first)
    if (first.size() < most_named) first.push_back(path);
}

std::string NamedFiles::names() const {
  std::string text;
  for (const std::string& name : first) text += say(text.empty() ? "" : ", ", name);
  return count > first.size() ? text + ", …" : text;
}

void InputCounts::add(const InputCounts& other) {
  logs += other.logs;
  no_logs.add(other.no_logs);
  broken.add(other.broken);
}

Inputs::Inputs(const std::vector<std::string>& paths, std::string within) : within_(std::move(within)) {
  if (paths.empty()) inputs_.emplace_back();
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error))
      list(path);
    else
      inputs_.push_back({Kind::Named, path});
  }
}

Inputs Inputs::of_text(std::string log) {
  Inputs inputs;
  inputs.inputs_.push_back({Kind::Text, std::move(log)});
  return inputs;
}

void Inputs::list(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error))
    if (at->is_regular_file(error)) files.push_back(at->path().string());
  if (error) {
    inputs_.push_back({Kind::Trouble, say(folder, ": ", error.message())});
    return;
  }
  std::ranges::sort(files);
  for (std::string& file : files) inputs_.push_back({Kind::OfFolder, std::move(file)});
}

bool Inputs::is_allowed(const std::string& file) const {
  if (within_.empty()) return true;
  std::error_code error;
  return fs::canonical(file, error).string().starts_with(within_) && !error;
}

Result<InputCounts> Inputs::read(std::size_t number, const Listeners& told, const TakeLog& take,
                                 const ReadEntries& read_entries) const {
  const auto& [kind, text] = inputs_[number];
  OneInput input(told, take, read_entries);
  Result<void> done;
  switch (kind) {
    case Kind::Stdin: done = input.take_stdin(); break;
    case Kind::Text: done = input.take_log(io::Input::of_memory(text, "log"), ""); break;
    case Kind::Named: done = input.take_file(text); break;
    case Kind::OfFolder: is_allowed(text) ? input.take_within(text) : input.pass_over(text); break;
    case Kind::Trouble: done = fail(text); break;
  }
  if (!done) return fail(done.error());
  return input.counts();
}

InputCounts Inputs::read_entries(std::vector<Entry> entries, const Listeners& told, const TakeLog& take) {
  OneInput input(told, take, {});
  for (Entry& entry : entries) input.take_entry(std::move(entry));
  return input.counts();
}

Result<void> Inputs::read_all(const Listeners& told, const TakeLog& take) const {
  for (std::size_t number = 0; number < size(); ++number)
    if (const auto done = read(number, told, take); !done) return fail(done.error());
  return {};
}

}  // namespace symkit::symgroup
