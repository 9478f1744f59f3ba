#include "dropin/question_lines.h"

#include "ground/io/lines.h"

namespace symkit::dropin {

Result<void> answer_lines(print::Output& output, std::size_t longest,
                          const std::function<void(std::string_view, std::string&)>& answer) {
  const auto input = io::Input::from_descriptor(0, "standard input");
  io::Lines lines(*input, longest);
  while (!output.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    answer((*line)->text, output.buffer());
    output.written();
    if (lines.buffered()) continue;
    if (const auto sent = output.flush(); !sent) return sent;
  }
  return output.flush();
}

}  // namespace symkit::dropin
