#include "symgroup/script_and_java.h"

#include <utility>

#include "sourcemap/translated_log.h"

namespace symkit::symgroup {

ScriptAndJava::ScriptAndJava(const store::Chain& stores, const WarningSink& warn)
    : maps_({.maps = {}, .folders = {}, .stores = stores}, warn),
      scripts_(maps_, {}),
      mappings_(std::make_shared<retrace::StoreMappings>(store::open_shelf(stores), warn)),
      java_(mappings_, unused_, {.choose_ahead = true, .added = &added_by_java_}) {}

std::unique_ptr<io::Input> ScriptAndJava::named(std::unique_ptr<io::Input> log, std::string_view name) {
  mappings_->begin_log();
  maps_.begin_log();
  added_by_java_.clear();
  added_by_scripts_.clear();
  sourcemap::LogWork scripts{maps_, scripts_, unused_, tally_};
  scripts.style.added = &added_by_scripts_;
  return java_.translated(sourcemap::TranslatedLog::of(std::move(log), scripts), name);
}

}  // namespace symkit::symgroup
