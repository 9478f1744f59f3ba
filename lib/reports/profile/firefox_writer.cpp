// Writes the Firefox Profiler's format: version 62, in which threads share their tables.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "ground/base/image_id.h"
#include "ground/print/json.h"
#include "reports/profile/units.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

constexpr int format_version = 62;
constexpr std::int64_t nobody = -1;  // instead of null

// A table of columns, written when it is complete.
struct Column {
  std::string_view name;
  std::vector<std::int64_t> values;
  bool has_null = false;  // if so, negative values are null
};

void write_column(print::JsonWriter& json, const Column& column) {
  json.begin_array(column.name);
  for (const std::int64_t value : column.values) {
    if (column.has_null && value < 0)
      json.null();
    else
      json.value(value);
  }
  json.end_array();
}

template <std::size_t N>
void write_table(print::JsonWriter& json, std::string_view name, const std::array<Column, N>& columns) {
  json.begin_object(name);
  json.member("length", columns[0].values.size());
  for (const Column& column : columns) write_column(json, column);
  json.end_object();
}

// Breakpad's id of an ELF file: the first 16 bytes of its build id as a GUID, whose first three numbers are
// little-endian, and an age of 0.
std::string breakpad_id(const ImageId& id) {
  std::array<std::uint8_t, 16> bytes{};
  const Bytes given = id.bytes();
  std::ranges::copy(given.first(std::min(given.size(), bytes.size())), bytes.begin());
  std::ranges::reverse(bytes.begin(), bytes.begin() + 4);
  std::swap(bytes[4], bytes[5]);
  std::swap(bytes[6], bytes[7]);
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : bytes) (text += digits[byte >> 4]) += digits[byte & 15];
  return text + "0";
}

class FirefoxWriter {
 public:
  FirefoxWriter(const Profile& profile, const std::vector<Extent>& extents, std::string_view name,
                std::string& out)
      : profile_(profile), extents_(extents), name_(name), json_(out) {
    text_number("");
  }

  void write() {
    read_locations();
    for (std::size_t i = 0; i < profile_.sample_count(); ++i)
      sample_stacks_.push_back(stack_of(profile_.stack(i)));
    json_.begin_object();
    write_meta();
    write_libraries();
    json_.begin_array("threads");
    write_thread(shown_type(profile_));
    for (std::size_t type = 0; type < profile_.types.size(); ++type)
      if (type != shown_type(profile_)) write_thread(type);
    json_.end_array();
    write_shared();
    for (const std::string_view empty : {"counters", "pages", "profilerOverhead"}) write_empty(empty);
    json_.end_object();
  }

 private:
  std::int64_t text_number(std::string_view text) {
    const auto [place, is_new] =
        text_numbers_.try_emplace(std::string(text), static_cast<std::int64_t>(texts_.size()));
    if (is_new) texts_.emplace_back(text);
    return place->second;
  }

  // Each line of a location is a frame, the function itself first.
  void read_locations() {
    for (std::uint32_t number = 0; number < profile_.locations.size(); ++number) {
      const Location& location = profile_.locations[number];
      frame_begins_.push_back(frame_function_.values.size());
      const auto lines = profile_.lines_of(location);
      const std::int64_t address = address_of(number);
      if (lines.empty()) add_frame(location, address, 0, {.function = none});
      for (std::size_t depth = 0; depth < lines.size(); ++depth)
        add_frame(location, address, depth, lines[lines.size() - 1 - depth]);
    }
    frame_begins_.push_back(frame_function_.values.size());
  }

  // Relative to the library's beginning, if that is known.
  std::int64_t address_of(std::uint32_t number) const {
    const Location& location = profile_.locations[number];
    std::uint64_t offset = UINT64_MAX;
    if (number < extents_.size() && extents_[number].function_end != 0)
      offset = extents_[number].offset;
    else if (location.reference != none)
      offset = profile_.references[location.reference].image_offset.value_or(UINT64_MAX);
    return offset > INT64_MAX ? -1 : static_cast<std::int64_t>(offset);
  }

  void add_frame(const Location& location, std::int64_t address, std::size_t depth, const Line& line) {
    const TextId file = line.function == none ? 0 : profile_.functions[line.function].file;
    frame_address_.values.push_back(address);
    frame_depth_.values.push_back(static_cast<std::int64_t>(depth));
    frame_function_.values.push_back(function_of(name_of(profile_, location, line), file, location.mapping));
    frame_line_.values.push_back(line.line == 0 ? nobody : line.line);
    frame_column_.values.push_back(line.column == 0 ? nobody : line.column);
  }

  std::int64_t function_of(const std::string& name, TextId file, std::uint32_t mapping) {
    const std::int64_t resource =
        mapping < profile_.mappings.size() ? resource_of(profile_.mappings[mapping]) : -1;
    const std::int64_t source = file == 0 ? nobody : source_of(profile_.texts[file]);
    const auto [place, is_new] = function_numbers_.try_emplace(
        {text_number(name), source, resource}, static_cast<std::int64_t>(function_name_.values.size()));
    if (is_new) {
      function_name_.values.push_back(text_number(name));
      function_source_.values.push_back(source);
      function_resource_.values.push_back(resource);
    }
    return place->second;
  }

