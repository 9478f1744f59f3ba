#include "reports/profile/firefox_reader.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "ground/base/words.h"
#include "reports/profile/firefox_columns.h"
#include "reports/profile/firefox_format.h"
#include "reports/profile/firefox_libraries.h"
#include "reports/profile/firefox_weights.h"
#include "reports/profile/json_elements.h"
#include "reports/profile/json_slabs.h"
#include "reports/profile/place_name.h"

namespace symkit::profile {
namespace {

using json::Document;
using json::Value;

using firefox::column;
using firefox::column_of;
using firefox::has_flag;
using firefox::is_among;
using firefox::keep_flagged;
using firefox::Weights;
using firefox::weights_of;
namespace frame_flag = firefox::frame_flag;
namespace function_flag = firefox::function_flag;

// The members of tables are columns: their elements are read when needed.
bool is_column(std::string_view member, std::size_t depth, bool is_array) {
  constexpr std::size_t deepest = 4;
  if (!is_array) return depth >= deepest;
  return !(depth == 1 && (member == "libs" || member == "threads"));
}

class FirefoxReader {
 public:
  FirefoxReader(io::SharedBlob bytes, std::shared_ptr<const json::Document> document) {
    profile().bytes = std::move(bytes);
    profile().texts.add("");
    file_.document = std::move(document);
    root_ = file_.document->root();
  }

  Result<FirefoxFile> read() {
    const json::Value meta = root_["meta"];
    if (!meta.is_object() || !root_["threads"].is_array())
      return fail(
          "is JSON, but not a profile of the Firefox Profiler; speedscope and OTLP profiles are not "
          "supported");
    const std::int64_t version = number_of(meta["preprocessedProfileVersion"].written());
    if (version == no_number)
      return fail("is a raw recording of Firefox; open it in profiler.firefox.com and save it there");
    if (version < firefox::version::first)
      return fail(say("is of version ", version, " of the Firefox Profiler's format, too old (supported: ",
                      firefox::version::first, " to ", firefox::version::last,
                      "); open it in profiler.firefox.com and save it there"));
    if (version > firefox::version::last)
      return fail(say("is of version ", version, " of the Firefox Profiler's format, too new (supported: ",
                      firefox::version::first, " to ", firefox::version::last, ')'));
    file_.version = version;
    read_libraries();
    if (auto done = read_threads(); !done) return fail(done.error());
    return std::move(file_);
  }

 private:
  Profile& profile() { return file_.profile; }

  void read_libraries() {
    for (json::Value library = root_["libs"].first(); library; library = library.next()) {
      const ImageReference image = firefox::image_of(library, profile().texts);
      profile().mappings.push_back({.file = profile().texts.add(image.path.empty() ? image.name : image.path),
                                    .build_id = profile().texts.add(image.id.hex())});
      libraries_.push_back(image);
    }
  }

  Result<void> read_threads() {
    std::size_t shared = SIZE_MAX;
    if (const json::Value tables = root_["shared"]; tables["frameTable"].is_object()) {
      shared = file_.tables.size();
      if (auto done = read_tables(tables, tables); !done) return done;
    }
    for (json::Value thread = root_["threads"].first(); thread; thread = thread.next()) {
      std::size_t tables = shared;
      if (shared == SIZE_MAX) {
        tables = file_.tables.size();
        const json::Value texts = thread["stringArray"].is_array() ? thread : root_["shared"];
        if (auto done = read_tables(thread, texts); !done) return done;
      }
      file_.threads.push_back({thread, tables});
    }
    add_types();
    for (const FirefoxThread& thread : file_.threads)
      if (auto done = read_samples(thread); !done) return done;
    return {};
  }

  Result<void> read_tables(json::Value owner, json::Value texts) {
    FirefoxTables& tables = file_.tables.emplace_back();
    tables.frames = owner["frameTable"];
    tables.functions = owner["funcTable"];
    tables.stacks = owner["stackTable"];
    tables.symbols = owner["nativeSymbols"];
    tables.sources = owner["sources"] ? owner["sources"] : root_["shared"]["sources"];
    tables.texts = texts["stringArray"];
    if (auto all = check_columns(tables); !all) return all;
    if (!tables.texts.is_array()) return fail("has no texts");
    texts_ = elements_of(tables.texts.written());
    if (auto done = read_functions(tables, owner["resourceTable"]); !done) return done;
    if (auto done = read_frames(tables); !done) return done;
    return read_stacks(tables);
  }

