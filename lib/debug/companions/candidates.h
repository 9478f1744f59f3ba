// Where a .dwo, a .dwp or an object file is looked for. Paths are a stranger's, as the image has them: below
// a folder nothing that leaves it is named, and what a link leads to has to lie in the folder as well.
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

// Whether it is what was looked for.
using Try = std::function<bool(const Candidate&)>;

class SplitCandidates {
 public:
  SplitCandidates(const Asker& asker, const Places& places);

  // Of packages that have all units of the image.
  std::vector<Candidate> packages() const;
  // Those of one unit, best first, until one is it. `name` and `folder` as the unit says them: DW_AT_dwo_name
  // and DW_AT_comp_dir.
  bool each_for(std::string_view name, std::string_view folder, const Try& is_it) const;

 private:
  bool as_compiled(std::string_view name, std::string_view folder, const Try& is_it) const;
  bool below(const std::string& folder, std::string_view path, const Try& is_it) const;
  bool by_name_below(const std::string& folder, std::string_view base_name, const Try& is_it) const;

  // All .dwo, .dwp, .o and .a files below a folder, by their names; looked through once, when it has to be.
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
  std::vector<std::string> own_folders_;  // the image's
  mutable Names names_;
};

}  // namespace symkit::companions
