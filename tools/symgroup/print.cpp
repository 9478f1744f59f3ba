#include "symgroup/print.h"

#include "base/words.h"
#include "print/json.h"
#include "print/visible.h"

namespace symkit::symgroup {
namespace {

// "12.3%"
std::string share_of(std::uint64_t count, std::uint64_t all) {
  const std::uint64_t thousandths = all == 0 ? 0 : (count * 1000 + all / 2) / all;
  return say(thousandths / 10, '.', thousandths % 10, '%');
}

std::string place_text(const group::Place& place) {
  return say(place.log.empty() ? "-" : print::visible(place.log), ':', place.line);
}

// The first frame that has a source.
std::string where(const group::Signature& signature) {
  for (const group::TellingFrame& frame : signature.frames)
    if (!frame.file.empty()) {
      const std::string file = print::visible(frame.file);
      return frame.line == 0 ? file : say(file, ':', frame.line);
    }
  return "-";
}

void append_frame(print::JsonWriter& json, const group::TellingFrame& frame) {
  json.begin_object();
  json.member("function", frame.function);
  json.member("name", frame.name);
  if (frame.is_message) json.member("message", true);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line != 0) json.member("line", frame.line);
  if (!frame.image.empty()) json.member("image", frame.image);
  json.end_object();
}

void append_signature(print::JsonWriter& json, const group::Signature& signature) {
  json.member("signature", signature.text);
  json.member("kind", signature.kind);
  if (!signature.message.empty()) json.member("message", signature.message);
  if (signature.lacks_names) json.member("symbolized", false);
  json.member("depth", signature.depth);
  json.key("frames");
  json.begin_array();
  for (const group::TellingFrame& frame : signature.frames) append_frame(json, frame);
  json.end_array();
}

void append_examples(print::JsonWriter& json, const std::vector<group::Place>& examples) {
  json.key("examples");
  json.begin_array();
  for (const group::Place& place : examples) {
    json.begin_object();
    json.member("log", place.log);
    json.member("line", place.line);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void append_vanished(std::string& out, const group::KnownGroup& group, bool json) {
  if (!json) {
    out += say("0\t0.0%\t", print::visible(group.id), '\t', print::visible(group.signature),
               "\t-\t-\t-\tvanished\n");
    return;
  }
  print::JsonWriter writer(out);
  writer.begin_object();
  writer.member("id", group.id);
  writer.member("count", 0);
  writer.member("signature", group.signature);
  writer.member("state", "vanished");
  writer.end_object();
  out += '\n';
}

void append_line(std::string& out, const group::Group& group, std::uint64_t reports, const Notes& notes) {
  const group::Signature& signature = group.signature;
  out += say(group.count, '\t', share_of(group.count, reports), '\t', signature.id, '\t',
             print::visible(signature.text), '\t', where(signature), '\t',
             notes.owner.empty() ? "-" : print::visible(notes.owner), '\t',
             place_text(group.examples.front()), notes.state.empty() ? "" : "\t", notes.state, '\n');
}

void append_json(std::string& out, const group::Group& group, std::uint64_t reports, const Notes& notes,
                 const std::vector<const group::Group*>& members) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("id", group.signature.id);
  json.member("count", group.count);
  if (group.logged != 0) json.member("logged", group.logged);
  json.member("share", reports == 0 ? 0.0 : static_cast<double>(group.count) / static_cast<double>(reports));
  if (!notes.state.empty()) json.member("state", notes.state);
  if (!notes.owner.empty()) json.member("owner", notes.owner);
  append_signature(json, group.signature);
  append_examples(json, group.examples);
  if (!members.empty()) {
    json.key("members");
    json.begin_array();
    for (const group::Group* member : members) json.value(member->signature.id);
    json.end_array();
  }
  json.end_object();
  out += '\n';
}

group::Group merged(const group::Cluster& cluster) {
  group::Group whole = *cluster.members.front();
  whole.count = cluster.count;
  whole.logged = 0;
  for (const group::Group* member : cluster.members) {
    whole.logged += member->logged;
    for (const group::Place& place : member->examples)
      if (member != cluster.members.front() && whole.examples.size() < group::Groups::most_examples)
        whole.examples.push_back(place);
  }
  return whole;
}

}  // namespace symkit::symgroup
