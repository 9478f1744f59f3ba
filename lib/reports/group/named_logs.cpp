#include "reports/group/named_logs.h"

#include <utility>

#include "answers/sourcemap/translated_log.h"

namespace symkit::group {

NamedLogs::NamedLogs(sourcemap::Finder& maps, sourcemap::Resolver& scripts,
                     std::shared_ptr<retrace::MappingSource> mappings)
    : maps_(maps),
      scripts_(scripts),
      java_(std::move(mappings), unused_, {.choose_ahead = true, .added = &added_by_java_}) {}

std::unique_ptr<io::Input> NamedLogs::named(std::unique_ptr<io::Input> log, std::string_view name) {
  added_by_java_.clear();
  added_by_scripts_.clear();
  sourcemap::LogWork scripts{maps_, scripts_, unused_, tally_};
  scripts.style.added = &added_by_scripts_;
  return java_.translated(sourcemap::TranslatedLog::of(std::move(log), scripts), name);
}

}  // namespace symkit::group
