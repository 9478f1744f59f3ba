#include "reports/profile/pprof_rewriter.h"

#include <array>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "reports/profile/pprof_format.h"

namespace symkit::profile {
namespace {

using Reader = protozero::pbf_reader;
using Writer = protozero::pbf_writer;

// A mapping's flags.
struct Known {
  bool functions = false;
  bool files = false;
  bool lines = false;
  bool inlined = false;
};

class PprofRewriter {
 public:
  PprofRewriter(const PprofFile& file, const std::vector<bool>& renamed)
      : file_(file), profile_(file.profile), renamed_(renamed), known_(profile_.mappings.size()) {
    for (std::size_t i = 0; i < profile_.locations.size(); ++i)
      if (renamed_[i]) note(profile_.locations[i]);
  }

  Pieces write() {
    const Bytes bytes = profile_.bytes->bytes();
    const auto* begin = reinterpret_cast<const char*>(bytes.data());
    Reader field(begin, bytes.size());
    const char* written = begin;  // everything before it has been written
    const char* at = begin;
    std::size_t mapping = 0, location = 0;
    ReadBehind behind(file_);
    while (field.next()) {
      behind.at(at);
      const std::uint32_t tag = field.tag();
      const bool is_message = field.wire_type() == protozero::pbf_wire_type::length_delimited;
      const bool is_changed = is_message && ((tag == pprof::top::mapping && changes(mapping)) ||
                                             (tag == pprof::top::location && renamed_[location]));
      if (is_changed) {
        copy(written, at);
        if (tag == pprof::top::mapping)
          write_mapping(field.get_message(), known_[mapping]);
        else
          write_location(field.get_message(), profile_.locations[location]);
        written = field.data().data();
      } else {
        field.skip();
      }
      if (is_message && tag == pprof::top::mapping) ++mapping;
      if (is_message && tag == pprof::top::location) ++location;
      at = field.data().data();
    }
    copy(written, begin + bytes.size());
    write_additions();
    flush();
    return std::move(pieces_);
  }

 private:
  // A short part is not worth a piece of its own.
  void copy(const char* from, const char* to) {
    constexpr std::ptrdiff_t short_part = 4096;
    if (to - from < short_part) {
      out_.append(from, to);
      return;
    }
    flush();
    pieces_.add_view(as_bytes(std::string_view(from, to)));
  }

  void flush() { pieces_.add(std::exchange(out_, {})); }

  bool changes(std::size_t mapping) const { return known_[mapping].functions || known_[mapping].files; }

  void note(const Location& location) {
    if (location.mapping == none) return;
    Known& known = known_[location.mapping];
    for (const Line& line : profile_.lines_of(location)) {
      const Function& function = profile_.functions[line.function];
      known.functions = known.functions || function.name != 0;
      known.files = known.files || function.file != 0;
      known.lines = known.lines || line.line != 0;
      known.inlined = true;  // inlined calls are now included
    }
  }

  // Copies the current field unchanged.
  static void copy_field(Reader& field, std::string& to, const char* from) {
    field.skip();
    to.append(from, field.data().data());
  }

  void write_mapping(Reader field, const Known& known) {
    std::string message;
    std::array<bool, 4> flags = {known.functions, known.files, known.lines, known.inlined};
    for (const char* at = field.data().data(); field.next(); at = field.data().data()) {
      const std::uint32_t tag = field.tag();
      const bool is_flag = tag >= pprof::mapping::has_functions && tag <= pprof::mapping::has_inline_frames &&
                           field.wire_type() == protozero::pbf_wire_type::varint;
      if (!is_flag) {
        copy_field(field, message, at);
        continue;
      }
      bool& flag = flags[tag - pprof::mapping::has_functions];
      flag = field.get_uint64() != 0 || flag;
    }
    Writer writer(message);
    for (std::uint32_t i = 0; i < flags.size(); ++i)
      if (flags[i]) writer.add_bool(pprof::mapping::has_functions + i, true);
    Writer(out_).add_message(pprof::top::mapping, message);
  }

  void write_location(Reader field, const Location& location) {
    message_.clear();
    for (const char* at = field.data().data(); field.next(); at = field.data().data()) {
      if (field.tag() == pprof::location::line || field.tag() == pprof::location::is_folded)
        field.skip();
      else
        copy_field(field, message_, at);
    }
    Writer writer(message_);
    for (const Line& line : profile_.lines_of(location)) {
      Writer one(writer, pprof::location::line);
      one.add_uint64(pprof::line::function_id, id_of(line.function));
      if (line.line != 0) one.add_int64(pprof::line::number, line.line);
      if (line.column != 0) one.add_int64(pprof::line::column, line.column);
    }
    if (location.is_folded) writer.add_bool(pprof::location::is_folded, true);
    Writer(out_).add_message(pprof::top::location, message_);
  }

  std::uint64_t id_of(std::uint32_t function) const {
    if (function < file_.function_ids.size()) return file_.function_ids[function];
    return file_.highest_function_id + 1 + (function - file_.function_ids.size());
  }

  void write_additions() {
    constexpr std::size_t most_round_each = 40;
    const std::size_t functions = profile_.functions.size() - file_.function_ids.size();
    std::size_t size = functions * most_round_each;
    for (std::size_t i = file_.text_count; i < profile_.texts.size(); ++i)
      size += profile_.texts[static_cast<TextId>(i)].size() + most_round_each / 4;
    out_.reserve(out_.size() + size);
    Writer writer(out_);
    for (std::size_t i = file_.function_ids.size(); i < profile_.functions.size(); ++i) {
      const Function& function = profile_.functions[i];
      Writer one(writer, pprof::top::function);
      one.add_uint64(pprof::function::id, id_of(static_cast<std::uint32_t>(i)));
      one.add_int64(pprof::function::name, function.name);
      one.add_int64(pprof::function::system_name, function.system_name);
      if (function.file != 0) one.add_int64(pprof::function::file, function.file);
      if (function.start_line != 0) one.add_int64(pprof::function::start_line, function.start_line);
    }
    for (std::size_t i = file_.text_count; i < profile_.texts.size(); ++i) {
      const std::string_view text = profile_.texts[static_cast<TextId>(i)];
      writer.add_string(pprof::top::string_table, text.data(), text.size());
    }
  }

  const PprofFile& file_;
  const Profile& profile_;
  const std::vector<bool>& renamed_;
  std::vector<Known> known_;
  Pieces pieces_;
  std::string out_;  // new bytes after them
  std::string message_;
};

}  // namespace

Pieces rewritten_pprof(const PprofFile& file, const std::vector<bool>& renamed) {
  return PprofRewriter(file, renamed).write();
}

}  // namespace symkit::profile
