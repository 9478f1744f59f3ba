#include "answers/rewrite/document_writer.h"

#include <algorithm>
#include <ranges>

#include "answers/symbolize/same_function.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"

namespace symkit::rewrite {
namespace {

// Added members, each with the text that precedes it.
class Members {
 public:
  explicit Members(std::string_view separator) : separator_(separator) {}

  template <class Value>
  void add(std::string_view name, const Value& value) {
    std::string object;
    print::JsonWriter json(object);
    json.begin_object();
    json.member(name, value);
    json.end_object();
    text_ += separator_;
    text_ += std::string_view(object).substr(1, object.size() - 2);
  }
  void add_written(std::string_view member) {
    text_ += separator_;
    text_ += member;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string_view separator_;
  std::string text_;
};

template <class Value>
void add_member(std::vector<crashlog::Member>& members, std::string_view name, const Value& value) {
  std::string written;
  print::JsonWriter(written).value(value);
  members.push_back({name, std::move(written)});
}

bool lacks_member(const crashlog::DocumentFrame& place, std::string_view name) {
  return !name.empty() && place.value[name].written().empty();
}

// With as many digits as the document's own addresses have.
std::string as_wide_as(std::string_view address, std::uint64_t value) {
  std::string digits = hex(value).substr(2);
  constexpr std::size_t widest = 18;
  const std::size_t width = std::min(address.size(), widest);
  if (digits.size() + 2 < width) digits.insert(0, width - 2 - digits.size(), '0');
  return "0x" + digits;
}

// An array of the calls that were inlined, innermost first.
std::string inlined_members(const crashlog::FrameMembers& names, const print::Located& located) {
  std::string calls;
  print::JsonWriter json(calls);
  json.begin_array();
  for (const print::Frame& frame : located.frames.first(located.frames.size() - 1)) {
    json.begin_object();
    json.member(names.function, frame.function);
    if (!frame.file.empty() && frame.line != 0) {
      json.member(names.path, frame.file);
      json.member(names.line, frame.line);
    }
    json.end_object();
  }
  json.end_array();
  return calls;
}

// The lines are not the log's own: characters that the document escapes are unescaped in them.
std::string made_visible(std::string_view text) {
  std::string out;
  print::append_visible(out, text, print::Escapes::Source);
  return out;
}

// Writers of such objects write whole paths.
std::string place_object(const crashlog::FrameMembers& names, const print::Frame& frame) {
  std::string object;
  print::JsonWriter json(object);
  json.begin_object();
  json.member(names.file, frame.file);
  json.member(names.line, frame.line);
  json.member(names.column, frame.column);
  json.end_object();
  return object;
}

}  // namespace

void DocumentWriter::begin(const CapturedDocument& document) {
  document_ = &document;
  edits_.emplace(document.text());
}

// Includes the other functions if it could have been any of several.
std::string DocumentWriter::function_of(const print::Located& located, const print::Frame& frame) const {
  std::string function(frame.function);
  if (!frame.inlined) print::append_others(function, located, work_.style.all_folded);
  return function;
}

void DocumentWriter::write(const crashlog::LogLine& line, const crashlog::Frame* frame,
                           const print::Located* located) {
  const crashlog::DocumentFrame* const place = places_.front();
  places_.pop_front();
  if (!work_.json && !document_->keeps_form()) return write_text(line.text, frame, located);
  if (located == nullptr || place == nullptr || place->has_place || located->frames.empty()) return;
  place->members == nullptr ? add_members(*place, *located) : add_to_stack(*place, *located);
}

void DocumentWriter::write_text(std::string_view line, const crashlog::Frame* frame,
                                const print::Located* located) {
  if (frame == nullptr || frame->number == 0) frames_.end_stack();
  if (located == nullptr || located->frames.empty()) {
    work_.output.write(say(document_->prefix(), made_visible(line), document_->line_end()));
    return;
  }
  const std::string before = say(document_->prefix(), made_visible(line.substr(0, frame->replaced.begin)));
  const std::string after = made_visible(line.substr(frame->replaced.end));
  frames_.write_line({before, after, document_->line_end(), {}}, *located, frame->image.id);
}

void DocumentWriter::add_members(const crashlog::DocumentFrame& place, const print::Located& located) {
  const print::Frame& whole = located.frames.back();
  Members members(place.separator);
  if (!place.has_symbol && !whole.function.empty()) {
    members.add("symbol", function_of(located, whole));
    if (located.offset_from_function) members.add("symbolLocation", *located.offset_from_function);
  }
  if (!whole.file.empty() && whole.line != 0) {
    members.add("sourceFile", shown_file(whole));
    members.add("sourceLine", whole.line);
  }
  std::string inlined = work_.style.inlined_frames ? inlined_calls(place, located) : std::string();
  if (!inlined.empty() && place.shared_members.empty()) {
    inlined.pop_back();
    members.add_written("\"inlined\":[" + inlined + "]");
    inlined.clear();
  }
  edits_->insert(place.object.begin, std::move(inlined));
  edits_->insert(place.end_of_members, members.take());
}

// Writes an object for each inlined call, followed by a comma: as a member of the frame itself, or as a
// neighbour of the frame that the call was inlined into, which then has the members that all frames have.
std::string DocumentWriter::inlined_calls(const crashlog::DocumentFrame& place,
                                          const print::Located& located) const {
  std::string calls;
  for (const print::Frame& frame : located.frames.first(located.frames.size() - 1)) {
    const std::string_view file = shown_file(frame);
    std::string object;
    print::JsonWriter json(object);
    json.begin_object();
    if (!frame.function.empty()) json.member("symbol", frame.function);
    if (frame.line != 0 && !file.empty()) {
      json.member("sourceFile", file);
      json.member("sourceLine", frame.line);
    }
    if (!place.shared_members.empty()) json.member("inline", true);
    json.end_object();
    if (!place.shared_members.empty()) object.insert(1, place.shared_members + ",");
    calls += object + ",";
  }
  return calls;
}

std::string_view DocumentWriter::shown_file(const print::Frame& frame) const {
  return work_.style.full_path ? frame.file : print::base_name(frame.file);
}

// If the log names the function, the result is about the same function or adds nothing. Inlined calls are
// frames of their own.
void DocumentWriter::add_to_stack(const crashlog::DocumentFrame& place, const print::Located& located) {
  using Side = crashlog::DocumentEdits::Side;
  const auto is_the_logs = [&](const print::Frame& frame) {
    return symbolize::same_function(place.frame.symbol, frame.function);
  };
  if (place.has_symbol) {
    const auto named = std::ranges::find_if(located.frames, is_the_logs);
    if (named != located.frames.end()) edits_->set(place.value, members_of(place, located, *named));
    return;
  }
  if (!place.members->inlined_calls.empty())
    return edits_->set(place.value, members_of(place, located, located.frames.back()));
  const bool innermost_first = place.members->innermost_first;
  const auto inlined = located.frames.first(work_.style.inlined_frames ? located.frames.size() - 1 : 0);
  const auto add = [&](const print::Frame& frame) {
    auto members = members_of(place, located, frame);
    members.push_back({"inlined", "true"});
    edits_->add_copy(place.value, members, innermost_first ? Side::Before : Side::Behind);
  };
  edits_->set(place.value, members_of(place, located, located.frames.back()));
  if (innermost_first) {
    for (const print::Frame& frame : inlined) add(frame);
  } else {
    for (const print::Frame& frame : inlined | std::views::reverse) add(frame);
  }
}

// Members that the log has are kept.
std::vector<crashlog::Member> DocumentWriter::members_of(const crashlog::DocumentFrame& place,
                                                         const print::Located& located,
                                                         const print::Frame& frame) const {
  const crashlog::FrameMembers& names = *place.members;
  std::vector<crashlog::Member> members;
  const auto lacks = [&](std::string_view name) { return lacks_member(place, name); };
  if (!place.has_symbol && !frame.function.empty()) {
    add_member(members, names.function, function_of(located, frame));
    if (place.value[names.lacks_symbols].is_true()) add_member(members, names.lacks_symbols, false);
  }
  if (lacks(names.image) && !located.image.empty()) add_member(members, names.image, located.image);
  const bool has_offset = !frame.inlined && located.offset_from_function;
  if (lacks(names.symbol_address) && has_offset && place.frame.runtime_address)
    add_member(members, names.symbol_address,
               hex(*place.frame.runtime_address - *located.offset_from_function));
  if (lacks(names.symbol_offset) && has_offset)
    add_member(members, names.symbol_offset, *located.offset_from_function);
  if (lacks(names.function_offset) && has_offset)
    add_member(members, names.function_offset,
               as_wide_as(place.frame.address_text, *located.offset_from_function));
  if (lacks(names.inlined_calls) && !place.has_symbol && work_.style.inlined_frames &&
      located.frames.size() > 1)
    members.push_back({names.inlined_calls, inlined_members(names, located)});
  add_place(place, frame, members);
  return members;
}

void DocumentWriter::add_place(const crashlog::DocumentFrame& place, const print::Frame& frame,
                               std::vector<crashlog::Member>& members) const {
  const crashlog::FrameMembers& names = *place.members;
  if (frame.file.empty() || frame.line == 0) return;
  if (!names.place.empty()) return members.push_back({names.place, place_object(names, frame)});
  const bool has_name = !names.file.empty();
  const bool is_free = lacks_member(place, has_name ? names.file : names.path);
  if (is_free) {
    if (has_name) add_member(members, names.file, shown_file(frame));
    if (lacks_member(place, names.path)) add_member(members, names.path, frame.file);
  }
  // The log's own file is a different one, mostly the image's.
  if (!is_free) add_member(members, "sourceFile", shown_file(frame));
  // Some writers write numbers as strings.
  const std::string_view line = is_free ? names.line : "sourceLine";
  place.value[line].is_string() ? add_member(members, line, std::to_string(frame.line))
                                : add_member(members, line, frame.line);
}

// Writes the document as it came, with the results added.
void DocumentWriter::end() {
  if (work_.json || document_->keeps_form()) {
    const std::string_view bytes = document_->bytes();
    std::size_t kept = 0;  // copied up to here, in the text and in the bytes
    std::size_t from = 0;
    const auto keep = [&](std::size_t begin, std::size_t end) {
      if (begin != kept) from = document_->end_in_bytes(begin);
      const std::size_t to = end == document_->text().size() ? bytes.size() : document_->in_bytes(end);
      work_.output.write(bytes.substr(from, to - from));
      kept = end;
      from = to;
    };
    edits_->apply(keep, [&](std::string_view text) { work_.output.write(text); });
  }
  frames_.end_stack();
  document_ = nullptr;
}

// With JSON output, frames are written by themselves and the document is not changed.
std::vector<crashlog::DocumentEdits::Edit> DocumentWriter::take_edits() {
  std::vector<crashlog::DocumentEdits::Edit> edits;
  if (work_.json) {
    const bool ends_line = document_->text().ends_with('\n');
    end();
    if (!ends_line) work_.output.write("\n");
    return edits;
  }
  edits = edits_->in_order();
  frames_.end_stack();
  document_ = nullptr;
  return edits;
}

}  // namespace symkit::rewrite
