#include "serve/rpc/places.h"

#include <string>
#include <vector>

#include "ground/base/words.h"

namespace symkit::rpc {
namespace {

std::string text_of(std::string_view view) { return std::string(view); }

// Builds the answers to one request.
class Answerer {
 public:
  Answerer(const v1::ResolveFramesRequest& request, service::Desk& desk) : request_(request), desk_(desk) {
    images_.reserve(static_cast<std::size_t>(request.images_size()));
    for (const v1::Image& image : request.images())
      images_.push_back({.name = image.name(), .id = ImageId::parse(image.id()).value_or(ImageId())});
  }

  void answer(const v1::Place& place, v1::PlaceAnswer& out) {
    switch (place.place_case()) {
      case v1::Place::kNative: return answer_native(place.native(), out);
      case v1::Place::kJava: return answer_java(place.java(), out);
      case v1::Place::kScript: return answer_script(place.script(), out);
      case v1::Place::PLACE_NOT_SET: break;
    }
    out.set_reason("the request has no place here");
  }

 private:
  void answer_native(const v1::NativePlace& place, v1::PlaceAnswer& out) {
    if (place.image() >= images_.size())
      return out.set_reason(say("the place is of image ", place.image(), ", and there are ", images_.size()));
    FrameReference frame;
    frame.image = images_[place.image()];
    if (frame.image.id.empty()) return out.set_reason("its image has no id that could be read");
    frame.image_offset = place.offset();
    if (place.is_return_address()) frame.address_of = AddressOf::Return;
    const symbolize::FrameAnswer answer =
        request_.mangled_names() ? desk_.resolve_mangled(frame) : desk_.resolve(frame);
    if (answer.resolution == nullptr) return out.set_reason(text_of(answer.reason));
    for (const symbolize::ResolvedFrame& resolved : answer.resolution->frames) {
      v1::Function& function = *out.add_functions();
      function.set_name(text_of(resolved.function));
      function.set_file(text_of(resolved.file));
      function.set_line(resolved.line);
      function.set_column(resolved.column);
    }
    const std::uint64_t begin = answer.resolution->function_begin.value;
    if (out.functions_size() != 0 && answer.looked_up >= begin)
      out.mutable_functions(out.functions_size() - 1)->set_offset(place.offset() - begin);
    if (answer.folded == nullptr || answer.folded->is_resolved || out.functions_size() == 0) return;
    // The first name is the one already given.
    for (std::size_t i = 1; i < answer.folded->names.size(); ++i)
      out.add_shared_with(text_of(answer.folded->names[i]));
  }

  void answer_java(const v1::JavaPlace& place, v1::PlaceAnswer& out) {
    const auto answer = desk_.retrace(place.mapping_id(), place.class_name(), place.method(), place.line());
    if (!answer) return out.set_reason(answer.error().message);
    switch ((*answer)->outcome) {
      case retrace::Outcome::Retraced: break;
      case retrace::Outcome::UnknownMember:
        return out.set_reason("the mapping has the class, but no such method at this line");
      case retrace::Outcome::Unavailable: return out.set_reason((*answer)->reason);
      case retrace::Outcome::UnknownClass:
      case retrace::Outcome::Nothing: return out.set_reason("the mapping does not have the class");
    }
    const auto& alternatives = (*answer)->alternatives;
    if (alternatives.empty()) return out.set_reason("the compiler made this frame; nobody wrote it");
    for (const retrace::Alternative& alternative : alternatives) {
      auto& functions =
          alternatives.size() == 1 ? *out.mutable_functions() : *out.add_alternatives()->mutable_functions();
      for (const retrace::OriginalFrame& frame : alternative) {
        v1::Function& function = *functions.Add();
        const bool has_name = frame.method != nullptr;
        function.set_name(has_name ? say(frame.class_name, '.', frame.method->name)
                                   : text_of(frame.class_name));
        if (frame.source_file) function.set_file(*frame.source_file);
        if (frame.line > 0) function.set_line(static_cast<std::uint32_t>(frame.line));
      }
    }
  }

  void answer_script(const v1::ScriptPlace& place, v1::PlaceAnswer& out) {
    const sourcemap::Answer answer =
        desk_.find_original(place.debug_id(), place.url(), place.line(), place.column());
    if (answer.frames.empty()) return out.set_reason(answer.reason);
    for (const sourcemap::Original& frame : answer.frames) {
      v1::Function& function = *out.add_functions();
      function.set_name(frame.function.full());
      function.set_file(text_of(frame.source));
      function.set_line(frame.line);
      function.set_column(frame.column);
    }
  }

  const v1::ResolveFramesRequest& request_;
  service::Desk& desk_;
  std::vector<ImageReference> images_;
};

}  // namespace

service::Tally resolve_places(const v1::ResolveFramesRequest& request, service::Desk& desk,
                              v1::ResolveFramesResponse& response) {
  service::Tally tally;
  desk.begin();
  Answerer answerer(request, desk);
  response.mutable_answers()->Reserve(request.places_size());
  for (const v1::Place& place : request.places()) {
    v1::PlaceAnswer& answer = *response.add_answers();
    answerer.answer(place, answer);
    ++tally.frames;
    if (answer.functions_size() != 0 || answer.alternatives_size() != 0) ++tally.resolved;
  }
  return tally;
}

}  // namespace symkit::rpc
