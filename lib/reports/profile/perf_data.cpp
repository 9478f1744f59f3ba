#include "reports/profile/perf_data.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "reports/profile/address_table.h"
#include "reports/profile/perf_copied_counts.h"
#include "reports/profile/perf_history.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/perf_stacks.h"
#include "reports/profile/units.h"

namespace symkit::profile {
namespace {

// For one thread.
struct Worker {
  std::unique_ptr<perf::StackReader> reader;
  std::vector<std::uint32_t> locations;  // by the reader's steps
};

// Samples are handed to the workers so many at a time, and so many bytes of them.
constexpr std::size_t samples_of_item = 64, bytes_of_batch = 16 << 20;

// What is read twice: so many bytes from the beginning stay in memory in between.
constexpr std::size_t bytes_that_stay = 32 << 20;

class PerfDataReader {
 public:
  PerfDataReader(perf::File file, PerfDataUse use)
      : file_(std::move(file)), use_(std::move(use)), images_(use_.images), history_(file_, made_, images_) {
    made_.types.push_back({made_.texts.add("samples"), made_.texts.add("count")});
    for (const perf::Event& event : file_.events)
      made_.types.push_back({made_.texts.add(event.name), made_.texts.add(unit_of_event(event.name))});
    made_.shown_type = 0;
  }

  Result<Profile> read() {
    const auto happened = note_records();
    if (!happened) return fail(happened.error());
    history_.settle();
    for (const Bytes sample : noted_) take_sample(sample);
    if (has_packed_) {
      const auto unpacked = perf::each_record(file_, [&](const perf::Record& record) {
        if (record.type == perf::type::sample && !stays(record.body))
          take_sample(kept_.emplace_back(record.body.begin(), record.body.end()));
      });
      if (!unpacked) return fail(unpacked.error());
    }
    take_batch();
    if (is_too_slow()) return fail("has more mappings than any process: it was made to be slow");
    if (made_.sample_count() == 0) return fail("has no samples");
    made_.damage = what_was_not_read();
    return std::move(made_);
  }

 private:
  // Most of it is waiting for the pages: another thread gets the second half.
  Result<void> note_records() {
    const Bytes first = file_.data.first(std::min(file_.data.size(), bytes_that_stay));
    std::jthread ahead;
    if (use_.wanted && use_.jobs > 1)
      ahead = std::jthread([&] { use_.wanted(first.subspan(first.size() / 2)); });
    passed_ = std::min(file_.bytes.size(), bytes_that_stay);
    return perf::each_record(file_, [&](const perf::Record& record) {
      history_.note(record);
      note_sample(record);
      pass(record.body, false);
    });
  }

  bool is_too_slow() const {
    constexpr std::uint64_t enough_for_each_byte = 100, enough_anyway = 10'000'000;
    return history_.memory().looked_at() > enough_anyway + enough_for_each_byte * file_.bytes.size();
  }

  std::string what_was_not_read() {
    if (file_.is_cut) return "is truncated: only the complete samples were read";
    if (damaged_ != 0) return say("has ", damaged_, " damaged samples, which were skipped");
    return copied_.problems(history_.code(), images_);
  }

  // Records that were packed do not stay.
  bool stays(Bytes record) const {
    return record.data() >= file_.bytes.data() &&
           record.data() + record.size() <= file_.bytes.data() + file_.bytes.size();
  }

  // What samples say is understood when it is known what happened before.
  void note_sample(const perf::Record& record) {
    if (record.type != perf::type::sample) return;
    if (stays(record.body))
      noted_.push_back(record.body);
    else
      has_packed_ = true;
  }

  void take_sample(Bytes record) {
    batch_.push_back(record);
    batch_bytes_ += record.size();
    if (batch_bytes_ >= bytes_of_batch) take_batch();
  }

  void take_batch() {
    std::vector<perf::Stacks> made((batch_.size() + samples_of_item - 1) / samples_of_item);
    std::vector<unsigned> made_by(made.size());
    const perf::Recording recording{file_, history_.memory(), history_.code(), images_};
    workers_.resize(std::max(1U, use_.jobs));
    io::for_each_item(use_.jobs, made.size(), [&](unsigned worker, std::size_t item) {
      made_by[item] = worker;
      auto& reader = workers_[worker].reader;
      if (reader == nullptr) reader = std::make_unique<perf::StackReader>(recording);
      const std::size_t begin = item * samples_of_item;
      const std::size_t end = std::min(begin + samples_of_item, batch_.size());
      for (std::size_t i = begin; i < end && !is_too_slow(); ++i) {
        if (i + 1 < end) expect(batch_[i + 1]);
        reader->read(batch_[i], made[item]);
      }
    });
    for (std::size_t i = 0; i < made.size(); ++i) add(made[i], workers_[made_by[i]]);
    if (!batch_.empty()) pass(batch_.back(), true);
    batch_.clear();
    kept_.clear();
    batch_bytes_ = 0;
  }

