#include "logs/android/bug_report.h"

#include <utility>

#include "ground/base/words.h"

namespace symkit::android {
namespace {

constexpr std::string_view tombstones = "FS/data/tombstones/";
constexpr std::string_view traces = "FS/data/anr/";
constexpr std::string_view of_protobuf = ".pb";
// This file contains the name of the main entry; in Android 7 its name had a dash.
constexpr std::string_view names_main[] = {"main_entry.txt", "main-entry.txt"};

bool is_main(std::string_view name) {
  return name.starts_with("bugreport") && name.ends_with(".txt") && !name.contains('/');
}

}  // namespace

BugReport::BugReport(std::shared_ptr<const archive::Archive> archive, std::size_t stored)
    : archive_(std::move(archive)), stored_(stored) {}

Result<BugReport> BugReport::open(io::SharedBlob content) {
  const std::size_t stored = content->bytes().size();
  auto archive = archive::Archive::open(std::move(content));
  if (!archive) return fail(archive.error());
  BugReport report(std::move(*archive), stored);
  if (const archive::Entry* main = report.main_entry()) report.parts_.push_back({main, {}});
  report.add_folder(tombstones);
  report.add_folder(traces);
  return report;
}

const archive::Entry* BugReport::main_entry() const {
  for (const std::string_view name : names_main) {
    const archive::Entry* entry = archive_->find(name);
    const auto said = entry != nullptr ? content({entry, {}}) : fail("");
    if (!said) continue;
    if (const archive::Entry* main = archive_->find(trimmed(as_text((*said)->bytes())))) return main;
  }
  for (const archive::Entry& entry : archive_->entries())
    if (is_main(entry.name)) return &entry;
  return nullptr;
}

void BugReport::add_folder(std::string_view folder) {
  for (const archive::Entry& entry : archive_->entries()) {
    if (!entry.name.starts_with(folder)) continue;
    BugReportPart part{&entry, {}};
    if (entry.name.ends_with(of_protobuf)) {
      const auto* text = archive_->find(entry.name.substr(0, entry.name.size() - of_protobuf.size()));
      if (text != nullptr && text->refusal.empty()) part.same_as = text->name;
    }
    parts_.push_back(part);
  }
}

// Each part by itself: none is kept while the next is read.
Result<io::SharedBlob> BugReport::content(const BugReportPart& part) const {
  io::UnpackBudget budget;
  budget.stored(stored_);
  return archive_->content(*part.entry, budget);
}

}  // namespace symkit::android
