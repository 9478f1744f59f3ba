#include "serve/service/symbolz.h"

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::service {

Result<std::string> answer_symbolz(const ImageId& id, std::string_view question, Desk& desk,
                                   LogCounts& counts) {
  std::string out;
  desk.begin();
  FrameReference frame;
  frame.image.id = id;
  question = trimmed(question);
  while (!question.empty()) {
    const std::string_view word = question.substr(0, question.find('+'));
    question.remove_prefix(std::min(question.size(), word.size() + 1));
    const std::string_view digits = word.starts_with("0x") ? word.substr(2) : std::string_view();
    const auto address = whole_number<std::uint64_t>(digits, 16);
    if (!address) return fail("the body must be addresses such as 0x401000+0x401020");
    if (++counts.frames > most_symbolz_addresses)
      return fail(say("more than ", most_symbolz_addresses, " addresses in one request"));
    frame.file_address = address;
    const symbolize::FrameAnswer answer = desk.resolve_of_profile(frame);
    if (answer.resolution == nullptr || answer.resolution->frames.empty()) continue;
    // The protocol has room for one name: that of the function whose code it is.
    const std::string_view name = answer.resolution->frames.back().function;
    if (name.empty()) continue;
    ++counts.resolved;
    out += say(word, '\t', name, '\n');
  }
  return out;
}

}  // namespace symkit::service
