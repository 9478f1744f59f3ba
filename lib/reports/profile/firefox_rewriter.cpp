#include "reports/profile/firefox_rewriter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <unordered_map>

#include "ground/print/json.h"
#include "logs/crashlog/document_edits.h"
#include "reports/profile/firefox_format.h"
#include "reports/profile/json_elements.h"

namespace symkit::profile {
namespace {

using crashlog::DocumentEdits;
using json::Document;
using json::Value;

// The value of a column stays as it was in the original row.
constexpr std::int64_t as_it_was = INT64_MAX;
constexpr std::uint32_t no_row = UINT32_MAX;

// A new table: its rows by the old ones from which they are made, and the columns with other values.
struct NewTable {
  std::vector<std::uint32_t> origins;
  std::map<std::string_view, std::vector<std::int64_t>> columns;

  void keep_rows(std::size_t count) {
    origins.resize(count);
    std::iota(origins.begin(), origins.end(), 0U);
  }
  // Columns that are not set are copied.
  void add_row(std::uint32_t origin,
               std::initializer_list<std::pair<std::string_view, std::int64_t>> values) {
    origins.push_back(origin);
    for (const auto& [name, value] : values) set(name, value);
  }
  // For the row added last.
  void set(std::string_view name, std::int64_t value) {
    auto& column = columns[name];
    column.resize(origins.size() - 1, as_it_was);
    column.push_back(value);
  }
};

std::string column_text(std::string_view array, const std::vector<std::uint32_t>& origins,
                        const std::vector<std::int64_t>* values) {
  const std::vector<std::string_view> old = elements_of(array);
  std::string out = "[";
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (i != 0) out += ',';
    const std::int64_t value = values != nullptr && i < values->size() ? (*values)[i] : as_it_was;
    if (value != as_it_was && value != no_number)
      out += std::to_string(value);
    else if (value == as_it_was && origins[i] < old.size())
      out += old[origins[i]];
    else
      out += "null";
  }
  out += ']';
  return out;
}

class FirefoxRewriter {
 public:
  FirefoxRewriter(const FirefoxFile& file, const Naming& naming)
      : file_(file), profile_(file.profile), naming_(naming), edits_(text()) {}

  std::string write() {
    std::vector<std::vector<std::uint32_t>> new_stacks;  // for each old stack; empty: unchanged
    new_stacks.reserve(file_.tables.size());
    for (const FirefoxTables& tables : file_.tables) new_stacks.push_back(name_tables(tables));
    for (const auto& [place, texts] : texts_)
      if (!texts.added().empty()) edits_.insert(texts.end() - 1, texts.added());
    for (const auto& [place, sources] : sources_) write_table(sources.table, sources.rows);
    for (const FirefoxThread& thread : file_.threads)
      if (const auto& stacks = new_stacks[thread.tables]; !stacks.empty()) move_stacks(thread.value, stacks);
    if (is_complete()) mark_as_symbolicated();
    return edits_.applied();
  }

 private:
  std::string_view text() const { return as_text(profile_.bytes->bytes()); }

  void replace(Span where, std::string text) { edits_.replace({where.begin, where.end, std::move(text)}); }

  bool is_renamed(std::uint32_t location) const {
    return naming_.renamed[location] && profile_.locations[location].line_count != 0;
  }

  // The profiler asks no symbol server about a profile that says so.
  bool is_complete() const {
    return std::ranges::any_of(naming_.renamed, std::identity()) &&
           std::ranges::all_of(naming_.mappings,
                               [](const NamingCounts& tally) { return tally.missed.empty(); });
  }

  void mark_as_symbolicated() {
    const crashlog::Member member{"symbolicated", "true"};
    edits_.set(file_.document->root()["meta"], {&member, 1});
  }

