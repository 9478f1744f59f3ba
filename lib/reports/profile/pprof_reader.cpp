#include "reports/profile/pprof_reader.h"

#include <optional>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>

#include "ground/base/words.h"
#include "reports/profile/pprof_format.h"

namespace symkit::profile {

ReadBehind::ReadBehind(const PprofFile& file)
    : passed_(file.passed), at_(reinterpret_cast<const char*>(file.profile.bytes->bytes().data())) {}

namespace {

using Reader = protozero::pbf_reader;
using Wire = protozero::pbf_wire_type;

Reader reader_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Fields of the wrong wire type are ignored, like unknown fields.
std::uint64_t number_in(Reader& field) {
  if (field.wire_type() == Wire::varint) return field.get_uint64();
  field.skip();
  return 0;
}

// A line or column; an impossible value counts as unknown.
std::uint32_t small(std::uint64_t number) {
  return number > INT32_MAX ? 0 : static_cast<std::uint32_t>(number);
}

bool is_message(const Reader& field) { return field.wire_type() == Wire::length_delimited; }

// A sample's fields, read into the same memory again and again.
struct SampleFields {
  std::vector<std::uint32_t> stack = {};
  std::vector<std::int64_t> values = {};
  std::optional<std::uint64_t> unknown = {};  // an id without a location
};

inline std::uint32_t location_number(std::uint64_t id, const NumbersOfIds& locations, SampleFields& sample) {
  const std::uint32_t number = locations.find(id);
  if (number == none && !sample.unknown) sample.unknown = id;
  return number;
}

// Most ids take one or two bytes, and all at least one.
void take_packed_ids(std::string_view ids, const NumbersOfIds& locations, SampleFields& sample) {
  const std::size_t before = sample.stack.size();
  sample.stack.resize(before + ids.size());
  std::uint32_t* to = sample.stack.data() + before;
  const char* at = ids.data();
  const char* const end = at + ids.size();
  while (at != end) {
    const auto first = static_cast<std::uint8_t>(*at);
    const std::uint8_t second = end - at > 1 ? static_cast<std::uint8_t>(at[1]) : 0x80;
    std::uint64_t id = first;
    if (first < 0x80) {
      ++at;
    } else if (second < 0x80) {
      id = (first & 0x7FU) | std::uint64_t{second} << 7;
      at += 2;
    } else {
      id = protozero::decode_varint(&at, end);
    }
    *to++ = location_number(id, locations, sample);
  }
  sample.stack.resize(static_cast<std::size_t>(to - sample.stack.data()));
}

void read_sample(Reader field, const NumbersOfIds& locations, SampleFields& sample) {
  sample.stack.clear();
  sample.values.clear();
  while (field.next()) {
    const bool is_packed = is_message(field);
    if (field.tag() == pprof::sample::location_id) {
      if (is_packed) {
        const auto ids = field.get_view();
        take_packed_ids({ids.data(), ids.size()}, locations, sample);
      } else {
        sample.stack.push_back(location_number(number_in(field), locations, sample));
      }
    } else if (field.tag() == pprof::sample::value) {
      if (!is_packed)
        sample.values.push_back(static_cast<std::int64_t>(number_in(field)));
      else
        for (const std::int64_t value : field.get_packed_int64()) sample.values.push_back(value);
    } else {
      field.skip();
    }
  }
}

// `take` returns false to stop.
template <class Take>
void each_sample(const PprofFile& file, Take take) {
  SampleFields sample;
  ReadBehind behind(file);
  for (Reader field = reader_of(file.profile.bytes->bytes()); field.next(pprof::top::sample);) {
    if (!is_message(field)) {
      field.skip();
      continue;
    }
    read_sample(field.get_message(), file.location_ids, sample);
    if (!take(sample)) return;
    behind.at(field.data().data());
  }
}

class PprofReader {
 public:
  PprofReader(io::SharedBlob bytes, Passed passed) {
    profile().bytes = std::move(bytes);
    file_.passed = std::move(passed);
  }

  Result<PprofFile> read(Samples samples) {
    if (auto tables = read_tables(); !tables) return fail(tables.error());
    if (auto right = check_tables(); !right) return fail(right.error());
    if (auto right = read_samples(samples); !right) return fail(right.error());
    file_.text_count = profile().texts.size();
    return std::move(file_);
  }

 private:
  Profile& profile() { return file_.profile; }
  NumbersOfIds& locations() { return file_.location_ids; }

