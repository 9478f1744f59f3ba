// Writes pprof's profile.proto.
#include <protozero/pbf_writer.hpp>

#include "reports/profile/pprof_format.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

using Writer = protozero::pbf_writer;

// Ids count from 1.
std::uint64_t id_of_number(std::uint32_t number) { return number == none ? 0 : std::uint64_t{number} + 1; }

void add_text(Writer& writer, std::uint32_t tag, TextId text) {
  if (text != 0) writer.add_int64(tag, text);
}

void write_types(Writer& writer, const Profile& profile) {
  for (const ValueType& type : profile.types) {
    Writer one(writer, pprof::top::sample_type);
    one.add_int64(pprof::value_type::type, type.type);  // an empty message would be omitted
    one.add_int64(pprof::value_type::unit, type.unit);
  }
}

void write_samples(Writer& writer, const Profile& profile) {
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < profile.sample_count(); ++i) {
    ids.clear();
    for (const std::uint32_t location : profile.stack(i)) ids.push_back(id_of_number(location));
    const auto values = profile.values(i);
    Writer one(writer, pprof::top::sample);
    one.add_packed_uint64(pprof::sample::location_id, ids.begin(), ids.end());
    one.add_packed_int64(pprof::sample::value, values.begin(), values.end());
  }
}

// pprof symbolizes a mapping again unless its flags say that it is complete.
void write_mappings(Writer& writer, const Profile& profile) {
  std::vector<bool> named(profile.mappings.size());
  for (const Location& location : profile.locations)
    if (location.mapping != none && profile.has_names(location)) named[location.mapping] = true;
  for (std::uint32_t i = 0; i < profile.mappings.size(); ++i) {
    const Mapping& mapping = profile.mappings[i];
    Writer one(writer, pprof::top::mapping);
    one.add_uint64(pprof::mapping::id, id_of_number(i));
    one.add_uint64(pprof::mapping::start, mapping.start);
    one.add_uint64(pprof::mapping::limit, mapping.limit);
    one.add_uint64(pprof::mapping::offset, mapping.offset);
    add_text(one, pprof::mapping::file, mapping.file);
    add_text(one, pprof::mapping::build_id, mapping.build_id);
    if (!named[i]) continue;
    for (const std::uint32_t flag : {pprof::mapping::has_functions, pprof::mapping::has_filenames,
                                     pprof::mapping::has_line_numbers, pprof::mapping::has_inline_frames})
      one.add_bool(flag, true);
  }
}

void write_locations(Writer& writer, const Profile& profile) {
  for (std::uint32_t i = 0; i < profile.locations.size(); ++i) {
    const Location& location = profile.locations[i];
    Writer one(writer, pprof::top::location);
    one.add_uint64(pprof::location::id, id_of_number(i));
    if (location.mapping != none) one.add_uint64(pprof::location::mapping_id, id_of_number(location.mapping));
    if (const std::uint64_t address = address_in_call(location); address != 0)
      one.add_uint64(pprof::location::address, address);
    for (const Line& line : profile.lines_of(location)) {
      Writer its(one, pprof::location::line);
      its.add_uint64(pprof::line::function_id, id_of_number(line.function));
      if (line.line != 0) its.add_int64(pprof::line::number, line.line);
      if (line.column != 0) its.add_int64(pprof::line::column, line.column);
    }
    if (location.is_folded) one.add_bool(pprof::location::is_folded, true);
  }
}

void write_functions(Writer& writer, const Profile& profile) {
  for (std::uint32_t i = 0; i < profile.functions.size(); ++i) {
    const Function& function = profile.functions[i];
    Writer one(writer, pprof::top::function);
    one.add_uint64(pprof::function::id, id_of_number(i));
    add_text(one, pprof::function::name, function.name);
    add_text(one, pprof::function::system_name, function.system_name);
    add_text(one, pprof::function::file, function.file);
    if (function.start_line != 0) one.add_int64(pprof::function::start_line, function.start_line);
  }
}

}  // namespace

void write_pprof(const Profile& profile, std::string& out) {
  Writer writer(out);
  write_types(writer, profile);
  write_samples(writer, profile);
  write_mappings(writer, profile);
  write_locations(writer, profile);
  write_functions(writer, profile);
  for (TextId i = 0; i < profile.texts.size() || i == 0; ++i) {
    const std::string_view text = profile.texts[i];
    writer.add_string(pprof::top::string_table, text.data(), text.size());
  }
  if (profile.time_nanos != 0) writer.add_int64(pprof::top::time_nanos, profile.time_nanos);
  if (profile.duration_nanos != 0) writer.add_int64(pprof::top::duration_nanos, profile.duration_nanos);
  for (const TextId comment : profile.comments) writer.add_int64(pprof::top::comment, comment);
  if (profile.shown_type < profile.types.size())
    add_text(writer, pprof::top::default_sample_type, profile.types[profile.shown_type].type);
}

}  // namespace symkit::profile
