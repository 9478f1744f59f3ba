#include "debug/symbols/missing_units.h"

#include <memory>

#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"

namespace symkit::symbols {
namespace {

class SkeletonCounter {
 public:
  explicit SkeletonCounter(debuginfo::Units& units) : tools_(units) {}

  bool take(const dwarf::UnitHeader& header) {
    if (header.type == dwarf::DW_UT_type || !tools_.spend(1)) return true;
    tools_.enter(header);
    const dwarf::Unit unit(tools_.sections(), header, tools_.table());
    if (unit.may_have_code() && unit.is_skeleton() && tools_.rest_of(unit) == nullptr) ++missing_;
    return true;
  }
  std::uint64_t missing() const { return missing_; }

 private:
  debuginfo::UnitTools tools_;
  std::uint64_t missing_ = 0;
};

}  // namespace

std::uint64_t missing_units(const container::Image& image, debuginfo::Companions& companions, unsigned jobs) {
  if (auto* const objects = debuginfo::objects_with_dwarf(image, &companions))
    return debuginfo::open_all(*objects, jobs).missing.size();
  debuginfo::Units units(image, &companions);
  const auto counters = debuginfo::for_each_unit(
      units, {.jobs = jobs}, [&](unsigned) { return std::make_unique<SkeletonCounter>(units); });
  std::uint64_t missing = 0;
  if (counters)
    for (const auto& counter : *counters) missing += counter->missing();
  return missing;
}

}  // namespace symkit::symbols