  void write_table(json::Value table, const NewTable& made) {
    if (made.columns.empty()) return;  // no row was added
    for (json::Value member = table.first(); member; member = member.next()) {
      if (member.key() == "length" && member.is_number()) {
        replace(member.value_where(), std::to_string(made.origins.size()));
      } else if (member.is_array()) {
        const auto values = made.columns.find(member.key());
        replace(member.where(), column_text(member.written(), made.origins,
                                            values == made.columns.end() ? nullptr : &values->second));
      }
    }
  }

  // Returns where the old stacks are now, if they have moved.
  std::vector<std::uint32_t> name_tables(const FirefoxTables& tables) {
    if (std::ranges::none_of(tables.frame_locations,
                             [&](std::uint32_t location) { return is_renamed(location); }))
      return {};
    now_texts_ = &texts_.try_emplace(tables.texts.where().begin, tables.texts).first->second;
    now_sources_ = tables.sources.is_object()
                       ? &sources_.try_emplace(tables.sources.where().begin, tables.sources).first->second
                       : nullptr;
    functions_ = {};
    functions_.keep_rows(tables.function_resources.size());
    symbols_ = {};
    symbols_.keep_rows(elements_of(tables.symbols["address"].written()).size());
    numbers_ = {};
    const std::vector<std::uint32_t> first_frames = name_frames(tables);
    write_table(tables.functions, functions_);
    write_table(tables.symbols, symbols_);
    return move_frames(tables, first_frames);
  }

  // The first of the new frames for each old one: the function itself comes first, then what was inlined
  // into it.
  std::vector<std::uint32_t> name_frames(const FirefoxTables& tables) {
    NewTable frames;
    std::vector<std::uint32_t> begins;
    for (std::uint32_t i = 0; i < tables.frame_locations.size(); ++i) {
      begins.push_back(static_cast<std::uint32_t>(frames.origins.size()));
      const std::uint32_t number = tables.frame_locations[i];
      if (!is_renamed(number)) {
        frames.add_row(i, {});
        continue;
      }
      const auto lines = profile_.lines_of(profile_.locations[number]);
      const std::int64_t symbol =
          symbol_of(tables, i, profile_.functions[lines.back().function].name, naming_.extents[number]);
      for (std::size_t depth = 0; depth < lines.size(); ++depth) {
        const Line& line = lines[lines.size() - 1 - depth];
        frames.add_row(i, {{"func", function_of(tables, i, line)}});
        set_frame(frames, tables, {static_cast<std::int64_t>(depth), symbol, line});
      }
    }
    begins.push_back(static_cast<std::uint32_t>(frames.origins.size()));
    write_table(tables.frames, frames);
    return begins;
  }

  struct FrameValues {
    std::int64_t depth = 0;
    std::int64_t symbol = no_number;
    Line line;
  };
  // Newer files mark a frame's valid columns by flags, and have zeros in the others.
  void set_frame(NewTable& frames, const FirefoxTables& tables, const FrameValues& frame) const {
    namespace flag = firefox::frame_flag;
    const bool has_flags = file_.version >= firefox::version::frame_flags;
    std::int64_t flags = 0;
    const auto set = [&](std::string_view name, std::int64_t value, bool is_there, std::int64_t its_flag) {
      frames.set(name, is_there ? value : has_flags ? 0 : no_number);
      if (is_there) flags |= its_flag;
    };
    set("nativeSymbol", frame.symbol, frame.symbol != no_number, flag::symbol);
    set("line", frame.line.line, frame.line.line != 0, flag::line);
    set("column", frame.line.column, frame.line.column != 0, flag::column);
    if (!has_flags) return frames.set("inlineDepth", frame.depth);
    if (frame.depth != 0) flags |= flag::inlined;
    constexpr std::int64_t mine = flag::symbol | flag::line | flag::column | flag::inlined;
    frames.set("flags", (tables.frame_flags[frames.origins.back()] & ~mine) | flags);
  }

