#include "stacks/unwind/expression.h"

#include "stacks/unwind/machine.h"

namespace symkit::unwind {
namespace {

class OfTable final : public Circumstances {
 public:
  explicit OfTable(const Surroundings& where) : where_(where) {}

  unsigned address_size() const override { return where_.processor.address_size; }
  Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) override {
    const auto value = word == 0 ? where_.registers.at(number) : std::nullopt;
    if (!value) return std::unexpected(Lack::NotDumped);
    return *value;
  }
  Bytes memory(std::uint64_t address, std::uint64_t size) override { return where_.memory.at(address, size); }

 private:
  const Surroundings& where_;
};

}  // namespace

std::optional<std::uint64_t> evaluate(Bytes expression, const Surroundings& where,
                                      std::optional<std::uint64_t> initial) {
  OfTable table(where);
  const auto number = number_of(expression, table, initial);
  return number ? std::optional(*number) : std::nullopt;
}

}  // namespace symkit::unwind