  // What is read of nearly every sample is on its way before it is needed.
  static void expect(Bytes record) {
    constexpr std::size_t near = 1536, line = 64;
    for (std::size_t at = 0; at < std::min(near, record.size()); at += line) __builtin_prefetch(&record[at]);
  }

  void add(const perf::Stacks& stacks, Worker& worker) {
    damaged_ += stacks.damaged;
    copied_.add(stacks);
    for (const perf::SampleStack& one : stacks.samples) {
      stack_.clear();
      for (const std::uint32_t step : stacks.steps_of(one)) stack_.push_back(location_of(step, worker));
      if (one.copied == perf::Copied::Cut) stack_.push_back(label(made_.texts.add("[truncated]")));
      const perf::Sample& sample = one.sample;
      if (const TextId name = history_.name_of_thread(sample.thread, sample.time))
        stack_.push_back(label(name));
      values_.assign(made_.types.size(), 0);
      values_[0] = 1;
      values_[sample.event + 1] =
          static_cast<std::int64_t>(std::min<std::uint64_t>(sample.period, INT64_MAX));
      made_.add_sample(stack_, values_);
    }
  }

  std::uint32_t location_of(std::uint32_t number, Worker& worker) {
    if (worker.locations.size() <= number)
      worker.locations.resize(worker.reader->steps().size(), PlaceTable::none);
    std::uint32_t& location = worker.locations[number];
    if (location == PlaceTable::none) location = location_of(worker.reader->steps()[number]);
    return location;
  }

  std::uint32_t location_of(const perf::Step& step) {
    const ImageAddress place{step.mapping, step.is_exact ? AddressOf::Instruction : AddressOf::Return,
                             step.address};
    const std::uint32_t known = locations_.find(place);
    if (known != PlaceTable::none) return known;
    const auto number = static_cast<std::uint32_t>(made_.locations.size());
    locations_.add(place, number);
    made_.locations.push_back(
        {.address = step.address, .mapping = step.mapping, .address_of = place.address_of});
    return number;
  }

  std::uint32_t label(TextId name) {
    const auto [place, is_new] =
        labels_.try_emplace(name, static_cast<std::uint32_t>(made_.locations.size()));
    if (is_new) {
      made_.locations.push_back(
          {.is_label = true, .first_line = static_cast<std::uint32_t>(made_.lines.size()), .line_count = 1});
      made_.lines.push_back({static_cast<std::uint32_t>(made_.functions.size()), 0, 0});
      made_.functions.push_back({name, 0, 0, 0});
    }
    return place->second;
  }

  // What was read may leave memory; in large pieces, or up to there.
  void pass(Bytes record, bool is_at_once) {
    const auto* const here = record.data() + record.size();
    if (!use_.passed || here < file_.bytes.data() || here > file_.bytes.data() + file_.bytes.size()) return;
    const auto at = static_cast<std::size_t>(here - file_.bytes.data());
    if (at < passed_ && is_at_once) passed_ = 0;  // once more from the beginning
    if (at < passed_ || (!is_at_once && at - passed_ < bytes_of_batch)) return;
    use_.passed(file_.bytes.subspan(passed_, at - passed_));
    passed_ = at;
  }

  perf::File file_;
  PerfDataUse use_;
  samples::ImageFiles images_;
  Profile made_;
  perf::History history_;
  PlaceTable locations_;
  std::map<TextId, std::uint32_t> labels_;
  std::vector<Bytes> noted_;  // samples
  bool has_packed_ = false;
  std::vector<Bytes> batch_;  // samples that are taken next
  std::size_t batch_bytes_ = 0;
  std::deque<std::vector<std::uint8_t>> kept_;
  std::vector<Worker> workers_;
  std::size_t passed_ = 0;  // bytes
  std::vector<std::uint32_t> stack_;
  std::vector<std::int64_t> values_;
  std::size_t damaged_ = 0;  // samples
  perf::CopiedCounts copied_;
};

}  // namespace

Result<Profile> read_perf_data(const io::SharedBlob& bytes, PerfDataUse use) {
  auto file = perf::open_perf_data(bytes->bytes());
  if (!file) return fail(file.error());
  return PerfDataReader(std::move(*file), std::move(use)).read();
}

}  // namespace symkit::profile
