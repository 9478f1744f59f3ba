#include "symcore/crash_report.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include "debug/details/limited_calls.h"
#include "debug/details/limited_child.h"
#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "ground/io/mapped_file.h"
#include "ground/io/write_all.h"
#include "ground/print/output.h"
#include "stacks/dumps/core_beginning.h"
#include "stacks/dumps/dump_file.h"
#include "stacks/dumps/dumped_process.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/small_core.h"
#include "stacks/dumps/telling_memory.h"
#include "stacks/dumps/unwound.h"
#include "stacks/unwind/memory.h"
#include "symcore/image_files.h"
#include "symcore/names.h"
#include "symcore/telling.h"
#include "symcore/without_rights.h"

namespace symkit::symcore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kilobyte = 1024;

// What was read of a pipe, then the rest of it, until there is no more time.
class RestOfPipe final : public io::Feed {
 public:
  RestOfPipe(std::vector<std::uint8_t> begun, Clock::time_point until)
      : begun_(std::move(begun)), until_(until) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t left = begun_.size() - given_;
    if (left == 0) return read_pipe(buffer);
    const std::size_t size = std::min(left, buffer.size());
    std::memcpy(buffer.data(), begun_.data() + given_, size);
    given_ += size;
    return size;
  }
  bool ready(std::chrono::milliseconds /*patience*/) override { return true; }

 private:
  std::size_t read_pipe(std::span<char> buffer) const {
    while (true) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now()).count();
      pollfd waiting{STDIN_FILENO, POLLIN, 0};
      if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) == 0) return 0;
      const ssize_t more = ::read(STDIN_FILENO, buffer.data(), buffer.size());
      if (more < 0 && errno == EINTR) continue;
      return more < 0 ? 0 : static_cast<std::size_t>(more);
    }
  }

  std::vector<std::uint8_t> begun_;
  std::size_t given_ = 0;
  Clock::time_point until_;
};

// A core with enough of the process's memory, wherever it is kept.
struct CopiedCore {
  std::vector<std::uint8_t> copied = {};
  io::MappedFile kept = {};

  Bytes bytes() const { return copied.empty() ? kept.bytes() : Bytes(copied); }
};

// From the process itself, which is fast; if that has gone, from all of what comes.
Result<CopiedCore> take_core(const CrashedProcess& crashed, const io::Descriptor& whole) {
  const auto now = Clock::now();
  constexpr std::uint64_t most_kept = std::uint64_t{1} << 30;
  constexpr std::chrono::seconds for_beginning{5}, for_all{10};
  constexpr std::chrono::milliseconds for_copy{50}, for_slow_copy{1000};
  CopiedCore core;
  std::vector<std::uint8_t> beginning;
  const auto begun = dumps::read_core_beginning(STDIN_FILENO, now + for_beginning, beginning);
  const auto files_of = [&](const dumps::LoadedImage& image) { return crashed.image_at(image.path); };
  if (begun && crashed.files().memory >= 0)
    if (auto copied = dumps::copy_dumped_process(beginning, crashed.files(), files_of,
                                                 dumps::Patience(for_copy, for_slow_copy)))
      core.copied = std::move(*copied);
  if (!core.copied.empty()) return core;
  if (!begun && beginning.empty()) return fail(begun.error());
  const auto rest = std::make_shared<RestOfPipe>(std::move(beginning), Clock::now() + for_all);
  auto kept = dumps::keep_dump(*io::Input::of_feed(rest, "standard input"), whole, most_kept);
  if (!kept) return fail(kept.error());
  core.kept = std::move(*kept);
  return core;
}

void write_into(const io::Descriptor& file, std::string_view content) {
  static_cast<void>(io::write_all(file.get(), content));
}

// Files that are mapped do not count.
void limit_memory() {
  constexpr rlimit most = {std::uint64_t{1} << 30, std::uint64_t{1} << 30};
  if (details::memory_is_limited) ::setrlimit(RLIMIT_DATA, &most);
}

