// The .dwo and .dwp files that were searched, each opened only once.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "debug/companions/candidates.h"
#include "debug/debuginfo/split_file.h"
#include "files/container/open.h"
#include "ground/base/bytes.h"

namespace symkit::companions {

struct OpenSplitFile {
  std::unique_ptr<container::File> file;
  std::optional<debuginfo::SplitFile> split;  // nothing: not a split file, or not to be opened:
  std::string refusal;                        // why
};

class SplitFiles {
 public:
  SplitFiles(Endian endian, SharedBudget budget) : endian_(endian), budget_(std::move(budget)) {}

  // Null if the file does not exist.
  const OpenSplitFile* open(const Candidate& candidate);

 private:
  struct Entry {
    std::once_flag once;
    bool is_there = false;
    OpenSplitFile file;
  };
  void read(const Candidate& candidate, Entry& entry) const;

  Endian endian_;  // of the image
  SharedBudget budget_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<Entry>> entries_;  // for existing paths
};

}  // namespace symkit::companions
