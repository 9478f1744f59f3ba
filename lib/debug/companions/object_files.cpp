#include "debug/companions/object_files.h"

#include "files/container/fat.h"
#include "files/container/macho_file.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

namespace macho = container::macho;

// Describes a file that is not an object file, for messages.
std::string described(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("BC\xc0\xde") || text.starts_with("\xde\xc0\x17\x0b"))
    return "it is LLVM bitcode, which has no code yet: link with -object_path_lto FILE";
  return "it is not a Mach-O object file";
}

// For example, x86_64h may be linked from x86_64.
bool are_compatible(Architecture one, Architecture other) {
  return one == other || is_variant(one, other) || is_variant(other, one);
}

}  // namespace

Result<FoundObjectFiles> ObjectFiles::open(const Candidate& candidate, std::string_view member) {
  const auto file = find_foreign(candidate);
  if (!file) return FoundObjectFiles();
  if (!*file) return fail(file->error().within(candidate.path));
  Entry& entry = entry_at((*file)->place());
  std::call_once(entry.once, [&] {
    if (const auto read_it = read((*file)->place(), entry); !read_it) entry.refusal = read_it.error().message;
  });
  if (!entry.refusal.empty()) return fail(say(candidate.path, ": ", entry.refusal));
  if (!member.empty()) return members_of(entry, candidate.path, member);
  auto object = open_object(entry.slice, candidate.path, static_cast<std::uint64_t>((*file)->changed()));
  if (!object) return fail(object.error());
  FoundObjectFiles found;
  found.files.push_back(std::move(*object));
  return found;
}

Result<FoundObjectFiles> ObjectFiles::members_of(const Entry& entry, const std::string& path,
                                                 std::string_view member) const {
  if (!entry.is_archive) return fail(say(path, ": it is not an archive of object files"));
  FoundObjectFiles found;
  Error refusal{say(path, ": it has no ", member)};
  const auto [first, end] = entry.members.equal_range(member);
  for (auto at = first; at != end; ++at) {
    const archive::ObjectMember& one = at->second;
    if (!one.path.empty()) {
      found.elsewhere.push_back({one.path, one.changed});
      continue;
    }
    auto object = open_object(one.bytes, say(path, '(', member, ')'), one.changed);
    if (object) {
      found.files.push_back(std::move(*object));
    } else {
      refusal = object.error();
    }
  }
  if (found.files.empty() && found.elsewhere.empty()) return fail(refusal);
  return found;
}

ObjectFiles::Entry& ObjectFiles::entry_at(const std::string& place) {
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<Entry>& known = entries_[place];
  if (known == nullptr) known = std::make_unique<Entry>();
  return *known;
}

Result<void> ObjectFiles::read(const std::string& place, Entry& entry) const {
  auto mapped = io::MappedFile::open(place);
  if (!mapped) return fail("it cannot be read");
  entry.mapped = std::move(*mapped);
  return choose_slice(entry);
}

// Fat files contain object files or archives.
Result<void> ObjectFiles::choose_slice(Entry& entry) const {
  entry.slice = entry.mapped.bytes();
  if (macho::is_fat(entry.slice)) {
    const auto slices = macho::read_slices(entry.slice);
    if (!slices) return fail(slices.error());
    entry.slice = {};
    for (const macho::Slice& slice : *slices)
      if (entry.slice.empty() && are_compatible(slice.architecture, architecture_)) entry.slice = slice.bytes;
    if (entry.slice.empty()) return fail(say("it has nothing for ", name_of(architecture_)));
  }
  if (!archive::looks_like_object_archive(entry.slice)) return {};
  entry.is_archive = true;
  for (const archive::ObjectMember& member : archive::read_object_archive(entry.slice)) {
    entry.members.emplace(member.name, member);
    // For a member of a thin archive a linker may give the path.
    if (!member.path.empty() && member.path != member.name) entry.members.emplace(member.path, member);
  }
  return {};
}

Result<ObjectFile> ObjectFiles::open_object(Bytes bytes, const std::string& path,
                                            std::uint64_t changed) const {
  if (!macho::is_macho(bytes)) return fail(say(path, ": ", described(bytes)));
  auto file = container::open_bytes(bytes, path, budget_);
  if (!file) return fail(file.error());
  const container::Image& image = *(*file)->images().front();
  if (image.type() != container::FileType::Object) return fail(say(path, ": it is not an object file"));
  if (!are_compatible(image.architecture(), architecture_))
    return fail(say(path, ": it is for ", name_of(image.architecture()), ", not ", name_of(architecture_)));
  return ObjectFile{std::move(*file), &image, path, changed};
}

}  // namespace symkit::companions
