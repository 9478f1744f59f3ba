#include "rewrite/document_writer.h"

#include <algorithm>

#include "base/words.h"
#include "print/json.h"
#include "print/visible.h"

namespace symkit::rewrite {
namespace {

// What stands in front of each member that is added, and the member.
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

// The lines are not the log's own: what the document says in escapes stands in them as it is meant.
std::string made_visible(std::string_view text) {
  std::string out;
  print::append_visible(out, text, print::Escapes::Source);
  return out;
}

}  // namespace

void DocumentWriter::begin(const CapturedDocument& document) {
  document_ = &document;
  insertions_.clear();
}

void DocumentWriter::write(const DocumentLine& line) {
  if (!work_.json) return write_text(line);
  if (line.frame == nullptr) return;
  const print::Located& located = frames_.answer(*line.frame);
  if (line.place != nullptr && !line.place->has_place && !located.frames.empty())
    add_members(*line.place, located);
}

void DocumentWriter::write_text(const DocumentLine& line) {
  const print::Located* located = line.frame == nullptr ? nullptr : &frames_.answer(*line.frame);
  if (line.frame == nullptr || line.frame->number == 0) frames_.end_stack();
  if (located == nullptr || located->frames.empty()) {
    work_.output.write(say(document_->prefix(), made_visible(line.text), document_->line_end()));
    return;
  }
  const std::string before =
      say(document_->prefix(), made_visible(line.text.substr(0, line.frame->replaced.begin)));
  const std::string after = made_visible(line.text.substr(line.frame->replaced.end));
  frames_.write_line({before, after, document_->line_end(), {}}, *located);
}

void DocumentWriter::add_members(const crashlog::DocumentFrame& place, const print::Located& located) {
  const print::Frame& whole = located.frames.back();
  Members members(place.separator);
  if (!place.has_symbol && !whole.function.empty()) {
    members.add("symbol", whole.function);
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
  insertions_.push_back({place.object.begin, std::move(inlined)});
  insertions_.push_back({place.end_of_members, members.take()});
}

// An object for each, with a comma behind it: a member of the frame's own, or a neighbour of the frame that
// it was inlined into, which then has the members that all frames have.
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

// With --format json: the document as it came, and what was found.
void DocumentWriter::end() {
  if (work_.json) {
    std::ranges::stable_sort(insertions_, {}, &Insertion::at);
    const std::string_view bytes = document_->bytes();
    std::size_t written = 0;
    for (const Insertion& insertion : insertions_) {
      const std::size_t at = document_->in_bytes(insertion.at);
      work_.output.write(bytes.substr(written, at - written));
      work_.output.write(insertion.text);
      written = at;
    }
    work_.output.write(bytes.substr(written));
  }
  frames_.end_stack();
  document_ = nullptr;
}

}  // namespace symkit::rewrite
