#include "serve/service/assembly.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/mapped_file.h"
#include "ground/json/document.h"
#include "serve/service/discretion.h"
#include "serve/service/old_files.h"

namespace symkit::service {
namespace {

namespace fs = std::filesystem;

// How long the reason for a failure is kept for clients that ask; afterwards the file may be sent again.
constexpr std::chrono::seconds failure_holds{60};
constexpr std::chrono::seconds chunks_are_kept = std::chrono::hours(24);
constexpr std::chrono::seconds between_prunings = std::chrono::hours(1);

std::string read_text(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  return file ? std::string(as_text(file->bytes())) : std::string();
}

Result<void> write_text(const std::string& path, const std::string& text) {
  const Bytes bytes = as_bytes(text);
  return io::write_atomically(path, {&bytes, 1});
}

// The record of a file to be assembled: its name, then its chunks, a line for each.
std::string lines_of(const WantedFile& file, const std::string& name) {
  std::string text = name + '\n';
  for (const std::string& chunk : file.chunks) text += chunk + '\n';
  return text;
}

WantedFile file_of(std::string sum, std::string_view lines) {
  WantedFile file{.sum = std::move(sum), .name = {}, .debug_id = {}, .chunks = {}};
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(lines.size(), end + 1));
    if (file.name.empty()) {
      file.name = line;
    } else {
      file.chunks.emplace_back(line);
    }
  }
  return file;
}

// A valid file name for any text: "/proguard/….txt", "bin/market".
std::string plain_name(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  return upload_name(name).value_or("upload");
}

}  // namespace

Assembly::Assembly(Uploads& uploads, Workers& preparers, Hooks hooks)
    : uploads_(uploads),
      hooks_(std::move(hooks)),
      folder_(uploads.settings().folder),
      chunks_(folder_ + "/chunks"),
      pruned_(Clock::now()),
      workers_(preparers) {}

Result<void> Assembly::open() {
  if (!uploads_.are_taken()) return {};
  if (auto opened = chunks_.open(); !opened) return opened;
  std::error_code error;
  for (const char* const part : {"/assembled", "/waiting"}) {
    fs::create_directories(folder_ + part, error);
    if (error) return fail(say(folder_, part, ": ", error.message()));
  }
  std::vector<std::string> waiting;
  for (fs::directory_iterator entry(folder_ + "/waiting", error), end; !error && entry != end;
       entry.increment(error))
    waiting.push_back(entry->path().filename().string());
  for (std::string& sum : waiting) {
    const std::string lines = read_text(waiting_place(sum));
    const WantedFile file = file_of(std::move(sum), lines);
    const auto phase = ask(file).phase;
    if (phase != State::Phase::Waiting && phase != State::Phase::Working)
      fs::remove(waiting_place(file.sum), error);
  }
  chunks_.prune(chunks_are_kept);
  remove_old_files(folder_ + "/assembled", uploads_.settings().kept);
  return {};
}

// The file was assembled before, by this process or an earlier one, and its outcome is still known.
bool Assembly::is_done(const WantedFile& file, State& state) const {
  const std::string said = read_text(done_place(file.sum));
  if (said.empty() || !hooks_.is_there(said)) return false;
  std::error_code ignored;
  fs::last_write_time(done_place(file.sum), fs::file_time_type::clock::now(), ignored);
  state = {.phase = State::Phase::Done, .said = said};
  return true;
}

Assembly::State Assembly::ask(const WantedFile& file) {
  {
    const std::lock_guard lock(lock_);
    const auto job = jobs_.find(file.sum);
    if (job != jobs_.end()) {
      const bool has_failed = job->second.state.phase == State::Phase::Failed;
      if (!has_failed || Clock::now() - job->second.ended < failure_holds) return job->second.state;
      jobs_.erase(job);
    }
  }
  State state;
  if (is_done(file, state)) return state;
  state.missing = chunks_.missing(file.chunks);
  if (!state.missing.empty() || file.chunks.empty()) {
    state.phase = State::Phase::ChunksMissing;
    return state;
  }
  if (const auto begun = begin(file); !begun)
    return {.phase = State::Phase::Failed, .detail = without_folders(begun.error().message)};
  return {.phase = State::Phase::Waiting};
}

Result<void> Assembly::begin(const WantedFile& file) {
  WantedFile plain = file;
  plain.name = plain_name(file.name);
  if (auto written = write_text(waiting_place(file.sum), lines_of(file, plain.name)); !written)
    return written;
  {
    const std::lock_guard lock(lock_);
    if (!jobs_.try_emplace(file.sum).second) return {};  // another request has started it
  }
  // If too many are waiting, it is not started: the client may succeed later.
  if (workers_.take([this, plain = std::move(plain)] { work(plain); })) return {};
  const std::lock_guard lock(lock_);
  jobs_.erase(file.sum);
  return {};
}

void Assembly::work(const WantedFile& file) {
  if (ending_) return;  // its record stays for the next start
  {
    const std::lock_guard lock(lock_);
    jobs_[file.sum].state.phase = State::Phase::Working;
  }
  const auto prepared = uploads_.take(file.name, [&](const std::string& path) {
    return chunks_.join(file.chunks, file.sum, uploads_.settings().size, path);
  });
  std::error_code ignored;
  if (!prepared && ending_) return;
  if (!prepared) {
    fs::remove(waiting_place(file.sum), ignored);
    return end(file.sum, {.phase = State::Phase::Failed, .detail = prepared.error().message});
  }
  hooks_.added();
  if (const auto written = write_text(done_place(file.sum), *prepared); !written)
    return end(file.sum, {.phase = State::Phase::Failed, .detail = without_folders(written.error().message)});
  fs::remove(waiting_place(file.sum), ignored);
  end(file.sum, {.phase = State::Phase::Done});
  prune();
}

// A success is recorded in a file; the reason for a failure is remembered for a while.
void Assembly::end(const std::string& sum, State state) {
  const std::lock_guard lock(lock_);
  const auto now = Clock::now();
  std::erase_if(jobs_, [&](const auto& one) {
    return one.second.state.phase == State::Phase::Failed && now - one.second.ended >= failure_holds;
  });
  if (state.phase == State::Phase::Done) {
    jobs_.erase(sum);
  } else {
    jobs_[sum] = {.state = std::move(state), .ended = now};
  }
}

void Assembly::prune() {
  {
    const std::lock_guard lock(lock_);
    if (Clock::now() - pruned_ < between_prunings) return;
    pruned_ = Clock::now();
  }
  uploads_.prune();
  chunks_.prune(chunks_are_kept);
  remove_old_files(folder_ + "/assembled", uploads_.settings().kept);
}

}  // namespace symkit::service