// Only the core that was kept may be larger.
void limit_results() {
  constexpr rlimit largest = {std::uint64_t{64} << 20, std::uint64_t{64} << 20};
  ::setrlimit(RLIMIT_FSIZE, &largest);
}

// All of a small core's memory is its own.
class MemoryOf final : public unwind::Memory {
 public:
  explicit MemoryOf(const dumps::LoadedImages& images) : images_(images) {}
  Bytes at(std::uint64_t address, std::uint64_t size) const override { return images_.dumped(address, size); }

 private:
  const dumps::LoadedImages& images_;
};

Result<void> write_mini(Bytes core, const dumps::Process& process, const ImageFiles& files,
                        const io::Descriptor& result) {
  constexpr std::size_t most_memory = 640 * kilobyte, most_notes = 256 * kilobyte;
  const auto headers = container::elf::read_elf_headers(core);
  if (!headers) return fail(headers.error());
  dumps::LoadedImages images(process,
                             {.files = [&](const dumps::LoadedImage& image) { return files.of(image); }});
  const auto stacks = dumps::unwind_all(process, images, true);
  if (!stacks) return fail(stacks.error());
  const MemoryOf memory(images);
  const auto kept = dumps::memory_of_stacks(*headers, process, *stacks, memory, most_memory);
  write_into(result, as_text(dumps::small_core(*headers, kept, memory, most_notes)));
  return {};
}

Result<void> write_report(const dumps::Process& process, Options options, Format format,
                          const ImageFiles& files, Names* names, const io::Descriptor& result,
                          const tools::Console& console) {
  options.format = format;
  print::Output output(result.get(), "the result");
  if (const auto told = tell(process, options, files, names, output, console); !told) return told;
  return output.flush();
}

}  // namespace

Result<CrashResults> CrashResults::open() {
  CrashResults results;
  for (io::Descriptor* const one : {&results.text, &results.json, &results.mini, &results.plain}) {
    *one = io::Descriptor(::memfd_create("symcore", MFD_CLOEXEC));
    if (!one->is_open()) return fail(std::strerror(errno));
  }
  return results;
}

Result<void> report_crash(CrashedProcess& crashed, const Options& given, const CrashResults& results) {
  Options options = given;
  const auto is_far = [](const std::string& store) { return store.contains("://"); };
  const bool may_connect =
      options.places.fetching.wants() || std::ranges::any_of(options.places.stores, is_far);
  if (const auto dropped = drop_rights(may_connect); !dropped) return dropped;
  limit_memory();
  // Those who fetch start another program.
  if (!may_connect)
    if (const auto limited = details::limit_calls(); !limited) return limited;
  const auto core = take_core(crashed, results.whole);
  const bool is_copied = core && !core->copied.empty();
  auto names_of_threads = is_copied ? crashed.thread_names() : std::map<std::uint64_t, std::string>();
  crashed.let_go();
  ::close(STDIN_FILENO);
  if (!core) return fail(core.error());
  limit_results();

  auto process = dumps::read_elf_core(core->bytes());
  if (!process) return fail(process.error());
  static_cast<void>(io::write_all(STDOUT_FILENO, process->name));
  for (dumps::Thread& thread : process->threads) thread.name = names_of_threads[thread.id];
  for (std::string& image : crashed.hidden_images()) options.places.symbols.push_back(std::move(image));
  locate::Places named;
  named.symbols = options.places.symbols;
  const ImageFiles files(options, named);
  tools::Console console("symcore", tools::ColorChoice::Never);
  const auto plain = write_report(*process, options, Format::Raw, files, nullptr, results.plain, console);
  if (!plain) return plain;
  if (options.keep_mini)
    if (const auto mini = write_mini(core->bytes(), *process, files, results.mini); !mini) return mini;
  auto names = Names::open(options, console);
  if (!names) return fail(names.error());
  const auto text = write_report(*process, options, Format::Text, files, names->get(), results.text, console);
  if (!text) return text;
  return write_report(*process, options, Format::Json, files, names->get(), results.json, console);
}

}  // namespace symkit::symcore
