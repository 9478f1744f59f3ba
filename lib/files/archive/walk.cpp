#include "files/archive/walk.h"

#include <array>
#include <map>

#include "files/archive/archive.h"
#include "files/archive/entry_path.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

class Walk {
 public:
  Walk(const std::function<bool(Bytes)>& wanted, const WarningSink& warn) : wanted_(wanted), warn_(warn) {}

  Result<std::vector<std::string>> run(const std::string& path) {
    auto content = content_of(path);
    if (!content) return fail(content.error());
    budget_.stored((*content)->bytes().size());
    const auto archive = Archive::open(std::move(*content));
    if (!archive) return fail(archive.error().within(path));
    look_through(**archive, path, 0);
    return std::move(found_);
  }

 private:
  Result<io::SharedBlob> content_of(const std::string& path) {
    if (!leads_into_archive(path)) return io::map_blob(path);
    auto entry = open_entry(path, budget_);
    if (!entry) return fail(entry.error());
    return std::move(entry->content);
  }
  void look_through(const Archive& archive, const std::string& path, unsigned depth);
  void look_into(const Archive& outer, const Entry& entry, const std::string& path, unsigned depth);

  const std::function<bool(Bytes)>& wanted_;
  const WarningSink& warn_;
  io::UnpackBudget budget_;  // for all archives within the archive
  std::vector<std::string> found_;
};

// Entries refused for the same reason are reported together: there may be thousands.
struct Refused {
  std::string_view first;
  std::size_t more = 0;
};
using RefusedByReason = std::map<std::string, Refused>;

void note(RefusedByReason& refused, const Entry& entry, const std::string& reason) {
  const auto [at, is_first] = refused.try_emplace(reason, entry.name);
  if (!is_first) ++at->second.more;
}

std::string told(const Refused& refused, const std::string& reason) {
  const std::string more = refused.more == 0   ? std::string()
                           : refused.more == 1 ? ", and one more entry like it"
                                               : say(", and ", refused.more, " more entries like it");
  return say(refused.first, ": ", reason, more, "; skipped");
}

void Walk::look_through(const Archive& archive, const std::string& path, unsigned depth) {
  RefusedByReason refused;
  for (const Entry& entry : archive.entries()) {
    std::array<std::uint8_t, 64> room;
    const auto beginning = archive.beginning(entry, room);
    const auto entry_path = [&] { return say(path, entry_mark, entry.name); };
    if (!beginning) {
      note(refused, entry, beginning.error().message);
    } else if (wanted_(*beginning)) {
      found_.push_back(entry_path());
    } else if (looks_like_zip(*beginning)) {
      look_into(archive, entry, entry_path(), depth + 1);
    }
  }
  for (const auto& [reason, entries] : refused) warn_(say(path, ": ", told(entries, reason)));
}

void Walk::look_into(const Archive& outer, const Entry& entry, const std::string& path, unsigned depth) {
  if (depth > deepest) return warn_(say(path, ": is nested too deep in archives; skipped"));
  auto content = outer.content(entry, budget_);
  const auto archive = content ? Archive::open(std::move(*content)) : fail(content.error());
  if (!archive) return warn_(say(path, ": ", archive.error().message, "; skipped"));
  look_through(**archive, path, depth);
}

}  // namespace

Result<std::vector<std::string>> entries_that_begin(const std::string& archive,
                                                    const std::function<bool(Bytes)>& wanted,
                                                    const WarningSink& warn) {
  return Walk(wanted, warn).run(archive);
}

}  // namespace symkit::archive
