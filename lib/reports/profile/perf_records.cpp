#include "reports/profile/perf_records.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <zstd.h>

#include "ground/base/words.h"

namespace symkit::profile::perf {
namespace {

constexpr std::size_t header_of_record = 8, ids_of_attr = 16;
// Numbers of the features that are read, and how many there can be.
constexpr unsigned feature_build_ids = 2, feature_release = 4, feature_architecture = 6, feature_events = 12,
                   feature_words = 4;
constexpr std::size_t most_events = 4096, most_ids = 1 << 20;

constexpr std::string_view magic_here = "PERFILE2", magic_swapped = "2ELIFREP";

struct Section {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

Section read_section(Cursor& at) {
  const std::uint64_t offset = at.u64();
  return {offset, at.u64()};
}

Bytes part_of(const File& file, Section section) {
  Cursor at(file.bytes, file.endian);
  at.seek(section.offset);
  return at.bytes(section.size);
}

// perf_event_attr: type, size, config, sample_period, sample_type, read_format, flags. Older ones are
// shorter.
Event read_attr(Bytes bytes, Endian endian) {
  constexpr std::uint64_t sample_id_all = 1 << 18;
  Cursor at(bytes, endian);
  at.skip(24);
  Event event;
  event.sample_type = at.u64();
  event.read_format = at.u64();
  event.records_have_ids = (at.u64() & sample_id_all) != 0;
  constexpr std::size_t branch_type = 72, user_registers = 80;
  if (bytes.size() >= branch_type + 8) event.branch_type = Cursor(bytes, endian, branch_type).u64();
  if (bytes.size() >= user_registers + 8) event.user_registers = Cursor(bytes, endian, user_registers).u64();
  return event;
}

void note_ids(File& file, Bytes ids, std::uint32_t event) {
  for (Cursor at(ids, file.endian); at.remaining() >= 8 && file.event_of_id.size() < most_ids;)
    file.event_of_id.try_emplace(at.u64(), event);
}

Result<void> read_attrs(File& file, Section section, std::uint64_t size) {
  if (size < 48 + ids_of_attr || size > section.size + 1) return fail("its events are not described");
  for (Cursor at(part_of(file, section), file.endian);
       at.remaining() >= size && file.events.size() < most_events;) {
    const Bytes attr = at.bytes(size - ids_of_attr);
    const Section ids = read_section(at);
    file.events.push_back(read_attr(attr, file.endian));
    file.events.back().name = say("event ", file.events.size());
    note_ids(file, part_of(file, ids), static_cast<std::uint32_t>(file.events.size() - 1));
  }
  return file.events.empty() ? fail("its events are not described") : Result<void>{};
}

// Names of events, by ids that are already known.
void read_event_names(File& file, Bytes part) {
  Cursor at(part, file.endian);
  const std::uint32_t count = at.u32(), attr_size = at.u32();
  for (std::uint32_t i = 0; i < count && i < file.events.size() && !at.failed(); ++i) {
    at.skip(attr_size);
    const std::uint32_t ids = at.u32();
    const std::string_view text = as_text(at.bytes(at.u32()));
    const std::string_view name = text.substr(0, text.find('\0'));
    if (!name.empty()) file.events[i].name = name;
    at.skip(std::uint64_t{ids} * 8);
  }
}

ImageId image_id_of(Bytes bytes) {
  // The kernel pads shorter ids with zeros to 20 bytes.
  return ImageId::from_bytes(bytes).value_or(ImageId{});
}

void read_build_ids(File& file, Bytes part) {
  for (Cursor at(part, file.endian); at.remaining() >= header_of_record;) {
    at.u32();
    const std::uint16_t flags = at.u16();
    const std::uint16_t size = at.u16();
    if (size < header_of_record + 28) return;
    Cursor record(at.bytes(size - header_of_record), file.endian);
    record.u32();
    const Bytes id = record.bytes(20);
    const std::uint8_t id_size = record.u8();
    record.skip(3);
    const std::string_view path = as_text(record.rest());
    const bool has_size = (flags & misc::build_id_size) != 0 && id_size != 0 && id_size <= id.size();
    if (record.failed()) return;
    file.build_ids.try_emplace(std::string(path.substr(0, path.find('\0'))),
                               image_id_of(has_size ? id.first(id_size) : id));
  }
}

std::string_view text_of(const File& file, Bytes part) {
  Cursor at(part, file.endian);
  const std::string_view text = as_text(at.bytes(at.u32()));
  return text.substr(0, text.find('\0'));
}

// Their sections are listed after the records, one for each bit that is set.
void read_features(File& file, Section data, const std::uint64_t (&features)[feature_words]) {
  Cursor at(file.bytes, file.endian);
  if (data.offset > UINT64_MAX - data.size) return;
  at.seek(data.offset + data.size);
  for (unsigned bit = 0; bit < feature_words * 64 && !at.failed(); ++bit) {
    if ((features[bit / 64] >> (bit % 64) & 1) == 0) continue;
    const Section section = read_section(at);
    if (bit == feature_build_ids) read_build_ids(file, part_of(file, section));
    if (bit == feature_release) file.kernel_release = text_of(file, part_of(file, section));
    if (bit == feature_architecture)
      file.architecture =
          parse_architecture(text_of(file, part_of(file, section))).value_or(Architecture::Unknown);
    if (bit == feature_events) read_event_names(file, part_of(file, section));
  }
}

// The compressed stream continues from one record to the next, and so may a record in it.
class Unpacker {
 public:
  Result<Bytes> unpack(Bytes packed, std::vector<std::uint8_t>& out) {
    budget_.stored_also(packed.size());
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    // A full buffer may not have taken everything.
    for (bool is_full = true; is_full || in.pos < in.size;) {
      const std::size_t before = out.size();
      out.resize(before + ZSTD_DStreamOutSize());
      ZSTD_outBuffer to{out.data() + before, out.size() - before, 0};
      const std::size_t left = ZSTD_decompressStream(stream_.get(), &to, &in);
      is_full = to.pos == to.size;
      out.resize(before + to.pos);
      if (ZSTD_isError(left) != 0) return fail("its compressed records are damaged");
      if (auto allowed = budget_.take(to.pos); !allowed) return fail(allowed.error());
      if (to.pos == 0) break;
    }
    return Bytes(out);
  }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_{ZSTD_createDStream(), ZSTD_freeDStream};
  io::UnpackBudget budget_;
};

// Data after perf's own records for traces: its size is in the data, not in the header.
constexpr std::uint32_t auxtrace = 71, tracing_data = 66;

class RecordWalk {
 public:
  RecordWalk(const File& file, const std::function<void(const Record&)>& take) : file_(file), take_(take) {}

