#include "symgroup/script_and_java.h"

namespace symkit::symgroup {

ScriptAndJava::ScriptAndJava(const store::Chain& stores, const WarningSink& warn)
    : maps_({.maps = {}, .folders = {}, .stores = stores}, warn),
      scripts_(maps_, {}),
      mappings_(store::open_shelf(stores), warn),
      names_(maps_, scripts_, mappings_) {}

managed::ManagedLines ScriptAndJava::before(stream::LineTaker& last) {
  mappings_.begin_log();
  maps_.begin_log();
  return names_.before(last);
}

}  // namespace symkit::symgroup
