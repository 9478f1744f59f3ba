#include "symcore/json.h"

#include <array>
#include <string_view>

#include "answers/rewrite/description.h"
#include "ground/base/object_path.h"
#include "ground/base/return_address.h"
#include "ground/base/words.h"
#include "ground/print/frame_json.h"
#include "ground/print/json.h"
#include "stacks/dumps/crash_code.h"
#include "stacks/dumps/exception_names.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/signal_names.h"

namespace symkit::symcore {
namespace {

constexpr std::array<std::string_view, 5> trusts = {"context", "cfi", "code", "frame_pointer", "scan"};
constexpr std::array<std::string_view, 4> states = {"ok", "optimized out", "unavailable", "redacted"};

using Scopes = std::vector<std::vector<values::Value>>;

class Writer {
 public:
  Writer(const dumps::Process& process, const dumps::LoadedImages& images, const JsonStyle& style,
         symbolize::FrameResolver& resolver)
      : process_(process), images_(images), style_(style), resolver_(resolver), json_(text_) {}

  std::string write(const std::vector<dumps::ThreadStack>& stacks) {
    json_.begin_object();
    json_.member("architecture", name_of(process_.architecture));
    json_.member("process", process_.id);
    if (!process_.name.empty()) json_.member("name", process_.name);
    if (process_.signal) write_signal(*process_.signal);
    if (process_.exception) write_exception(*process_.exception);
    if (const auto code = dumps::crash_code_of(process_, images_); !code.from.empty())
      json_.member("code_at_pc", dumps::told_crash_code(code));
    if (!process_.annotations.empty())
      json_.objects("annotations", process_.annotations,
                    [this](const dumps::Annotation& one) { write_annotation(one); });
    if (process_.missing_bytes != 0) json_.member("missing_bytes", process_.missing_bytes);
    json_.objects("threads", stacks, [this](const dumps::ThreadStack& one) { write_thread(one); });
    if (style_.values != nullptr) json_.member("hidden_values", style_.values->hidden());
    if (style_.with_images)
      json_.objects("images", images_.all(), [this](const dumps::LoadedImage& one) { write_image(one); });
    json_.end_object();
    text_ += '\n';
    return std::move(text_);
  }

 private:
  void write_signal(const dumps::Signal& signal) {
    json_.begin_object("signal");
    json_.member("number", signal.number);
    if (const auto name = dumps::signal_name(signal.number); !name.empty()) json_.member("name", name);
    if (signal.code) write_code(signal.number, *signal.code);
    if (signal.address) json_.member("address", hex(*signal.address));
    json_.end_object();
  }

  void write_exception(const dumps::Exception& exception) {
    json_.begin_object("exception");
    json_.member("code", hex(exception.code));
    json_.member("name", dumps::exception_name(exception, process_.system));
    if (exception.address) json_.member("address", hex(*exception.address));
    json_.end_object();
  }

  void write_annotation(const dumps::Annotation& one) {
    if (!one.module.empty()) json_.member("module", one.module);
    if (!one.key.empty()) json_.member("key", one.key);
    json_.member("value", one.value);
  }

  void write_code(int signal, int code) {
    json_.member("code", code);
    if (const auto name = dumps::signal_code_name(signal, code); !name.empty())
      json_.member("code_name", name);
  }

  void write_thread(const dumps::ThreadStack& one) {
    const dumps::Thread& first = *one.threads.front();
    json_.member("id", first.id);
    if (!first.name.empty()) json_.member("name", first.name);
    json_.member("crashed", first.has_crashed);
    if (one.threads.size() > 1) {
      json_.begin_array("same_stack");
      for (std::size_t i = 1; i < one.threads.size(); ++i) json_.value(one.threads[i]->id);
      json_.end_array();
    }
    if (const std::string why = dumps::why_it_ends(one.stack, images_); !why.empty())
      json_.member("ends_early", why);
    const std::vector<FrameReference> references = references_of(one.stack);
    see(references);
    json_.begin_array("frames");
    const auto values = style_.values == nullptr ? nullptr : style_.values->of(one);
    auto calls = one.python.begin();
    for (std::size_t i = 0; i <= references.size(); ++i) {
      for (; calls != one.python.end() && calls->frame == i; ++calls) write_python(*calls->run);
      if (i == references.size()) break;
      write_frame(one.stack.frames[i], references[i], values == nullptr ? Scopes() : values->of(i));
    }
    json_.end_array();
  }

  void write_python(const python::Run& run) {
    for (const python::Frame& frame : run.frames) {
      json_.begin_object();
      json_.member("language", "python");
      print::write_place(
          json_, {.function = frame.function->name, .file = frame.function->file, .line = frame.line});
      json_.end_object();
    }
  }