  std::int64_t source_of(std::string_view file) {
    const std::int64_t name = text_number(file);
    const auto [place, is_new] =
        source_numbers_.try_emplace(name, static_cast<std::int64_t>(source_name_.values.size()));
    if (is_new) source_name_.values.push_back(name);
    return place->second;
  }

  // An image may have several mappings.
  std::int64_t resource_of(const Mapping& mapping) {
    const auto [place, is_new] = library_numbers_.try_emplace({mapping.file, mapping.build_id},
                                                              static_cast<std::int64_t>(libraries_.size()));
    if (is_new) {
      libraries_.push_back(&mapping);
      resource_name_.values.push_back(text_number(base_name(profile_.texts[mapping.file])));
    }
    return place->second;
  }

  static std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

  std::int64_t stack_of(std::span<const std::uint32_t> locations) {
    std::int64_t stack = nobody;
    for (std::size_t i = locations.size(); i-- > 0;)
      for (std::size_t frame = frame_begins_[locations[i]]; frame < frame_begins_[locations[i] + 1]; ++frame)
        stack = stack_of(stack, static_cast<std::int64_t>(frame));
    return stack;
  }

  std::int64_t stack_of(std::int64_t prefix, std::int64_t frame) {
    const std::uint64_t key =
        static_cast<std::uint64_t>(prefix + 1) << 32 | static_cast<std::uint64_t>(frame);
    const auto [place, is_new] =
        stack_numbers_.try_emplace(key, static_cast<std::int64_t>(stack_frame_.values.size()));
    if (is_new) {
      stack_frame_.values.push_back(frame);
      stack_prefix_.values.push_back(prefix);
    }
    return place->second;
  }

  void write_empty(std::string_view name) {
    json_.begin_array(name);
    json_.end_array();
  }

  static constexpr double nanoseconds = 1e6;  // in a millisecond

  // Samples have no times: they are spaced evenly.
  double interval() const {
    const auto count = static_cast<double>(std::max<std::size_t>(profile_.sample_count(), 1));
    return profile_.duration_nanos > 0 ? static_cast<double>(profile_.duration_nanos) / nanoseconds / count
                                       : 1;
  }

  void write_meta() {
    json_.begin_object("meta");
    json_.member("preprocessedProfileVersion", format_version);
    json_.member("version", 24);
    json_.member("product", name_);
    json_.member("interval", interval());
    json_.member("startTime", static_cast<double>(profile_.time_nanos) / nanoseconds);
    json_.member("processType", 0);
    json_.member("debug", false);
    json_.member("symbolicated", true);  // a frame without a name here has none
    json_.member("sourceCodeIsNotOnSearchfox", true);
    json_.member("usesOnlyOneStackType", true);
    json_.begin_array("categories");
    json_.begin_object();
    json_.member("name", "Other");
    json_.member("color", "grey");
    json_.begin_array("subcategories");
    json_.value("Other");
    json_.end_array();
    json_.end_object();
    json_.end_array();
    for (const std::string_view empty : {"markerSchema", "pausedRanges"}) write_empty(empty);
    json_.end_object();
  }

  void write_libraries() {
    json_.begin_array("libs");
    for (const Mapping* mapping : libraries_) {
      const std::string_view path = profile_.texts[mapping->file];
      const std::string_view build_id = profile_.texts[mapping->build_id];
      const auto id = ImageId::parse(build_id);
      json_.begin_object();
      for (const std::string_view name : {"name", "debugName"}) json_.member(name, base_name(path));
      for (const std::string_view name : {"path", "debugPath"}) json_.member(name, path);
      json_.member("breakpadId", id ? breakpad_id(*id) : std::string());
      json_.key("codeId");
      if (build_id.empty())
        json_.null();
      else
        json_.value(build_id);
      json_.key("arch");
      json_.null();
      json_.end_object();
    }
    json_.end_array();
  }

  // A thread for each type: the profiler has one weight for each sample.
  void write_thread(std::size_t type) {
    const bool is_shown = type == shown_type(profile_);
    json_.begin_object();
    json_.member("name", type < profile_.types.size() ? profile_.texts[profile_.types[type].type] : name_);
    json_.member("isMainThread", is_shown);
    json_.member("processType", "default");
    json_.member("processName", name_);
    json_.member("processStartupTime", 0);
    for (const std::string_view none_said : {"processShutdownTime", "unregisterTime"}) {
      json_.key(none_said);
      json_.null();
    }
    json_.member("registerTime", 0);
    json_.member("pid", "1");
    json_.member("tid", std::to_string(type + 1));
    json_.member("showMarkersInTimeline", false);
    write_empty("pausedRanges");
    write_markers();
    write_samples(type);
    json_.end_object();
  }

