#include "reports/profile/perf_history.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "reports/profile/place.h"

namespace symkit::profile::perf {
namespace {

// The time of a record other than a sample: it is among the fields at its end.
std::uint64_t time_behind(Bytes body, const Event& event, Endian endian) {
  if (!event.records_have_ids || (event.sample_type & sample::time) == 0) return 0;
  std::size_t behind = 0;  // bytes after the time
  for (const std::uint64_t field : {sample::id, sample::stream_id, sample::cpu, sample::identifier})
    if ((event.sample_type & field) != 0) behind += 8;
  if (body.size() < behind + 8) return 0;
  Cursor at(body, endian, body.size() - behind - 8);
  return at.u64();
}

std::string_view text_at(Cursor& at) {
  const std::string_view rest = as_text(at.rest());
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

void History::note(const Record& record) {
  if (record.type == type::sample) return;
  Cursor at(record.body, file_.endian);
  Happened it;
  it.type = record.type;
  it.time = time_behind(record.body, file_.events.front(), file_.endian);
  it.process = at.u32();
  it.parent = at.u32();
  it.thread = it.parent;
  switch (record.type) {
    case type::mmap:
    case type::mmap2:
      if (!note_mapping(record, at, it)) return;
      break;
    case type::comm:
      it.executed = (record.misc & misc::exec) != 0;
      it.name = profile_.texts.add(text_at(at));
      break;
    case type::fork:
      it.thread = at.u32();
      it.parent_thread = at.u32();
      break;
    default: return;
  }
  if (!at.failed()) happened_.push_back(it);
}

bool History::note_mapping(const Record& record, Cursor& at, Happened& it) {
  Mapping mapping{.start = at.u64()};
  const std::uint64_t size = at.u64();
  mapping.offset = at.u64();
  samples::RecordedImage image;
  std::uint32_t protection = 4;
  if (record.type == type::mmap2) {
    if ((record.misc & misc::build_id) != 0) {
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
  } else if ((record.misc & misc::data) != 0) {
    return false;
  }
  constexpr std::uint32_t executable = 4;
  if ((protection & executable) == 0 || at.failed() || size > UINT64_MAX - mapping.start) return false;
  mapping.limit = mapping.start + size;
  const std::string_view path = text_at(at);
  mapping.file = profile_.texts.add(path);
  if (image.id.empty()) image.id = build_id_of(path);
  mapping.build_id = profile_.texts.add(image.id.hex());
  if ((record.misc & misc::cpu_mode) == misc::kernel) it.process = kernel_process;
  image.path = path;
  if (path == "[vdso]") image.kernel_release = file_.kernel_release;
  it.piece = {.begin = mapping.start, .end = mapping.limit, .mapping = mapping_number(mapping, image)};
  return true;
}

// The kernel is listed without the symbol by which it was located.
ImageId History::build_id_of(std::string_view path) const {
  constexpr std::string_view kernel = "[kernel.kallsyms]";
  const auto found = file_.build_ids.find(path.starts_with(kernel) ? kernel : path);
  return found == file_.build_ids.end() ? ImageId{} : found->second;
}

std::uint32_t History::mapping_number(const Mapping& mapping, const samples::RecordedImage& image) {
  const std::tuple key(mapping.start, mapping.limit, mapping.offset, mapping.file, mapping.build_id);
  const auto [place, is_new] =
      mappings_.try_emplace(key, static_cast<std::uint32_t>(profile_.mappings.size()));
  if (!is_new) return place->second;
  profile_.mappings.push_back(mapping);
  code_.push_back({.begin = mapping.start,
                   .size = mapping.limit - mapping.start,
                   .offset = mapping.offset,
                   .image = image_number(image)});
  return place->second;
}

// Code that is in no file has none.
std::uint32_t History::image_number(const samples::RecordedImage& image) {
  const bool is_in_file = image.path == "[vdso]" || !is_no_file(image.path);
  if (image.path.empty() || !is_in_file) return samples::no_image;
  const auto [place, is_new] = image_numbers_.try_emplace(image);
  if (is_new) place->second = images_.add(image);
  return place->second;
}

// Each processor's records are in the order of time, but not those of different ones.
void History::settle() {
  std::ranges::stable_sort(happened_, {}, &Happened::time);
  for (const Happened& it : happened_) {
    if (it.type == type::fork) {
      memory_.fork(it.process, it.parent, it.time);
      if (const auto known = names_.find(it.parent_thread); known != names_.end())
        names_[it.thread].emplace_back(it.time, known->second.back().second);
    } else if (it.type == type::comm) {
      if (it.executed) memory_.execute(it.process, it.time);
      names_[it.thread].emplace_back(it.time, it.name);
    } else {
      memory_.map(it.process, it.time, it.piece);
    }
  }
  happened_ = {};
}

TextId History::name_of_thread(std::uint32_t thread, std::uint64_t time) const {
  const auto found = names_.find(thread);
  if (found == names_.end()) return 0;
  const auto behind =
      std::ranges::upper_bound(found->second, time, {}, [](const auto& one) { return one.first; });
  return behind == found->second.begin() ? found->second.front().second : (behind - 1)->second;
}

}  // namespace symkit::profile::perf