  Result<void> check_columns(const FirefoxTables& tables) const {
    namespace version = firefox::version;
    struct Column {
      json::Value table;
      std::string_view name;
      std::int64_t since = version::first;
    };
    for (const auto& [table, name, since] :
         {Column{tables.frames, "address"}, Column{tables.frames, "func"},
          Column{tables.frames, "lib", version::frame_libraries},
          Column{tables.frames, "flags", version::frame_flags}, Column{tables.functions, "name"},
          Column{tables.functions, "resource"}, Column{tables.functions, "flags", version::function_flags},
          Column{tables.stacks, "frame"}, Column{tables.stacks, firefox::caller_column(file_.version)}})
      if (file_.version >= since && !table[name].is_array())
        return fail(say("has no column '", name, "' where version ", file_.version,
                        " of the Firefox Profiler's format has one"));
    return {};
  }

  struct Named {
    TextId name = 0;
    TextId file = 0;
    std::int64_t library = no_number;
  };

  TextId text(std::int64_t number) {
    return is_among(number, texts_.size())
               ? profile().texts.add(text_of(texts_[static_cast<std::size_t>(number)]))
               : 0;
  }

  Result<void> read_functions(FirefoxTables& tables, json::Value resources) {
    functions_.clear();
    const std::vector<std::int64_t> names = column(tables.functions, "name");
    const std::size_t count = names.size();
    const bool has_flags = file_.version >= firefox::version::function_flags;
    tables.function_resources = column_of(tables.functions, "resource", count);
    if (has_flags) {
      tables.function_flags = column_of(tables.functions, "flags", count);
      keep_flagged(tables.function_resources, tables.function_flags, function_flag::resource);
    }
    std::vector<std::int64_t> files = column_of(tables.functions, "fileName", count);
    if (tables.functions["source"].is_array()) {
      const std::vector<std::int64_t> file_names = column(tables.sources, "filename");
      files = column_of(tables.functions, "source", count);
      if (has_flags) keep_flagged(files, tables.function_flags, function_flag::source);
      for (std::int64_t& file : files)
        file = is_among(file, file_names.size()) ? file_names[static_cast<std::size_t>(file)] : no_number;
    }
    const std::vector<std::int64_t> libraries = column(resources, "lib");
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_among(names[i], texts_.size()))
        return fail(say("a function names text ", names[i], " of ", texts_.size()));
      Named function{.name = text(names[i]), .file = text(files[i])};
      const std::int64_t resource = tables.function_resources[i];
      if (is_among(resource, libraries.size()))
        function.library = libraries[static_cast<std::size_t>(resource)];
      functions_.push_back(function);
    }
    return {};
  }