  void write_markers() {
    json_.begin_object("markers");
    json_.member("length", 0);
    for (const std::string_view column : {"category", "data", "endTime", "name", "phase", "startTime"})
      write_empty(column);
    json_.end_object();
  }

  void write_samples(std::size_t type) {
    const std::string_view unit =
        type < profile_.types.size() ? profile_.texts[profile_.types[type].unit] : std::string_view();
    json_.begin_object("samples");
    json_.member("length", sample_stacks_.size());
    write_column(json_, {"stack", sample_stacks_, true});
    json_.begin_array("timeDeltas");
    for (std::size_t i = 0; i < sample_stacks_.size(); ++i) json_.value(i == 0 ? 0.0 : interval());
    json_.end_array();
    const double time = nanoseconds_in(unit);
    json_.member("weightType", unit == "bytes" ? "bytes" : time != 0 ? "tracing-ms" : "samples");
    json_.begin_array("weight");
    for (std::size_t i = 0; i < sample_stacks_.size(); ++i) {
      const std::int64_t value = type < profile_.types.size() ? profile_.values(i)[type] : 1;
      if (time != 0)
        json_.value(static_cast<double>(value) * time / nanoseconds);
      else
        json_.value(value);
    }
    json_.end_array();
    json_.end_object();
  }

  static Column all(std::string_view name, std::size_t count, std::int64_t value, bool has_null = false) {
    return {name, std::vector<std::int64_t>(count, value), has_null};
  }

  void write_shared() {
    const std::size_t frames = frame_function_.values.size(), functions = function_name_.values.size();
    const std::size_t sources = source_name_.values.size(), libraries = libraries_.size();
    json_.begin_object("shared");
    write_table(json_, "stackTable", std::array{stack_frame_, stack_prefix_});
    write_table(json_, "frameTable",
                std::array{frame_address_, frame_depth_, frame_function_, frame_line_, frame_column_,
                           all("category", frames, 0), all("subcategory", frames, 0),
                           all("nativeSymbol", frames, nobody, true), all("innerWindowID", frames, 0)});
    write_functions(functions);
    write_table(json_, "nativeSymbols",
                std::array{all("address", 0, 0), all("functionSize", 0, 0), all("libIndex", 0, 0),
                           all("name", 0, 0)});
    Column library = all("lib", libraries, 0);
    for (std::size_t i = 0; i < libraries; ++i) library.values[i] = static_cast<std::int64_t>(i);
    write_table(
        json_, "resourceTable",
        std::array{resource_name_, library, all("host", libraries, nobody, true), all("type", libraries, 1)});
    write_table(json_, "sources",
                std::array{source_name_, all("id", sources, nobody, true), all("startLine", sources, 1),
                           all("startColumn", sources, 1), all("sourceMapURL", sources, nobody, true)});
    json_.member("stringArray", texts_);
    json_.end_object();
  }

  void write_functions(std::size_t count) {
    json_.begin_object("funcTable");
    json_.member("length", count);
    for (const Column& column :
         {function_name_, function_resource_, function_source_, all("lineNumber", count, nobody, true),
          all("columnNumber", count, nobody, true)})
      write_column(json_, column);
    for (const std::string_view flag : {"isJS", "relevantForJS"}) {
      json_.begin_array(flag);
      for (std::size_t i = 0; i < count; ++i) json_.value(false);
      json_.end_array();
    }
    json_.end_object();
  }

  const Profile& profile_;
  const std::vector<Extent>& extents_;
  std::string_view name_;
  print::JsonWriter json_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::int64_t> text_numbers_;
  std::vector<const Mapping*> libraries_;
  std::map<std::pair<TextId, TextId>, std::int64_t> library_numbers_;
  Column resource_name_{"name", {}};
  std::map<std::int64_t, std::int64_t> source_numbers_;
  Column source_name_{"filename", {}};
  std::map<std::array<std::int64_t, 3>, std::int64_t> function_numbers_;
  Column function_name_{"name", {}};
  Column function_source_{"source", {}, true};
  Column function_resource_{"resource", {}};
  std::vector<std::size_t> frame_begins_;  // of each location, and the end
  Column frame_address_{"address", {}};
  Column frame_depth_{"inlineDepth", {}};
  Column frame_function_{"func", {}};
  Column frame_line_{"line", {}, true};
  Column frame_column_{"column", {}, true};
  std::unordered_map<std::uint64_t, std::int64_t> stack_numbers_;
  Column stack_frame_{"frame", {}};
  Column stack_prefix_{"prefix", {}, true};
  std::vector<std::int64_t> sample_stacks_;
};

}  // namespace

void write_firefox(const Profile& profile, const std::vector<Extent>& extents, std::string_view name,
                   std::string& out) {
  FirefoxWriter(profile, extents, name, out).write();
  out += '\n';
}

}  // namespace symkit::profile
