#include "serve/service/profiler.h"

#include <algorithm>
#include <optional>

#include "ground/base/words.h"
#include "ground/print/json.h"

namespace symkit::service {
namespace {

// The Breakpad id of a PDB is its GUID and age; other files have the first 16 bytes of their id and a 0.
bool find_module(const Module& module, Desk& desk, ImageReference& image) {
  constexpr std::size_t guid_size = 16;
  image.name = module.name;
  image.id = ImageId::parse(module.id).value_or(ImageId());
  if (image.id.empty()) return false;
  if (desk.has(image)) return true;
  if (!image.id.is_guid_and_age()) return false;
  image.id = ImageId::from_bytes(image.id.bytes().first(guid_size)).value_or(ImageId());
  return desk.has(image);
}

// Writes the answer to one job.
class JobWriter {
 public:
  JobWriter(const ProfilerJob& job, Desk& desk, LogCounts& counts, print::JsonWriter& json)
      : job_(job),
        desk_(desk),
        counts_(counts),
        json_(json),
        found_(job.modules.size()),
        images_(job.modules.size()) {}

  void write() {
    desk_.begin();
    json_.begin_object();
    json_.begin_array("stacks");
    for (const auto& stack : job_.stacks) {
      json_.begin_array();
      for (std::size_t i = 0; i < stack.size(); ++i) write_frame(i, stack[i]);
      json_.end_array();
    }
    json_.end_array();
    write_found_modules();
    json_.end_object();
  }

 private:
  void write_frame(std::size_t number, const ModuleFrame& frame) {
    json_.begin_object();
    json_.member("frame", number);
    const bool is_known = frame.module >= 0;
    const auto index = static_cast<std::size_t>(frame.module);
    json_.member("module", is_known ? std::string_view(job_.modules[index].name) : "<unknown>");
    json_.member("module_offset", hex(frame.offset));
    if (is_known) write_answer(index, frame.offset);
    json_.end_object();
  }

  void write_answer(std::size_t module, std::uint64_t offset) {
    ++counts_.frames;
    if (!found_[module]) found_[module] = find_module(job_.modules[module], desk_, images_[module]);
    if (!*found_[module]) return;
    FrameReference frame;
    frame.image = images_[module];
    frame.image_offset = offset;
    const symbolize::FrameAnswer answer = desk_.resolve_of_profile(frame);
    if (answer.resolution == nullptr || answer.resolution->frames.empty()) return;
    ++counts_.resolved;
    const auto frames = answer.resolution->frames;
    const symbolize::ResolvedFrame& function = frames.back();
    if (!function.function.empty()) {
      json_.member("function", function.function);
      json_.member("function_offset", hex(offset - answer.resolution->function_begin.value));
    }
    const auto& resolution = *answer.resolution;
    if (!function.function.empty() && resolution.function_end.value > resolution.function_begin.value)
      json_.member("function_size", hex(resolution.function_end.value - resolution.function_begin.value));
    write_place(function);
    if (frames.size() > 1) write_inlines(frames.first(frames.size() - 1));
  }

  void write_place(const symbolize::ResolvedFrame& frame) {
    if (!frame.file.empty()) json_.member("file", frame.file);
    if (frame.line != 0) json_.member("line", frame.line);
  }

  void write_inlines(std::span<const symbolize::ResolvedFrame> frames) {
    json_.objects("inlines", frames, [&](const symbolize::ResolvedFrame& frame) {
      if (!frame.function.empty()) json_.member("function", frame.function);
      write_place(frame);
    });
  }

  void write_found_modules() {
    json_.begin_object("found_modules");
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const std::string key = say(job_.modules[i].name, '/', job_.modules[i].id);
      json_.key(key);
      found_[i] ? json_.value(*found_[i]) : json_.null();
    }
    json_.end_object();
  }

  const ProfilerJob& job_;
  Desk& desk_;
  LogCounts& counts_;
  print::JsonWriter& json_;
  std::vector<std::optional<bool>> found_;  // nothing: no frame is in it
  std::vector<ImageReference> images_;
};

}  // namespace

std::string answer_profiler(const std::vector<ProfilerJob>& jobs, Desk& desk, LogCounts& counts) {
  std::string out;
  print::JsonWriter json(out);
  json.begin_object();
  json.begin_array("results");
  for (const ProfilerJob& job : jobs) JobWriter(job, desk, counts, json).write();
  json.end_array();
  json.end_object();
  return out;
}

bool names_source(const SourceQuestion& question, Desk& desk) {
  FrameReference frame;
  desk.begin();
  if (!find_module(question.module, desk, frame.image)) return false;
  frame.image_offset = question.offset;
  const symbolize::FrameAnswer answer = desk.resolve_of_profile(frame);
  if (answer.resolution == nullptr) return false;
  return std::ranges::any_of(answer.resolution->frames,
                             [&](const symbolize::ResolvedFrame& one) { return one.file == question.file; });
}

}  // namespace symkit::service
