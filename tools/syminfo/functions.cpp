// --functions: as Apple's `symbols` prints it, a line for each function by address, with tags for the
// sources of the information.
#include <array>
#include <charconv>

#include "debug/listing/listing.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "keep/index/native_index.h"
#include "names/demangle/cache.h"
#include "syminfo/companions.h"
#include "syminfo/questions.h"
#include "syminfo/slices.h"

namespace symkit::syminfo {
namespace {

listing::Sources sources_of(Source source) {
  switch (source) {
    case Source::All: return listing::all_sources;
    case Source::Starts: return {.starts = true};
    case Source::Nlist: return {.symbols = true};
    case Source::Dwarf: return {.debug_info = true};
    case Source::Go: return {.go_table = true};
  }
  return {};
}

std::string_view spelling_of(Source source) {
  switch (source) {
    case Source::Starts: return "function starts";
    case Source::Nlist: return "the symbol table";
    case Source::Dwarf: return "debug information";
    case Source::Go: return "Go's own table";
    case Source::All: break;
  }
  return "anybody";
}

// Hexadecimal digits in a field, without a format string: a kernel has a hundred thousand lines.
void append_hex(std::string& out, std::uint64_t value, std::size_t digits, std::size_t width) {
  std::array<char, 16> text{};
  const auto end = std::to_chars(text.begin(), text.end(), value, 16).ptr;
  const auto size = std::max(static_cast<std::size_t>(end - text.begin()), digits);
  if (size + 2 < width) out.append(width - size - 2, ' ');
  out += "0x";
  out.append(size - static_cast<std::size_t>(end - text.begin()), '0');
  out.append(text.begin(), end);
}

class FunctionPrinter {
 public:
  explicit FunctionPrinter(Work& work) : work_(work), names_({}) {}

  void print(const Slice& slice, const listing::Listing& listing) {
    if (listing.functions().empty()) return say_nothing(slice);
    if (work_.options.format == Format::Text && !slice.is_only_one) print_title(slice);
    last_name_.clear();
    for (const listing::Function& function : listing.functions()) {
      if (work_.options.format == Format::Json) {
        print_object(slice, function);
      } else {
        print_line(function);
      }
      work_.output.written();
      if (work_.output.stopped()) return;
    }
  }

 private:
  std::string_view readable(const listing::Function& function) {
    return work_.options.mangled_names ? function.name : names_.demangled(function.name);
  }

  void say_nothing(const Slice& slice) {
    work_.console.warning(say(title_of(slice), ": no functions in ", spelling_of(work_.options.source)));
  }

  void print_title(const Slice& slice) {
    if (any_) work_.output.write("\n");
    any_ = true;
    work_.output.write(
        say(print::visible(title_of(slice)), slice.id.empty() ? "" : " ", slice.id.uuid(), ":\n"));
  }

  void print_line(const listing::Function& function) {
    const std::string_view name = readable(function);
    // A constructor has a symbol for each of its kinds, which look the same.
    const bool is_said = !name.empty() && function.begin == last_begin_ && name == last_name_;
    if (is_said) return;
    last_begin_ = function.begin;
    last_name_ = name;
    std::string& out = work_.output.buffer();
    append_hex(out, function.begin, 16, 0);
    out += " (";
    append_hex(out, function.size, 1, 8);
    out += ") ";
    print::append_visible(out, name);
    if (!name.empty()) out += ' ';
    std::string_view before = "[";
    const auto tag = [&](bool is_so, std::string_view word) {
      if (!is_so) return;
      (out += before) += word;
      before = ", ";
    };
    tag(function.is_function, "FUNC");
    tag(function.is_external, "EXT");
    tag(function.is_part, "PART");
    tag(function.is_folded, "FOLDED");
    tag(function.known_to.symbols, "NList");
    tag(function.known_to.debug_info, "Dwarf");
    tag(function.known_to.go_table, "GoTable");
    tag(function.known_to.starts, "FunctionStarts");
    out += "]\n";
  }

  void print_object(const Slice& slice, const listing::Function& function) {
    print::JsonWriter json(work_.output.buffer());
    json.begin_object();
    json.member("path", slice.path);
    if (slice.architecture != Architecture::Unknown) json.member("arch", name_of(slice.architecture));
    if (!slice.id.empty()) json.member("id", slice.id.hex());
    json.member("address", hex(function.begin));
    json.member("size", function.size);
    json.member("size_known", function.has_own_size);
    if (!function.name.empty()) {
      const std::string_view name = readable(function);
      json.member("name", name);
      if (name != function.name) json.member("mangled", function.name);
    }
    if (function.start_line != 0) json.member("start_line", function.start_line);
    json.member("function", function.is_function);
    json.member("external", function.is_external);
    json.member("part", function.is_part);
    if (function.is_folded) json.member("folded", true);
    json.begin_array("sources");
    if (function.known_to.symbols) json.value("nlist");
    if (function.known_to.debug_info) json.value("dwarf");
    if (function.known_to.go_table) json.value("go");
    if (function.known_to.starts) json.value("starts");
    json.end_array();
    json.end_object();
    work_.output.write("\n");
  }

  Work& work_;
  demangle::Cache names_;
  bool any_ = false;  // a title was printed
  std::uint64_t last_begin_ = 0;
  std::string last_name_;
};

Result<listing::Listing> listing_of(Work& work, const Slice& slice, debuginfo::Companions* companions) {
  const listing::Sources wanted = sources_of(work.options.source);
  if (slice.image != nullptr)
    return listing::Listing::of(
        *slice.image, wanted, io::default_jobs(),
        [&](const std::string& message) { work.console.warning(say(title_of(slice), ": ", message)); },
        companions);
  const auto index = index::NativeIndex::open(slice.index);
  if (!index) return fail(index.error());
  return listing::Listing::of(*index, wanted);
}

}  // namespace

Result<void> list_functions(Work& work) {
  FunctionPrinter printer(work);
  for_each_slice(work, [&](const Slice& slice) {
    const auto companions =
        slice.image == nullptr ? nullptr : companions_of(slice.path, *slice.image, work.options);
    const auto listing = listing_of(work, slice, companions.get());
    if (listing) {
      printer.print(slice, *listing);
    } else if (slice.was_named) {
      work.console.error(listing.error().within(slice.path));
    }
    return !work.output.stopped();
  });
  return {};
}

}  // namespace symkit::syminfo