  std::vector<FrameReference> references_of(const unwind::Stack& stack) {
    std::vector<FrameReference> references;
    ++stacks_;
    for (const unwind::Frame& frame : stack.frames) {
      FrameReference& made = references.emplace_back();
      const std::uint64_t place = place_of(frame);
      made.number = static_cast<std::uint32_t>(references.size() - 1);
      made.begins_stack = references.size() == 1;
      made.stack = stacks_;
      made.address_of = AddressOf::Instruction;
      const dumps::LoadedImage* const image = images_.find(place);
      if (image == nullptr) {
        made.problem = "no image is there";
        continue;
      }
      made.image = {.name = without_folders(image->path),
                    .path = image->path,
                    .id = image->id,
                    .architecture = process_.architecture,
                    .debug_name = without_folders(image->debug_name),
                    .code_id = image->code_id};
      if (image->has_bias) made.file_address = place - image->bias;
      // Breakpad's symbols count from there, also those of programs that cannot be moved.
      if (!image->has_bias || image->bias == 0) made.image_offset = place - image->begin;
    }
    return references;
  }

  // All frames are seen before the first is resolved: a frame's caller may show which of several functions
  // it is in.
  void see(const std::vector<FrameReference>& references) {
    std::vector<const FrameReference*> seen;
    for (const FrameReference& one : references) {
      resolver_.hear(one);
      seen.push_back(&one);
    }
    resolver_.see_stack(seen);
  }

  // `scopes`: of the calls that are in the frame, the innermost first.
  void write_frame(const unwind::Frame& frame, const FrameReference& reference, const Scopes& scopes) {
    if (reference.image.path.empty() && write_made(frame, reference)) return;
    const symbolize::FrameAnswer answer = resolver_.resolve(reference);
    const print::Located& located = description_.describe(answer);
    for (const print::Frame& one : located.frames) {
      begin_frame(frame, reference);
      print::write_place(json_, one);
      json_.member("inlined", one.inlined);
      const auto call = static_cast<std::size_t>(&one - located.frames.data());
      if (scopes.size() == located.frames.size()) write_values(scopes[call]);
      if (&one == &located.frames.back() && located.folded) print::write_folded(json_, *located.folded);
      json_.end_object();
    }
    if (!located.frames.empty()) return;
    begin_frame(frame, reference);
    if (!answer.reason.empty()) json_.member("reason", answer.reason);
    json_.end_object();
  }

  void write_values(const std::vector<values::Value>& all) {
    json_.objects("variables", all, [this](const values::Value& one) {
      json_.member("name", one.name);
      json_.member("type", one.type);
      if (one.text.state == values::State::Ok) json_.member("value", one.text.text);
      json_.member("kind", one.is_argument ? "argument" : "local");
      json_.member("state", states.at(static_cast<std::size_t>(one.text.state)));
    });
  }

  // Of code that a compiler made while the process ran.
  bool write_made(const unwind::Frame& frame, const FrameReference& reference) {
    const auto made = style_.jit.at(place_of(frame));
    if (!made) return false;
    begin_frame(frame, reference);
    json_.member("image", "[JIT]");
    print::write_place(json_, {.function = made->function, .file = made->file});
    json_.end_object();
    return true;
  }

  std::uint64_t place_of(const unwind::Frame& frame) const {
    return frame.is_return_address ? call_before(frame.address, process_.architecture) : frame.address;
  }

  void begin_frame(const unwind::Frame& frame, const FrameReference& reference) {
    json_.begin_object();
    json_.member("address", hex(frame.address));
    json_.member("trust", trusts.at(static_cast<std::size_t>(frame.trust)));
    if (reference.image.path.empty()) return;
    json_.member("image", reference.image.path);
    if (reference.file_address) json_.member("image_address", hex(*reference.file_address));
    if (reference.image_offset) json_.member("image_offset", hex(*reference.image_offset));
    if (!reference.image.id.empty()) json_.member("build_id", reference.image.id.hex());
  }

  void write_image(const dumps::LoadedImage& image) {
    json_.member("path", image.path);
    json_.member("begin", hex(image.begin));
    json_.member("end", hex(image.end));
    if (!image.id.empty()) json_.member("build_id", image.id.hex());
    if (!image.debug_name.empty()) json_.member("debug_file", image.debug_name);
    if (!image.code_id.empty()) json_.member("code_id", image.code_id);
    if (!image.version.empty()) json_.member("version", image.version);
    if (!image.problem.empty()) json_.member("problem", image.problem);
  }

  const dumps::Process& process_;
  const dumps::LoadedImages& images_;
  const JsonStyle& style_;
  symbolize::FrameResolver& resolver_;
  rewrite::Description description_;
  std::string text_;
  print::JsonWriter json_;
  std::size_t stacks_ = 0;
};

}  // namespace

std::string json_of(const dumps::Process& process, const dumps::LoadedImages& images,
                    const std::vector<dumps::ThreadStack>& stacks, const JsonStyle& style,
                    symbolize::FrameResolver& resolver) {
  return Writer(process, images, style, resolver).write(stacks);
}

}  // namespace symkit::symcore
