// Accepts parts of an output from several threads and writes them in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "ground/base/in_order.h"
#include "ground/print/output.h"

namespace symkit::print {

class OrderedOutput : public InOrder<std::string> {
 public:
  // Applied to each piece of a part before it is written, in the order of the output, by one thread at a
  // time.
  using Edit = std::function<void(std::uint64_t part, std::string& text)>;
  // Up to `waiting` parts are kept until those before them are there.
  OrderedOutput(Output& output, std::size_t waiting, Edit edit = {})
      : InOrder(waiting, [this, &output, edit = std::move(edit)](std::uint64_t part, std::string& text) {
          if (edit) edit(part, text);
          output.write_now(text);
          if (output.stopped()) stop();
          text.clear();
        }) {}
};

}  // namespace symkit::print