  Result<void> walk(Bytes bytes) {
    const auto rest = take_records(bytes, true);
    return rest ? Result<void>{} : fail(rest.error());
  }

 private:
  // The rest is the beginning of an incomplete record.
  Result<Bytes> take_records(Bytes bytes, bool may_be_packed) {
    Cursor at(bytes, file_.endian);
    while (at.remaining() >= header_of_record) {
      const Bytes here = at.rest();
      const std::uint32_t type = at.u32();
      const std::uint16_t flags = at.u16();
      std::size_t size = at.u16();
      // Padded to 64 KB, the size does not fit into its own 16 bits.
      if (size == 0 && type == type::compressed2) size = std::size_t{1} << 16;
      if (size < header_of_record) return fail("its records are damaged");
      if (size > here.size()) return here;
      const Bytes body = at.bytes(size - header_of_record);
      if ((type == type::compressed || type == type::compressed2) && may_be_packed) {
        if (auto taken = take_packed(packed_in(type, body)); !taken) return fail(taken.error());
        continue;
      }
      take_({type, flags, body});
      if (type == auxtrace || type == tracing_data) {
        Cursor counted(body, file_.endian);
        at.skip(type == auxtrace ? counted.u64() : (std::uint64_t{counted.u32()} + 7) & ~std::uint64_t{7});
      }
    }
    return at.rest();
  }

  Bytes packed_in(std::uint32_t type, Bytes body) const {
    if (type == type::compressed) return body;
    Cursor at(body, file_.endian);
    const std::uint64_t size = at.u64();
    return at.rest().first(std::min<std::uint64_t>(size, at.remaining()));
  }

  Result<void> take_packed(Bytes packed) {
    const auto bytes = unpacker_.unpack(packed, unpacked_);
    if (!bytes) return fail(bytes.error());
    const auto rest = take_records(*bytes, false);
    if (!rest) return fail(rest.error());
    unpacked_.erase(unpacked_.begin(), unpacked_.end() - static_cast<std::ptrdiff_t>(rest->size()));
    return {};
  }

  const File& file_;
  const std::function<void(const Record&)>& take_;
  Unpacker unpacker_;
  std::vector<std::uint8_t> unpacked_;
};

}  // namespace

bool looks_like_perf_data(Bytes bytes) {
  return as_text(bytes).starts_with(magic_here) || as_text(bytes).starts_with(magic_swapped);
}

Result<File> open_perf_data(Bytes bytes) {
  File file;
  file.bytes = bytes;
  const bool is_little = as_text(bytes).starts_with(magic_here);
  file.endian = is_little ? Endian::Little : Endian::Big;
  Cursor at(bytes, file.endian, magic_here.size());
  constexpr std::uint64_t pipe_header = 16;
  const std::uint64_t header = at.u64();
  if (header == pipe_header)
    return fail("was written to a pipe; convert it with `perf inject -i FILE -o OTHER`");
  const std::uint64_t attr_size = at.u64();
  const Section attrs = read_section(at), data = read_section(at);
  read_section(at);
  std::uint64_t features[feature_words] = {};
  for (std::uint64_t& word : features) word = at.u64();
  if (at.failed()) return fail("is truncated within its header");
  if (auto read = read_attrs(file, attrs, attr_size); !read) return fail(read.error());
  if (data.size == 0) return fail("has no records: perf was stopped before it could finish the file");
  Cursor records(bytes, file.endian);
  records.seek(data.offset);
  file.data = records.rest();
  file.is_cut = data.size > file.data.size();
  if (!file.is_cut) file.data = file.data.first(data.size);
  read_features(file, data, features);
  return file;
}

Result<void> each_record(const File& file, const std::function<void(const Record&)>& take) {
  return RecordWalk(file, take).walk(file.data);
}

}  // namespace symkit::profile::perf