  Result<void> read_frames(FirefoxTables& tables) {
    std::vector<std::int64_t> addresses = column(tables.frames, "address");
    const std::size_t count = addresses.size();
    tables.frame_functions = column(tables.frames, "func");
    if (tables.frame_functions.size() != count)
      return fail("has frames whose columns are of different lengths");
    std::vector<std::int64_t> depths = column_of(tables.frames, "inlineDepth", count);
    std::vector<std::int64_t> lines = column_of(tables.frames, "line", count);
    std::vector<std::int64_t> columns = column_of(tables.frames, "column", count);
    if (file_.version >= firefox::version::frame_flags) {
      tables.frame_flags = column_of(tables.frames, "flags", count);
      keep_flagged(addresses, tables.frame_flags, frame_flag::address);
      keep_flagged(lines, tables.frame_flags, frame_flag::line);
      keep_flagged(columns, tables.frame_flags, frame_flag::column);
      for (std::size_t i = 0; i < count; ++i)
        depths[i] = has_flag(tables.frame_flags, i, frame_flag::inlined) ? 1 : 0;
    }
    for (const std::int64_t function : tables.frame_functions)
      if (!is_among(function, functions_.size()))
        return fail(say("a frame names function ", function, " of ", functions_.size()));
    tables.frame_libraries = libraries_of_frames(tables, count);
    // Frames symbolicated with inlined calls already have a frame for each call.
    std::set<std::pair<std::int64_t, std::int64_t>> answered;
    for (std::size_t i = 0; i < count; ++i)
      if (depths[i] > 0) answered.emplace(tables.frame_libraries[i], addresses[i]);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t library = tables.frame_libraries[i];
      const Named& function = functions_[static_cast<std::size_t>(tables.frame_functions[i])];
      const bool is_native = addresses[i] >= 0 && is_among(library, libraries_.size()) &&
                             !answered.contains({library, addresses[i]});
      const std::string_view name = profile().texts[function.name];
      const bool has_name = is_native
                                ? !is_place_name(name, libraries_[static_cast<std::size_t>(library)].name)
                                : !is_address(name);
      if (is_native && !has_name)
        tables.frame_locations.push_back(
            native_location(static_cast<std::uint32_t>(library), static_cast<std::uint64_t>(addresses[i])));
      else if (!has_name)
        tables.frame_locations.push_back(lost_location(name));
      else
        tables.frame_locations.push_back(
            known_location(function, lines[i], columns[i], is_native ? library : no_number, addresses[i]));
    }
    return {};
  }

  // In older versions, a frame's library is given by its symbol or its function.
  std::vector<std::int64_t> libraries_of_frames(const FirefoxTables& tables, std::size_t count) const {
    if (file_.version >= firefox::version::frame_libraries) return column_of(tables.frames, "lib", count);
    const std::vector<std::int64_t> symbols = column_of(tables.frames, "nativeSymbol", count);
    const std::vector<std::int64_t> symbol_libraries = column(tables.symbols, "libIndex");
    std::vector<std::int64_t> libraries;
    libraries.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
      libraries.push_back(is_among(symbols[i], symbol_libraries.size())
                              ? symbol_libraries[static_cast<std::size_t>(symbols[i])]
                              : functions_[static_cast<std::size_t>(tables.frame_functions[i])].library);
    return libraries;
  }

  std::uint32_t new_location(Location location) {
    profile().locations.push_back(location);
    return static_cast<std::uint32_t>(profile().locations.size() - 1);
  }

  std::uint32_t reference_of(std::uint32_t library, std::uint64_t address) {
    FrameReference frame{.image = libraries_[library], .address_of = AddressOf::Call};
    frame.image_offset = address;
    profile().references.push_back(frame);
    return static_cast<std::uint32_t>(profile().references.size() - 1);
  }

  std::uint32_t native_location(std::uint32_t library, std::uint64_t address) {
    const auto [place, is_new] = natives_.try_emplace({library, address});
    if (is_new)
      place->second =
          new_location({.address = address, .mapping = library, .reference = reference_of(library, address)});
    return place->second;
  }

  // A location whose mapping is unknown.
  std::uint32_t lost_location(std::string_view written) {
    Location location;
    std::from_chars(written.data() + 2, written.data() + written.size(), location.address, 16);
    return new_location(location);
  }

  static std::uint32_t small(std::int64_t number) {
    return number < 0 || number > INT32_MAX ? 0 : static_cast<std::uint32_t>(number);
  }

  std::uint32_t known_location(const Named& named, std::int64_t line, std::int64_t column,
                               std::int64_t library, std::int64_t address) {
    Location location{.is_answered = true};
    if (library != no_number) {
      location.address = static_cast<std::uint64_t>(address);
      location.mapping = static_cast<std::uint32_t>(library);
      location.reference = reference_of(location.mapping, location.address);
    }
    const Function function{named.name, 0, named.file};
    const auto [place, is_new] =
        named_.try_emplace(function, static_cast<std::uint32_t>(profile().functions.size()));
    if (is_new) profile().functions.push_back(function);
    location.first_line = static_cast<std::uint32_t>(profile().lines.size());
    location.line_count = 1;
    profile().lines.push_back({place->second, small(line), small(column)});
    return new_location(location);
  }

  Result<void> read_stacks(FirefoxTables& tables) {
    tables.stack_frames = column(tables.stacks, "frame");
    tables.stack_prefixes = firefox::callers(tables.stacks, file_.version);
    if (tables.stack_frames.size() != tables.stack_prefixes.size())
      return fail("has stacks whose columns are of different lengths");
    for (std::size_t i = 0; i < tables.stack_frames.size(); ++i) {
      if (!is_among(tables.stack_frames[i], tables.frame_locations.size()))
        return fail(
            say("a stack names frame ", tables.stack_frames[i], " of ", tables.frame_locations.size()));
      if (tables.stack_prefixes[i] != no_number && !is_among(tables.stack_prefixes[i], i))
        return fail(
            say("stack ", i, " was called by stack ", tables.stack_prefixes[i], ", which is not before it"));
    }
    return {};
  }

  void add_types() {
    for (const FirefoxThread& thread : file_.threads) {
      const Weights weights = weights_of(thread.value["samples"]);
      const TextId type = profile().texts.add(weights.type);
      if (std::ranges::find(profile().types, type, &ValueType::type) == profile().types.end())
        profile().types.push_back({type, profile().texts.add(weights.unit)});
    }
    if (profile().types.empty())
      profile().types.push_back({profile().texts.add("samples"), profile().texts.add("count")});
    profile().shown_type = 0;
  }

  // A stack begins with the thread's name.
  std::uint32_t label(std::string_view name) {
    const TextId text = profile().texts.add(name);
    const auto [place, is_new] = labels_.try_emplace(text);
    if (is_new) {
      place->second = known_location({.name = text}, no_number, no_number, no_number, 0);
      profile().locations[place->second].is_label = true;
    }
    return place->second;
  }

  Result<void> read_samples(const FirefoxThread& thread) {
    const FirefoxTables& tables = file_.tables[thread.tables];
    const json::Value samples = thread.value["samples"];
    if (!samples["stack"].is_array()) return fail("has a thread whose samples have no stacks");
    const std::vector<std::int64_t> stacks = column(samples, "stack");
    const std::vector<std::string_view> weights = samples["weight"].is_array()
                                                      ? elements_of(samples["weight"].written())
                                                      : std::vector<std::string_view>();
    const Weights how = weights_of(samples);
    const auto type = static_cast<std::size_t>(
        std::ranges::find(profile().types, profile().texts.add(how.type), &ValueType::type) -
        profile().types.begin());
    const std::string_view name = thread.value["name"].string();
    std::vector<std::uint32_t> stack;
    std::vector<std::int64_t> values(profile().types.size());
    for (std::size_t i = 0; i < stacks.size(); ++i) {
      if (stacks[i] == no_number) continue;
      if (!is_among(stacks[i], tables.stack_frames.size()))
        return fail(say("a sample names stack ", stacks[i], " of ", tables.stack_frames.size()));
      stack.clear();
      for (std::int64_t at = stacks[i]; at != no_number;
           at = tables.stack_prefixes[static_cast<std::size_t>(at)])
        stack.push_back(tables.frame_locations[static_cast<std::size_t>(
            tables.stack_frames[static_cast<std::size_t>(at)])]);
      if (!name.empty()) stack.push_back(label(name));
      values[type] = i < weights.size() ? number_times(weights[i], how.factor) : how.factor;
      if (const std::size_t size = stack.size(); (frames_ += size) > most_frames)
        return fail(say("has more than ", most_frames, " frames in its stacks"));
      profile().add_sample(stack, values);
    }
    return {};
  }

  // A small table of callers can describe very long stacks, which are stored expanded.
  static constexpr std::size_t most_frames = 200'000'000;

  FirefoxFile file_;
  json::Value root_;
  std::vector<ImageReference> libraries_;
  std::vector<std::string_view> texts_;  // of the current tables, as written
  std::vector<Named> functions_;         // of the current tables
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> natives_;
  std::map<Function, std::uint32_t> named_;
  std::map<TextId, std::uint32_t> labels_;
  std::size_t frames_ = 0;
};

}  // namespace

Result<FirefoxFile> read_firefox(io::SharedBlob bytes) {
  if (looks_like_json_slabs(bytes->bytes())) {
    auto json = json_of_slabs(bytes->bytes());
    if (!json) return fail(json.error());
    bytes = io::blob_of_text(std::move(*json));
  }
  auto document = json::Document::parse(as_text(bytes->bytes()), is_column);
  if (!document) return fail(say("is not JSON: ", document.error().message));
  return FirefoxReader(std::move(bytes), std::make_shared<const json::Document>(std::move(*document))).read();
}

}  // namespace symkit::profile
