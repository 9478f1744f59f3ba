// Where a .dwo, a .dwp or an object file is searched. The paths come from the image and are not trusted:
// a path that leaves a folder is not followed below it, and the target of a link must be in the folder as
// well.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "debug/companions/foreign_image.h"
#include "debug/companions/places.h"

namespace symkit::companions {

// Whether the candidate is the right file.
using Try = std::function<bool(const Candidate&)>;

class SplitCandidates {
 public:
  SplitCandidates(const Asker& asker, const Places& places);

  // For packages that have all units of the image.
  std::vector<Candidate> packages() const;
  // Tries the candidates of one unit, the best first, until one is right. `name` and `folder` are those
  // of the unit: DW_AT_dwo_name and DW_AT_comp_dir.
  bool each_for(std::string_view name, std::string_view folder, const Try& is_it) const;

 private:
  bool as_compiled(std::string_view name, std::string_view folder, const Try& is_it) const;
  bool below(const std::string& folder, std::string_view path, const Try& is_it) const;
  bool by_name_below(const std::string& folder, std::string_view base_name, const Try& is_it) const;

  // All .dwo, .dwp, .o and .a files below a folder, by name; a folder is searched once, when needed.
  class Names {
   public:
    std::vector<std::string> called(const std::string& folder, std::string_view name);

   private:
    using Paths = std::unordered_multimap<std::string, std::string>;
    std::mutex mutex_;
    std::unordered_map<std::string, Paths> folders_;
  };

  const Places& places_;
  std::vector<std::string> package_names_;
  std::vector<std::string> own_folders_;  // of the image
  mutable Names names_;
};

}  // namespace symkit::companions
