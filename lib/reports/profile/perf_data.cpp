#include "reports/profile/perf_data.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>

#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "ground/print/visible.h"
#include "reports/profile/address_table.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/perf_stacks.h"
#include "reports/profile/place.h"
#include "reports/profile/process_memory.h"
#include "reports/profile/units.h"

namespace symkit::profile {
namespace {

// The time of a record other than a sample: it is among the fields at its end.
std::uint64_t time_behind(Bytes body, const perf::Event& event, Endian endian) {
  using namespace perf;
  if (!event.records_have_ids || (event.sample_type & sample::time) == 0) return 0;
  std::size_t behind = 0;  // bytes after the time
  for (const std::uint64_t field : {sample::id, sample::stream_id, sample::cpu, sample::identifier})
    if ((event.sample_type & field) != 0) behind += 8;
  if (body.size() < behind + 8) return 0;
  Cursor at(body, endian, body.size() - behind - 8);
  return at.u64();
}

// Samples are handed to the workers so many at a time, and so many bytes of them.
constexpr std::size_t samples_of_item = 64, bytes_of_batch = 16 << 20;

std::string_view text_at(Cursor& at) {
  const std::string_view rest = as_text(at.rest());
  return rest.substr(0, rest.find('\0'));
}

class PerfDataReader {
 public:
  PerfDataReader(perf::File file, PerfDataUse use)
      : file_(std::move(file)), use_(std::move(use)), images_(use_.files_of, use_.belief) {
    made_.types.push_back({made_.texts.add("samples"), made_.texts.add("count")});
    for (const perf::Event& event : file_.events)
      made_.types.push_back({made_.texts.add(event.name), made_.texts.add(unit_of_event(event.name))});
    made_.shown_type = 0;
  }

  Result<Profile> read() {
    const auto happened = perf::each_record(file_, [&](const perf::Record& record) {
      note(record);
      pass(record.body, false);
    });
    if (!happened) return fail(happened.error());
    settle();
    const auto sampled = perf::each_record(file_, [&](const perf::Record& record) {
      if (record.type == perf::type::sample && !is_too_slow()) take_sample(record.body);
    });
    take_batch();
    if (!sampled) return fail(sampled.error());
    if (is_too_slow()) return fail("has more mappings than any process: it was made to be slow");
    if (made_.sample_count() == 0) return fail("has no samples");
    made_.damage = what_was_not_read();
    return std::move(made_);
  }

 private:
  bool is_too_slow() const {
    constexpr std::uint64_t enough_for_each_byte = 100, enough_anyway = 10'000'000;
    return memory_.looked_at() > enough_anyway + enough_for_each_byte * file_.bytes.size();
  }

  std::string what_was_not_read() {
    if (file_.is_cut) return "is truncated: only the complete samples were read";
    if (damaged_ != 0) return say("has ", damaged_, " damaged samples, which were skipped");
    return why_not_unwound();
  }

  std::string why_not_unwound() {
    std::string why;
    if (cut_ != 0)
      why = say("has ", cut_, " stacks of ", copied_,
                " that are longer than their copies: they end in [truncated] (perf record --call-graph "
                "dwarf,65528 copies more)");
    std::map<std::uint32_t, std::size_t> images;
    for (const auto& [mapping, count] : lost_in_)
      if (mapping != none && code_[mapping].image != samples::no_image) images[code_[mapping].image] += count;
    const auto worst = std::ranges::max_element(images, {}, [](const auto& one) { return one.second; });
    if (worst == images.end() || images_.open(worst->first).is_here()) return why;
    const samples::RecordedImage& image = images_.recorded(worst->first);
    return say(why.empty() ? "has " : why + "; ", worst->second, " stacks of ", copied_,
               " that end early in ", print::visible(image.path), ", whose file is not here",
               image.id.empty() ? std::string(" or not proven to be the same: it has no build id")
                                : say(" (build id ", image.id.hex(), ")"));
  }

  struct Happened {
    std::uint64_t time = 0;
    std::uint32_t type = 0;
    std::uint32_t process = 0;
    std::uint32_t parent = 0;
    std::uint32_t thread = 0;  // the one that was named, or that began
    std::uint32_t parent_thread = 0;
    bool executed = false;
    ProcessMemory::Piece piece = {};
    TextId name = 0;
  };