  // Reads everything except samples, which may refer to later items.
  Result<void> read_tables() {
    ReadBehind behind(file_);
    for (Reader field = reader_of(profile().bytes->bytes()); field.next();) {
      behind.at(field.data().data());
      if (!is_message(field)) {
        take_number(field);
        continue;
      }
      switch (field.tag()) {
        case pprof::top::sample_type: take_type(field.get_message()); break;
        case pprof::top::mapping: take_mapping(field.get_message()); break;
        case pprof::top::location: take_location(field.get_message()); break;
        case pprof::top::function: take_function(field.get_message()); break;
        case pprof::top::string_table: take_text(field); break;
        case pprof::top::comment:
          for (const std::int64_t text : field.get_packed_int64())
            take_comment(static_cast<std::uint64_t>(text));
          break;
        default: field.skip(); break;
      }
      if (!why_not_.empty()) return fail(why_not_);
      if (is_too_large()) return fail("has more entries than can be numbered");
    }
    return {};
  }

  bool is_too_large() {
    return profile().texts.size() >= none || profile().locations.size() >= none ||
           profile().lines.size() >= none;
  }

  void take_number(Reader& field) {
    const std::uint32_t tag = field.tag();
    const std::uint64_t number = number_in(field);
    switch (tag) {
      case pprof::top::time_nanos: profile().time_nanos = static_cast<std::int64_t>(number); break;
      case pprof::top::duration_nanos: profile().duration_nanos = static_cast<std::int64_t>(number); break;
      case pprof::top::default_sample_type: shown_type_ = number; break;
      case pprof::top::comment: take_comment(number); break;
      default: break;
    }
  }

  TextId text(std::uint64_t number) {
    if (number > highest_text_) highest_text_ = number;
    return static_cast<TextId>(number);
  }

  void take_text(Reader& field) {
    const auto view = field.get_view();
    if (profile().texts.empty() && !view.empty()) why_not_ = "its first text is not the empty one";
    profile().texts.add_of_file({view.data(), view.size()});
  }

  void take_comment(std::uint64_t number) { profile().comments.push_back(text(number)); }

  void take_type(Reader field) {
    ValueType type;
    while (field.next()) {
      const std::uint32_t tag = field.tag();
      const std::uint64_t number = number_in(field);
      if (tag == pprof::value_type::type) type.type = text(number);
      if (tag == pprof::value_type::unit) type.unit = text(number);
    }
    profile().types.push_back(type);
  }

  void take_mapping(Reader field) {
    Mapping mapping;
    std::uint64_t id = 0;
    while (field.next()) {
      const std::uint32_t tag = field.tag();
      const std::uint64_t number = number_in(field);
      switch (tag) {
        case pprof::mapping::id: id = number; break;
        case pprof::mapping::start: mapping.start = number; break;
        case pprof::mapping::limit: mapping.limit = number; break;
        case pprof::mapping::offset: mapping.offset = number; break;
        case pprof::mapping::file: mapping.file = text(number); break;
        case pprof::mapping::build_id: mapping.build_id = text(number); break;
        default: break;
      }
    }
    note_id("mapping", id, mappings_, profile().mappings.size());
    profile().mappings.push_back(mapping);
  }

  void take_function(Reader field) {
    Function function;
    std::uint64_t id = 0;
    while (field.next()) {
      const std::uint32_t tag = field.tag();
      const std::uint64_t number = number_in(field);
      switch (tag) {
        case pprof::function::id: id = number; break;
        case pprof::function::name: function.name = text(number); break;
        case pprof::function::system_name: function.system_name = text(number); break;
        case pprof::function::file: function.file = text(number); break;
        case pprof::function::start_line: function.start_line = small(number); break;
        default: break;
      }
    }
    note_id("function", id, functions_, profile().functions.size());
    profile().functions.push_back(function);
    file_.function_ids.push_back(id);
    file_.highest_function_id = std::max(file_.highest_function_id, id);
  }

  void take_location(Reader field) {
    Location location;
    std::uint64_t id = 0, mapping = 0;
    location.first_line = static_cast<std::uint32_t>(profile().lines.size());
    while (field.next()) {
      const std::uint32_t tag = field.tag();
      if (tag == pprof::location::line && is_message(field)) {
        take_line(field.get_message());
        continue;
      }
      const std::uint64_t number = number_in(field);
      switch (tag) {
        case pprof::location::id: id = number; break;
        case pprof::location::mapping_id: mapping = number; break;
        case pprof::location::address: location.address = number; break;
        case pprof::location::is_folded: location.is_folded = number != 0; break;
        default: break;
      }
    }
    location.line_count = static_cast<std::uint32_t>(profile().lines.size() - location.first_line);
    note_id("location", id, locations(), profile().locations.size());
    profile().locations.push_back(location);
    mapping_ids_.push_back(mapping);
  }

