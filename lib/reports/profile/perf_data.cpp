#include "reports/profile/perf_data.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "ground/base/words.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/place.h"
#include "reports/profile/process_memory.h"
#include "reports/profile/units.h"

namespace symkit::profile {
namespace {

// Processes have numbers from 0; the kernel's mappings belong to none.
constexpr std::uint32_t kernel_process = UINT32_MAX;
// From here on, addresses in call chains are marks for the kind of the frames that follow.
constexpr std::uint64_t first_mark = static_cast<std::uint64_t>(-4095);

struct Sample {
  std::uint64_t ip = 0;
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::uint64_t time = 0;
  std::uint64_t period = 1;
  std::uint32_t event = 0;
  Cursor chain = {};
  std::uint64_t chain_size = 0;
};

void skip_read_values(Cursor& at, std::uint64_t format) {
  constexpr std::uint64_t enabled = 1, running = 2, id = 4, group = 8, lost = 16;
  const std::uint64_t times = ((format & enabled) != 0 ? 1 : 0) + ((format & running) != 0 ? 1 : 0);
  const std::uint64_t with_value = 1 + ((format & id) != 0 ? 1 : 0) + ((format & lost) != 0 ? 1 : 0);
  if ((format & group) == 0) return at.skip((times + with_value) * 8);
  const std::uint64_t count = at.u64();
  at.skip(times * 8);
  if (count > at.remaining() / 8) return at.fail();
  at.skip(count * with_value * 8);
}

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

// Since Linux 6.16 such a sample has the task that was resumed, and the one that waited is in its raw
// data.
void read_off_cpu(Cursor& at, Sample& sample) {
  at.skip(4);  // its size
  sample.process = at.u32();
  sample.thread = at.u32();
  sample.period = at.u64();
  sample.chain_size = at.u64();
  sample.chain = at;
  if (sample.chain_size > at.remaining() / 8) at.fail();
}

std::string_view text_at(Cursor& at) {
  const std::string_view rest = as_text(at.rest());
  return rest.substr(0, rest.find('\0'));
}

class PerfDataReader {
 public:
  explicit PerfDataReader(perf::File file) : file_(std::move(file)) {
    made_.types.push_back({made_.texts.add("samples"), made_.texts.add("count")});
    for (const perf::Event& event : file_.events)
      made_.types.push_back({made_.texts.add(event.name), made_.texts.add(unit_of_event(event.name))});
    made_.shown_type = 0;
  }

