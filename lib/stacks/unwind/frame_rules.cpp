#include "stacks/unwind/frame_rules.h"

#include <vector>

#include "stacks/unwind/frame_program.h"

namespace symkit::unwind {
namespace {

class KeptRules {
 public:
  bool keep(const FrameRules& rules) {
    if (all_.size() == most) return false;
    all_.push_back(rules);
    return true;
  }
  bool take_back(FrameRules& rules) {
    if (all_.empty()) return false;
    rules = all_.back();
    all_.pop_back();
    return true;
  }

 private:
  static constexpr std::size_t most = 64;

  std::vector<FrameRules> all_;
};

using Program = FrameProgram<FrameRules, KeptRules>;

// Up to the row that ends after `wanted`. `take`: gets each of them.
bool run(Program& program, std::uint64_t wanted, const TakeRules* take) {
  return program.each_row([&](std::uint64_t begin, std::uint64_t end) {
    if (take != nullptr) (*take)(begin, program.rules());
    return end <= wanted;
  });
}

}  // namespace

std::optional<FrameRules> rules_at(const FrameEntry& entry, std::uint64_t address) {
  Program program(entry);
  if (!run(program, address, nullptr)) return std::nullopt;
  return program.rules();
}

bool each_rules(const FrameEntry& entry, const TakeRules& take) {
  Program program(entry);
  return run(program, UINT64_MAX, &take);
}

}  // namespace symkit::unwind