  void note(const perf::Record& record) {
    Cursor at(record.body, file_.endian);
    Happened it;
    it.type = record.type;
    it.time = time_behind(record.body, file_.events.front(), file_.endian);
    it.process = at.u32();
    it.parent = at.u32();
    it.thread = it.parent;
    switch (record.type) {
      case perf::type::mmap:
      case perf::type::mmap2:
        if (!note_mapping(record, at, it)) return;
        break;
      case perf::type::comm:
        it.executed = (record.misc & perf::misc::exec) != 0;
        it.name = made_.texts.add(text_at(at));
        break;
      case perf::type::fork:
        it.thread = at.u32();
        it.parent_thread = at.u32();
        break;
      default: return;
    }
    if (!at.failed()) happened_.push_back(it);
  }

  bool note_mapping(const perf::Record& record, Cursor& at, Happened& it) {
    Mapping mapping{.start = at.u64()};
    const std::uint64_t size = at.u64();
    mapping.offset = at.u64();
    samples::RecordedImage image;
    std::uint32_t protection = 4;
    if (record.type == perf::type::mmap2) {
      if ((record.misc & perf::misc::build_id) != 0) {
        const std::size_t id_size = std::min<std::size_t>(at.u8(), 20);
        at.skip(3);
        const Bytes bytes = at.bytes(20);
        if (bytes.size() == 20) image.id = ImageId::from_bytes(bytes.first(id_size)).value_or(ImageId{});
      } else {
        image.major = at.u32();
        image.minor = at.u32();
        image.inode = at.u64();
        at.skip(8);
      }
      protection = at.u32();
      at.skip(4);
    } else if ((record.misc & perf::misc::data) != 0) {
      return false;
    }
    constexpr std::uint32_t executable = 4;
    if ((protection & executable) == 0 || at.failed() || size > UINT64_MAX - mapping.start) return false;
    mapping.limit = mapping.start + size;
    const std::string_view path = text_at(at);
    mapping.file = made_.texts.add(path);
    if (image.id.empty()) image.id = build_id_of(path);
    mapping.build_id = made_.texts.add(image.id.hex());
    if ((record.misc & perf::misc::cpu_mode) == perf::misc::kernel) it.process = perf::kernel_process;
    image.path = path;
    if (path == "[vdso]") image.kernel_release = file_.kernel_release;
    it.piece = {.begin = mapping.start, .end = mapping.limit, .mapping = mapping_number(mapping, image)};
    return true;
  }

  // The kernel is listed without the symbol by which it was located.
  ImageId build_id_of(std::string_view path) const {
    constexpr std::string_view kernel = "[kernel.kallsyms]";
    const auto found = file_.build_ids.find(path.starts_with(kernel) ? kernel : path);
    return found == file_.build_ids.end() ? ImageId{} : found->second;
  }

  std::uint32_t mapping_number(const Mapping& mapping, const samples::RecordedImage& image) {
    const std::tuple key(mapping.start, mapping.limit, mapping.offset, mapping.file, mapping.build_id);
    const auto [place, is_new] =
        mappings_.try_emplace(key, static_cast<std::uint32_t>(made_.mappings.size()));
    if (!is_new) return place->second;
    made_.mappings.push_back(mapping);
    code_.push_back({.begin = mapping.start,
                     .size = mapping.limit - mapping.start,
                     .offset = mapping.offset,
                     .image = image_number(image)});
    return place->second;
  }

  // Code that is in no file has none.
  std::uint32_t image_number(const samples::RecordedImage& image) {
    const bool is_in_file = image.path == "[vdso]" || !is_no_file(image.path);
    if (image.path.empty() || !is_in_file) return samples::no_image;
    const auto [place, is_new] = image_numbers_.try_emplace(image);
    if (is_new) place->second = images_.add(image);
    return place->second;
  }

  // Each processor's records are in the order of time, but not those of different ones.
  void settle() {
    std::ranges::stable_sort(happened_, {}, &Happened::time);
    for (const Happened& it : happened_) {
      if (it.type == perf::type::fork) {
        memory_.fork(it.process, it.parent, it.time);
        if (const auto known = names_.find(it.parent_thread); known != names_.end())
          names_[it.thread].emplace_back(it.time, known->second.back().second);
      } else if (it.type == perf::type::comm) {
        if (it.executed) memory_.execute(it.process, it.time);
        names_[it.thread].emplace_back(it.time, it.name);
      } else {
        memory_.map(it.process, it.time, it.piece);
      }
    }
    happened_ = {};
  }