  std::vector<std::uint32_t> move_frames(const FirefoxTables& tables,
                                         const std::vector<std::uint32_t>& begins) {
    if (begins.size() == begins.back() + 1) return {};  // nothing was inlined
    const bool has_offsets = file_.version >= firefox::version::caller_offsets;
    NewTable stacks;
    std::vector<std::uint32_t> moved;
    for (std::uint32_t i = 0; i < tables.stack_frames.size(); ++i) {
      const auto frame = static_cast<std::size_t>(tables.stack_frames[i]);
      const std::int64_t prefix = tables.stack_prefixes[i];
      std::int64_t caller = prefix == no_number ? no_number : moved[static_cast<std::size_t>(prefix)];
      for (std::uint32_t at = begins[frame]; at < begins[frame + 1]; ++at) {
        const auto row = static_cast<std::int64_t>(stacks.origins.size());
        const std::int64_t offset = caller == no_number ? 0 : row - caller;
        stacks.add_row(
            i, {{"frame", at}, {firefox::caller_column(file_.version), has_offsets ? offset : caller}});
        caller = row;
      }
      moved.push_back(static_cast<std::uint32_t>(caller));
    }
    write_table(tables.stacks, stacks);
    return moved;
  }

  // The table that a number refers to, and the key of its rows.
  enum class Of : std::uint8_t { Function, Symbol };
  std::pair<std::int64_t*, bool> number_of(Of what, std::int64_t one, std::int64_t other,
                                           std::int64_t third) {
    const auto [place, is_new] = numbers_.try_emplace({what, one, other, third});
    return {&place->second, is_new};
  }

  // Its resource stays that of the frame's nameless function.
  std::int64_t function_of(const FirefoxTables& tables, std::size_t frame, const Line& line) {
    const Function& function = profile_.functions[line.function];
    const auto old = static_cast<std::uint32_t>(tables.frame_functions[frame]);
    const auto [number, is_new] =
        number_of(Of::Function, function.name, function.file, tables.function_resources[old]);
    if (!is_new) return *number;
    const std::int64_t file =
        function.file == 0 ? no_number : now_texts_->number_of(profile_.texts[function.file]);
    const std::int64_t source =
        now_sources_ != nullptr && file != no_number ? now_sources_->number_of(file) : no_number;
    const bool has_flags = file_.version >= firefox::version::function_flags;
    const std::int64_t nothing = has_flags ? 0 : no_number;
    functions_.add_row(old, {{"name", now_texts_->number_of(profile_.texts[function.name])},
                             {"fileName", file},
                             {"source", source == no_number ? nothing : source},
                             {"lineNumber", nothing},
                             {"columnNumber", nothing}});
    if (has_flags) {
      namespace flag = firefox::function_flag;
      const std::int64_t kept = tables.function_flags[old] & ~(flag::source | flag::line | flag::column);
      functions_.set("flags", kept | (source == no_number ? 0 : flag::source));
    }
    return *number = static_cast<std::int64_t>(functions_.origins.size()) - 1;
  }

  std::int64_t symbol_of(const FirefoxTables& tables, std::size_t frame, TextId name, const Extent& extent) {
    if (!tables.symbols.is_object()) return no_number;
    const auto [number, is_new] = number_of(Of::Symbol, tables.frame_libraries[frame],
                                            static_cast<std::int64_t>(extent.function_begin), 0);
    if (!is_new) return *number;
    const bool has_end = extent.function_end > extent.function_begin;
    const std::int64_t no_size = file_.version >= firefox::version::whole_sizes ? -1 : no_number;
    symbols_.add_row(
        no_row,
        {{"libIndex", tables.frame_libraries[frame]},
         {"address", static_cast<std::int64_t>(extent.function_begin)},
         {"name", now_texts_->number_of(profile_.texts[name])},
         {"functionSize",
          has_end ? static_cast<std::int64_t>(extent.function_end - extent.function_begin) : no_size}});
    return *number = static_cast<std::int64_t>(symbols_.origins.size()) - 1;
  }

