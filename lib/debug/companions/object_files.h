// The object files and archives that were searched, each opened only once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "debug/companions/foreign_image.h"
#include "files/archive/object_archive.h"
#include "files/container/open.h"
#include "ground/base/architecture.h"
#include "ground/io/mapped_file.h"

namespace symkit::companions {

// One way to read the file that an image names as "lib.a(member.o)" or "main.o".
struct ObjectFile {
  std::unique_ptr<container::File> file;
  const container::Image* image = nullptr;
  std::string path;
  std::uint64_t changed = 0;  // in seconds; 0: unknown
};

// A member of a thin archive, which is stored elsewhere.
struct ThinMember {
  std::string_view path;  // relative to the archive's folder
  std::uint64_t changed = 0;
};

struct FoundObjectFiles {
  std::vector<ObjectFile> files = {};
  std::vector<ThinMember> elsewhere = {};
};

class ObjectFiles {
 public:
  ObjectFiles(Architecture architecture, SharedBudget budget)
      : architecture_(architecture), budget_(std::move(budget)) {}

  // Nothing if the file does not exist. Several if an archive has members of the same name. The results
  // are views of files that live as long as this object.
  Result<FoundObjectFiles> open(const Candidate& candidate, std::string_view member);

 private:
  struct Entry {
    std::once_flag once;
    io::MappedFile mapped = {};
    Bytes slice = {};  // for the architecture
    std::unordered_multimap<std::string_view, archive::ObjectMember> members = {};
    bool is_archive = false;
    std::string refusal = {};
  };
  Entry& entry_at(const std::string& place);
  Result<void> read(const std::string& place, Entry& entry) const;
  Result<void> choose_slice(Entry& entry) const;
  Result<FoundObjectFiles> members_of(const Entry& entry, const std::string& path,
                                      std::string_view member) const;
  Result<ObjectFile> open_object(Bytes bytes, const std::string& path, std::uint64_t changed) const;

  Architecture architecture_;
  SharedBudget budget_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<Entry>> entries_;  // by real path
};

}  // namespace symkit::companions
