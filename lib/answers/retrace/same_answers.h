// Whether two mappings give the same answers for the members of one class. Their contents are compared
// first; if those differ, answers are compared at each line where one can change.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "answers/retrace/mapping.h"
#include "answers/retrace/retracer.h"

namespace symkit::retrace {

// A lookup with different answers.
struct Disagreement {
  std::string question;  // "line 12"; empty: the first difference is whether it exists
  std::array<std::string, 2> answers;
};

class SameAnswers {
 public:
  SameAnswers(Mapping& one, Mapping& other) : mappings_{&one, &other} {}

  // Sets the class, which both mappings know by one name.
  void set_class(const ListedClass& one, const ListedClass& other);

  // The first lookup with different answers; nothing if they are the same.
  Result<std::optional<Disagreement>> compare_methods(const std::string& name);
  Result<std::optional<Disagreement>> compare_fields(const std::string& name);
  Result<std::optional<Disagreement>> compare_source_file();

 private:
  using Groups = std::array<MethodGroup*, 2>;
  struct Question {
    std::optional<std::int32_t> line;
    std::optional<std::int32_t> within_outline;
    std::string thrown;  // empty: none
  };

  std::optional<Disagreement> compare_files(std::string_view original);
  std::optional<Disagreement> compare_files_of(const MethodGroup& group);
  Result<std::optional<Disagreement>> ask(const std::string& name, const Question& question);
  Result<std::string> answer(std::size_t which, const std::string& name, const Question& question,
                             bool verbose);
  Result<std::optional<Disagreement>> ask_all(const std::string& name, const Groups& groups);

  std::array<Mapping*, 2> mappings_;
  std::array<const ListedClass*, 2> class_{};
  std::set<std::string, std::less<>> files_compared_;  // of this class and those inlined into it
  std::size_t effort_ = 0;                             // for all lookups, in lines of the mappings
};

}  // namespace symkit::retrace
