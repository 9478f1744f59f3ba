#include "symgroup/script_and_java.h"

#include <utility>

namespace symkit::symgroup {

ScriptAndJava::ScriptAndJava(const store::Chain& stores, const WarningSink& warn)
    : maps_({.maps = {}, .folders = {}, .stores = stores}, warn),
      scripts_(maps_, {}),
      mappings_(std::make_shared<retrace::StoreMappings>(store::open_shelf(stores), warn)),
      names_(maps_, scripts_, mappings_) {}

std::unique_ptr<io::Input> ScriptAndJava::named(std::unique_ptr<io::Input> log, std::string_view name) {
  mappings_->begin_log();
  maps_.begin_log();
  return names_.named(std::move(log), name);
}

}  // namespace symkit::symgroup