  void take_line(Reader field) {
    Line line;
    std::uint64_t function = 0;
    while (field.next()) {
      const std::uint32_t tag = field.tag();
      const std::uint64_t number = number_in(field);
      switch (tag) {
        case pprof::line::function_id: function = number; break;
        case pprof::line::number: line.line = small(number); break;
        case pprof::line::column: line.column = small(number); break;
        default: break;
      }
    }
    profile().lines.push_back(line);
    line_functions_.push_back(function);
  }

  void note_id(std::string_view what, std::uint64_t id, NumbersOfIds& numbers, std::size_t number) {
    if (id == 0)
      why_not_ = say("a ", what, " has no id");
    else if (!numbers.add(id, static_cast<std::uint32_t>(number)))
      why_not_ = say("two ", what, "s have the id ", id);
  }

  Result<void> check_tables() {
    if (profile().texts.empty())
      return fail(
          "it has no texts: it is truncated, or not a pprof profile (OTLP profiles are not supported)");
    if (highest_text_ >= profile().texts.size() || shown_type_ >= profile().texts.size())
      return fail(
          say("it refers to text ", std::max(highest_text_, shown_type_), " of ", profile().texts.size()));
    for (std::size_t i = 0; i < line_functions_.size(); ++i) {
      const std::uint64_t id = line_functions_[i];
      const std::uint32_t number = functions_.find(id);
      if (number == none && id != 0)
        return fail(say("a location names function ", id, ", which does not exist"));
      profile().lines[i].function = number;
    }
    for (std::size_t i = 0; i < mapping_ids_.size(); ++i) {
      const std::uint32_t number = mappings_.find(mapping_ids_[i]);
      if (number == none && mapping_ids_[i] != 0)
        return fail(say("a location names mapping ", mapping_ids_[i], ", which does not exist"));
      profile().locations[i].mapping = number;
    }
    for (std::uint32_t i = 0; i < profile().types.size(); ++i)
      if (shown_type_ != 0 &&
          profile().texts[profile().types[i].type] == profile().texts[static_cast<TextId>(shown_type_)])
        profile().shown_type = i;
    return {};
  }

  Result<void> read_samples(Samples samples) {
    each_sample(file_, [&](const SampleFields& sample) {
      if (sample.unknown)
        why_not_ = say("a sample names location ", *sample.unknown, ", which does not exist");
      else if (sample.values.size() != profile().types.size())
        why_not_ = say("a sample has ", sample.values.size(), " values, where the profile has ",
                       profile().types.size(), " types of them");
      else if (samples == Samples::Keep)
        profile().add_sample(sample.stack, sample.values);
      return why_not_.empty();
    });
    return why_not_.empty() ? Result<void>{} : fail(why_not_);
  }

  PprofFile file_;
  NumbersOfIds mappings_;
  NumbersOfIds functions_;
  std::vector<std::uint64_t> mapping_ids_;     // of each location
  std::vector<std::uint64_t> line_functions_;  // of each line
  std::uint64_t highest_text_ = 0;
  std::uint64_t shown_type_ = 0;
  std::string why_not_;
};

bool is_right_kind(const Reader& field) {
  if (field.tag() <= pprof::top::string_table) return is_message(field);
  return is_message(field) || field.wire_type() == Wire::varint;
}

}  // namespace

bool looks_like_pprof(Bytes bytes) {
  constexpr std::uint32_t most_known = 15;
  try {
    Reader field = reader_of(bytes);
    return field.next() && field.tag() <= most_known && is_right_kind(field);
  } catch (const protozero::exception&) {
    return false;
  }
}

void each_stack(const PprofFile& file, const TakeStack& take) {
  each_sample(file, [&](const SampleFields& sample) { return take(sample.stack); });
}

Result<PprofFile> read_pprof(io::SharedBlob bytes, Samples samples, Passed passed) {
  try {
    return PprofReader(std::move(bytes), std::move(passed)).read(samples);
  } catch (const protozero::exception&) {
    return fail("it is truncated or damaged: its fields are inconsistent");
  }
}

}  // namespace symkit::profile
