#include "answers/retrace/sameness.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "answers/retrace/same_answers.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::retrace {
namespace {

constexpr std::string_view not_there = "does not have it";
constexpr std::string_view there = "has it";

class Comparison {
 public:
  Comparison(Mapping& one, Mapping& other, std::size_t most_told)
      : mappings_{&one, &other}, most_told_(most_told), answers_(one, other) {}

  Result<Sameness> run() {
    std::array<std::vector<ListedClass>, 2> classes;
    for (std::size_t i = 0; i < mappings_.size(); ++i) {
      auto listed = mappings_[i]->list_classes();
      if (!listed) return fail(listed.error());
      classes[i] = std::move(*listed);
      std::ranges::sort(classes[i], {},
                        [](const ListedClass& one) { return std::tie(one.original, one.renamed); });
    }
    found_.classes = classes[0].size();
    const auto compared = compare(classes);
    if (!compared) return fail(compared.error());
    return std::move(found_);
  }

 private:
  Result<void> compare(const std::array<std::vector<ListedClass>, 2>& classes) {
    std::unordered_map<std::uint64_t, const ListedClass*> others;
    for (const ListedClass& other : classes[1]) others.emplace(other.hash, &other);
    for (const ListedClass& one : classes[0]) {
      const auto other = others.find(one.hash);
      if (other == others.end()) {
        differ(name_of(one), {std::string(there), std::string(not_there)});
        continue;
      }
      if (const auto done = compare(one, *other->second); !done) return done;
      others.erase(other);
    }
    for (const ListedClass& other : classes[1])
      if (others.contains(other.hash)) differ(name_of(other), {std::string(not_there), std::string(there)});
    return {};
  }

  Result<void> compare(const ListedClass& one, const ListedClass& other) {
    const std::string name = one.renamed.empty() ? name_of(one, other.renamed) : name_of(one);
    if (one.original != other.original) {
      const std::string_view renamed = one.renamed.empty() ? other.renamed : one.renamed;
      differ(say("class ", print::visible(renamed.empty() ? one.original : renamed)),
             {print::visible(one.original), print::visible(other.original)});
      return {};
    }
    answers_.set_class(one, other);
    std::set<std::string> methods, fields;
    for (std::size_t i = 0; i < mappings_.size(); ++i) {
      auto members = mappings_[i]->list_members((i == 0 ? one : other).number);
      if (!members) return fail(members.error());
      methods.insert(members->methods.begin(), members->methods.end());
      fields.insert(members->fields.begin(), members->fields.end());
    }
    if (const auto done = take(name, answers_.compare_source_file()); !done) return done;
    for (const std::string& method : methods)
      if (const auto done =
              take(say(name, ", method ", print::visible(method)), answers_.compare_methods(method));
          !done)
        return done;
    for (const std::string& field : fields)
      if (const auto done =
              take(say(name, ", field ", print::visible(field)), answers_.compare_fields(field));
          !done)
        return done;
    return {};
  }

  Result<void> take(const std::string& where, Result<std::optional<Disagreement>> found) {
    if (!found) return fail(found.error());
    if (!*found) return {};
    const std::string& question = (*found)->question;
    differ(question.empty() ? where : say(where, ", ", question), std::move((*found)->answers));
    return {};
  }

  static std::string name_of(const ListedClass& one) { return name_of(one, one.renamed); }
  static std::string name_of(const ListedClass& one, std::string_view renamed) {
    const std::string original = print::visible(one.original);
    return renamed.empty() || renamed == one.original
               ? say("class ", original)
               : say("class ", original, " (", print::visible(renamed), ")");
  }

  void differ(std::string where, std::array<std::string, 2> answers) {
    ++found_.differences;
    if (found_.first.size() < most_told_) found_.first.push_back({std::move(where), std::move(answers)});
  }

  std::array<Mapping*, 2> mappings_;
  std::size_t most_told_;
  SameAnswers answers_;
  Sameness found_;
};

}  // namespace

Result<Sameness> compare_mappings(Mapping& one, Mapping& other, std::size_t most_told) {
  return Comparison(one, other, most_told).run();
}

}  // namespace symkit::retrace