  Result<Profile> read() {
    const auto happened = perf::each_record(file_, [&](const perf::Record& record) { note(record); });
    if (!happened) return fail(happened.error());
    settle();
    const auto sampled = perf::each_record(file_, [&](const perf::Record& record) {
      if (record.type == perf::type::sample && !is_too_slow()) take_sample(record);
    });
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

  std::string what_was_not_read() const {
    if (file_.is_cut) return "is truncated: only the complete samples were read";
    if (damaged_ != 0) return say("has ", damaged_, " damaged samples, which were skipped");
    if (!has_copied_stacks()) return {};
    return "has copies of stacks, which are not unwound here: only the sampled address of each is named; "
           "`perf script -i FILE` unwinds them; give symprof its output";
  }

  // `perf record --call-graph dwarf`
  bool has_copied_stacks() const {
    return std::ranges::any_of(file_.events, [](const perf::Event& event) {
      return (event.sample_type & perf::sample::stack_user) != 0;
    });
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
    ImageId id;
    std::uint32_t protection = 4;
    if (record.type == perf::type::mmap2) {
      if ((record.misc & perf::misc::build_id) != 0) {
        const std::size_t id_size = std::min<std::size_t>(at.u8(), 20);
        at.skip(3);
        const Bytes bytes = at.bytes(20);
        if (bytes.size() == 20) id = ImageId::from_bytes(bytes.first(id_size)).value_or(ImageId{});
      } else {
        at.skip(24);
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
    if (id.empty()) id = build_id_of(path);
    mapping.build_id = made_.texts.add(id.hex());
    if ((record.misc & perf::misc::cpu_mode) == perf::misc::kernel) it.process = kernel_process;
    it.piece = {.begin = mapping.start, .end = mapping.limit, .mapping = mapping_number(mapping)};
    return true;
  }

  // The kernel is listed without the symbol by which it was located.
  ImageId build_id_of(std::string_view path) const {
    constexpr std::string_view kernel = "[kernel.kallsyms]";
    const auto found = file_.build_ids.find(path.starts_with(kernel) ? kernel : path);
    return found == file_.build_ids.end() ? ImageId{} : found->second;
  }

  std::uint32_t mapping_number(const Mapping& mapping) {
    const std::tuple key(mapping.start, mapping.limit, mapping.offset, mapping.file, mapping.build_id);
    const auto [place, is_new] =
        mappings_.try_emplace(key, static_cast<std::uint32_t>(made_.mappings.size()));
    if (is_new) made_.mappings.push_back(mapping);
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

  std::optional<Sample> read_sample(Cursor at) const {
    using namespace perf;
    Sample sample;
    const Event* event = &file_.events.front();
    const auto take_id = [&](std::uint64_t id) {
      const auto known = file_.event_of_id.find(id);
      if (known != file_.event_of_id.end()) sample.event = known->second;
      event = &file_.events[sample.event];
    };
    // All events of a file have these fields in common, so that they can be distinguished.
    if ((event->sample_type & sample::identifier) != 0) take_id(at.u64());
    const auto has = [&](std::uint64_t field) { return (event->sample_type & field) != 0; };
    if (has(sample::ip)) sample.ip = at.u64();
    if (has(sample::tid)) {
      sample.process = at.u32();
      sample.thread = at.u32();
    }
    if (has(sample::time)) sample.time = at.u64();
    if (has(sample::addr)) at.skip(8);
    if (has(sample::id)) take_id(at.u64());
    if (has(sample::stream_id)) at.skip(8);
    if (has(sample::cpu)) at.skip(8);
    if (has(sample::period)) sample.period = at.u64();
    if (has(sample::read)) skip_read_values(at, event->read_format);
    if (has(sample::callchain)) {
      sample.chain_size = at.u64();
      sample.chain = at;
      if (sample.chain_size > at.remaining() / 8) at.fail();
      at.skip(sample.chain_size * 8);
    }
    if (has(sample::raw) && is_off_cpu(event->name)) read_off_cpu(at, sample);
    return at.failed() ? std::nullopt : std::optional(sample);
  }

  void take_sample(const perf::Record& record) {
    const auto sample = read_sample(Cursor(record.body, file_.endian));
    if (!sample) {
      ++damaged_;
      return;
    }
    stack_.clear();
    bool is_exact = true;  // for the sampled address, and the first after a mark
    Cursor chain = sample->chain;
    for (std::uint64_t i = 0; i < sample->chain_size; ++i) {
      const std::uint64_t address = chain.u64();
      if (address >= first_mark)
        is_exact = true;
      else
        stack_.push_back(location_of(*sample, address, std::exchange(is_exact, false)));
    }
    if (stack_.empty()) stack_.push_back(location_of(*sample, sample->ip, true));
    if (const TextId name = name_of_thread(*sample)) stack_.push_back(label(name));
    values_.assign(made_.types.size(), 0);
    values_[0] = 1;
    values_[sample->event + 1] =
        static_cast<std::int64_t>(std::min<std::uint64_t>(sample->period, INT64_MAX));
    made_.add_sample(stack_, values_);
  }

  std::uint32_t location_of(const Sample& sample, std::uint64_t address, bool is_exact) {
    const std::uint32_t process = address >= highest_half ? kernel_process : sample.process;
    const ProcessMemory::Piece* piece = memory_.find(process, address, sample.time);
    if (piece == nullptr && process == kernel_process) piece = memory_.find(process, address, UINT64_MAX - 1);
    const std::uint32_t mapping = piece == nullptr ? none : piece->mapping;
    const auto [place, is_new] = locations_.try_emplace({address, mapping, is_exact},
                                                        static_cast<std::uint32_t>(made_.locations.size()));
    if (is_new)
      made_.locations.push_back({.address = address,
                                 .mapping = mapping,
                                 .address_of = is_exact ? AddressOf::Instruction : AddressOf::Return});
    return place->second;
  }

  TextId name_of_thread(const Sample& sample) const {
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

  perf::File file_;
  Profile made_;
  ProcessMemory memory_;
  std::vector<Happened> happened_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, TextId, TextId>, std::uint32_t> mappings_;
  std::map<std::tuple<std::uint64_t, std::uint32_t, bool>, std::uint32_t> locations_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, TextId>>> names_;  // of threads
  std::map<TextId, std::uint32_t> labels_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::int64_t> values_;
  std::size_t damaged_ = 0;  // samples
};

}  // namespace

Result<Profile> read_perf_data(const io::SharedBlob& bytes) {
  auto file = perf::open_perf_data(bytes->bytes());
  if (!file) return fail(file.error());
  return PerfDataReader(std::move(*file)).read();
}

}  // namespace symkit::profile
