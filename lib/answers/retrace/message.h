// Obfuscated names in what is no frame: in the messages of exceptions ("a.b cannot be cast to a.c", "Attempt
// to invoke virtual method 'void a.b.c(int)'"), in thread dumps ("locked <0x1> (a a.b)"), in the frames of
// native stacks that name Java methods ("(a.b.c+40)"). R8 leaves them as they are; here nothing is touched
// that does not stand where such a name stands and that the mapping does not know.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/mapping.h"
#include "answers/retrace/render.h"

namespace symkit::retrace {

struct Replacement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// Appends `text` to `out`, with original names. What is known of it already, `settled`, is not looked at
// again.
void append_message(std::string& out, std::string_view text, Mapping& mapping,
                    const std::optional<Replacement>& settled);

}  // namespace symkit::retrace
