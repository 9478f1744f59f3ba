// A mapping that has a bit of everything, for fuzz targets that read stacks.
#pragma once

#include <string_view>

namespace symkit::fuzz {

inline constexpr std::string_view java_mapping = R"(# {"id":"com.android.tools.r8.mapping","version":"2.2"}
x.Kitchen -> a.b:
    int heat -> a
    1:3:void boil(int):10:12 -> a
    4:4:void x.Pot.lift():33:33 -> a
    4:4:void boil(int):14 -> a
    void wash(x.Pot) -> b
    void dry():1:3 -> b
x.Pot -> a:
    1:9:void outline() -> a
      # {"id":"com.android.tools.r8.outline"}
    27:27:void call():0:0 -> b
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":27,"2":5}}
)";

}  // namespace symkit::fuzz