  // Samples and allocations have a column of stacks, markers a cause.
  void move_stacks(json::Value thread, const std::vector<std::uint32_t>& moved) {
    for (const std::string_view table : {"samples", "jsAllocations", "nativeAllocations"}) {
      const json::Value stacks = thread[table]["stack"];
      if (stacks.is_array()) replace(stacks.where(), moved_numbers(stacks.written(), moved));
    }
    if (const json::Value data = thread["markers"]["data"]; data.is_array()) move_causes(data, moved);
  }

  static std::string moved_numbers(std::string_view array, const std::vector<std::uint32_t>& moved) {
    std::string out = "[";
    JsonElements elements(array);
    while (const auto element = elements.next()) {
      if (out.size() > 1) out += ',';
      const std::int64_t stack = profile::number_of(*element);
      if (stack >= 0 && static_cast<std::uint64_t>(stack) < moved.size())
        out += std::to_string(moved[static_cast<std::size_t>(stack)]);
      else
        out += *element;
    }
    out += ']';
    return out;
  }

  void move_causes(json::Value data, const std::vector<std::uint32_t>& moved) {
    JsonElements markers(data.written());
    while (const auto marker = markers.next()) {
      if (!marker->contains("\"cause\"")) continue;
      const auto document = json::Document::parse(*marker);
      const json::Value stack = document ? document->root()["cause"]["stack"] : json::Value();
      const auto number = stack.number();
      if (!number || *number >= moved.size()) continue;
      const auto begin = static_cast<std::size_t>(marker->data() - text().data());
      const Span where = stack.value_where();
      replace({begin + where.begin, begin + where.end},
              std::to_string(moved[static_cast<std::size_t>(*number)]));
    }
  }

  // A list of texts with additions.
  class NewTexts {
   public:
    explicit NewTexts(json::Value texts) : end_(texts.where().end) {
      for (const std::string_view element : elements_of(texts.written()))
        numbers_.try_emplace(text_of(element), count_++);
    }
    std::int64_t number_of(std::string_view text) {
      const auto [place, is_new] = numbers_.try_emplace(std::string(text), count_);
      if (!is_new) return place->second;
      if (count_++ != 0) added_ += ',';
      print::JsonWriter(added_).value(text);
      return place->second;
    }
    const std::string& added() const { return added_; }
    std::size_t end() const { return end_; }

   private:
    std::size_t end_ = 0;
    std::unordered_map<std::string, std::int64_t> numbers_;
    std::int64_t count_ = 0;
    std::string added_;
  };

  // The names of files, with additions. New files have no source map of their own and begin at line 1.
  struct NewSources {
    explicit NewSources(json::Value old) : table(old) {
      rows.keep_rows(elements_of(table["filename"].written()).size());
    }
    std::int64_t number_of(std::int64_t file) {
      const auto [place, is_new] = numbers.try_emplace(file, static_cast<std::int64_t>(rows.origins.size()));
      if (is_new) rows.add_row(no_row, {{"filename", file}, {"startLine", 1}, {"startColumn", 1}});
      return place->second;
    }

    json::Value table;
    NewTable rows;
    std::map<std::int64_t, std::int64_t> numbers;  // by those of texts
  };

  const FirefoxFile& file_;
  const Profile& profile_;
  const Naming& naming_;
  DocumentEdits edits_;
  // By their place in the document: a thread has its own texts, or shares them.
  std::map<std::size_t, NewTexts> texts_;
  std::map<std::size_t, NewSources> sources_;
  // Points into `texts_`, for the current tables.
  NewTexts* now_texts_ = nullptr;
  NewSources* now_sources_ = nullptr;
  NewTable functions_;
  NewTable symbols_;
  std::map<std::tuple<Of, std::int64_t, std::int64_t, std::int64_t>, std::int64_t> numbers_;
};

}  // namespace

std::string rewritten_firefox(const FirefoxFile& file, const Naming& naming) {
  return FirefoxRewriter(file, naming).write();
}

}  // namespace symkit::profile