  void take_sample(Bytes record) {
    // Records that were packed do not stay.
    const bool stays = record.data() >= file_.bytes.data() &&
                       record.data() + record.size() <= file_.bytes.data() + file_.bytes.size();
    if (!stays) record = kept_.emplace_back(record.begin(), record.end());
    batch_.push_back(record);
    batch_bytes_ += record.size();
    if (batch_bytes_ >= bytes_of_batch) take_batch();
  }

  void take_batch() {
    std::vector<perf::Stacks> made((batch_.size() + samples_of_item - 1) / samples_of_item);
    const perf::Recording recording{file_, memory_, code_, images_};
    workers_.resize(std::max(1U, use_.jobs));
    io::for_each_item(use_.jobs, made.size(), [&](unsigned worker, std::size_t item) {
      auto& reader = workers_[worker];
      if (reader == nullptr) reader = std::make_unique<perf::StackReader>(recording);
      const std::size_t begin = item * samples_of_item;
      for (std::size_t i = begin; i < std::min(begin + samples_of_item, batch_.size()); ++i)
        reader->read(batch_[i], made[item]);
    });
    for (const perf::Stacks& stacks : made) add(stacks);
    if (!batch_.empty()) pass(batch_.back(), true);
    batch_.clear();
    kept_.clear();
    batch_bytes_ = 0;
  }

  void add(const perf::Stacks& stacks) {
    damaged_ += stacks.damaged;
    for (const auto& [mapping, count] : stacks.lost_in) lost_in_[mapping] += count;
    for (const perf::SampleStack& one : stacks.samples) {
      stack_.clear();
      for (const perf::Step& step : stacks.steps_of(one)) stack_.push_back(location_of(step));
      copied_ += one.copied == perf::Copied::No ? 0 : 1;
      if (one.copied == perf::Copied::Cut) {
        ++cut_;
        stack_.push_back(label(made_.texts.add("[truncated]")));
      }
      const perf::Sample& sample = one.sample;
      if (const TextId name = name_of_thread(sample)) stack_.push_back(label(name));
      values_.assign(made_.types.size(), 0);
      values_[0] = 1;
      values_[sample.event + 1] =
          static_cast<std::int64_t>(std::min<std::uint64_t>(sample.period, INT64_MAX));
      made_.add_sample(stack_, values_);
    }
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

  TextId name_of_thread(const perf::Sample& sample) const {
    const auto found = names_.find(sample.thread);
    if (found == names_.end()) return 0;
    const auto behind =
        std::ranges::upper_bound(found->second, sample.time, {}, [](const auto& one) { return one.first; });
    return behind == found->second.begin() ? found->second.front().second : (behind - 1)->second;
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
    if (at < passed_) passed_ = 0;  // once more from the beginning
    if (!is_at_once && at - passed_ < bytes_of_batch) return;
    use_.passed(file_.bytes.subspan(passed_, at - passed_));
    passed_ = at;
  }

  perf::File file_;
  PerfDataUse use_;
  samples::ImageFiles images_;
  Profile made_;
  ProcessMemory memory_;
  std::vector<Happened> happened_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, TextId, TextId>, std::uint32_t> mappings_;
  std::vector<samples::CodeMapping> code_;  // as the profile's mappings
  std::map<samples::RecordedImage, std::uint32_t> image_numbers_;
  PlaceTable locations_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, TextId>>> names_;  // of threads
  std::map<TextId, std::uint32_t> labels_;
  std::vector<Bytes> batch_;  // samples
  std::size_t batch_bytes_ = 0;
  std::deque<std::vector<std::uint8_t>> kept_;
  std::vector<std::unique_ptr<perf::StackReader>> workers_;
  std::size_t passed_ = 0;  // bytes
  std::vector<std::uint32_t> stack_;
  std::vector<std::int64_t> values_;
  std::size_t damaged_ = 0;                       // samples
  std::size_t copied_ = 0, cut_ = 0;              // stacks
  std::map<std::uint32_t, std::size_t> lost_in_;  // stacks, by mapping
};

}  // namespace

Result<Profile> read_perf_data(const io::SharedBlob& bytes, PerfDataUse use) {
  auto file = perf::open_perf_data(bytes->bytes());
  if (!file) return fail(file.error());
  return PerfDataReader(std::move(*file), std::move(use)).read();
}

}  // namespace symkit::profile
