#include "answers/retrace/mappings_ahead.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answers/retrace/java_lines.h"
#include "answers/retrace/map_id.h"
#include "answers/retrace/no_mapping.h"

namespace symkit::retrace {

// Records the lookups of a log whose output is discarded.
class MappingsAhead::Noting : private MappingSource {
 public:
  struct Question {
    bool names_mapping = false;  // otherwise it is a class
    std::string text;
  };

  explicit Noting(const RewriteOptions& how) : lines_({how, *this, output_}, dropped_) {}

  stream::LineTaker& lines() { return lines_; }
  std::vector<Question> questions;  // in order

 private:
  // It has no class at hand.
  class NotingMapping final : public NoMapping {
   public:
    explicit NotingMapping(std::vector<Question>& noted) : NoMapping("is not asked yet"), noted_(noted) {}

    std::optional<ClassNaming> find(std::string_view name) override {
      noted_.push_back({.text = std::string(name)});
      return std::nullopt;
    }

   private:
    std::vector<Question>& noted_;
  };

  Result<bool> choose(std::string_view source_file) override {
    if (map_id_of(source_file).empty()) return false;
    questions.push_back({.names_mapping = true, .text = std::string(source_file)});
    return true;
  }
  Mapping& current() override { return mapping_; }

  NotingMapping mapping_{questions};
  print::Output output_{[](std::string_view /*text*/) { return true; }};
  stream::WrittenLines dropped_{output_, true};
  JavaLines lines_;
};

MappingsAhead::MappingsAhead(const RewriteOptions& how, MappingSource& mappings)
    : mappings_(mappings), noting_(std::make_unique<Noting>(how)) {}

MappingsAhead::~MappingsAhead() = default;

void MappingsAhead::begin(io::Input& source) { noting_->lines().begin(source); }

std::size_t MappingsAhead::note(const io::Line& line) {
  static_cast<void>(noting_->lines().take(line, 1));
  return noting_->questions.size();
}

void MappingsAhead::finish() { static_cast<void>(noting_->lines().finish()); }

// An exception comes before the frames that name its mapping.
void MappingsAhead::tell() {
  const std::vector<Noting::Question> questions = std::exchange(noting_->questions, {});
  std::set<std::string> named;
  for (const Noting::Question& question : questions)
    if (question.names_mapping) named.insert(question.text);
  mappings_.look_ahead({named.begin(), named.end()});
  Mapping* mapping = &mappings_.current();
  std::vector<const Noting::Question*> before;  // recorded before the frame that names their mapping
  for (const Noting::Question& question : questions) {
    if (!question.names_mapping) {
      mapping->expect(question.text);
      before.push_back(&question);
    } else if (Mapping* const next = mappings_.at_hand(question.text)) {
      mapping = next;
      for (const Noting::Question* const earlier : before) next->expect(earlier->text);
      before.clear();
    }
  }
}

}  // namespace symkit::retrace
