#include "answers/retrace/mappings_ahead.h"

#include <set>
#include <utility>

#include "answers/retrace/map_id.h"
#include "answers/retrace/no_mapping.h"
#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

// Looked ahead together: their classes should fit into a mapping's cache.
constexpr std::size_t most_lines = 1'000;

}  // namespace

// A mapping that knows no class and records each lookup.
class MappingsAhead::NotingMapping final : public NoMapping {
 public:
  explicit NotingMapping(std::vector<Question>& questions) : NoMapping({}), questions_(questions) {}

  std::optional<ClassNaming> find(std::string_view name) override {
    questions_.push_back({.text = std::string(name)});
    return std::nullopt;
  }

 private:
  std::vector<Question>& questions_;
};

class MappingsAhead::NotingSource final : public MappingSource {
 public:
  explicit NotingSource(std::vector<Question>& questions) : questions_(questions), mapping_(questions) {}

  Result<bool> choose(std::string_view source_file) override {
    if (map_id_of(source_file).empty()) return false;
    questions_.push_back({.names_mapping = true, .text = std::string(source_file)});
    return true;
  }
  Mapping& current() override { return mapping_; }

 private:
  std::vector<Question>& questions_;
  NotingMapping mapping_;
};

MappingsAhead::MappingsAhead(const RewriteOptions& how, MappingSource& mappings)
    : mappings_(mappings), noting_(std::make_unique<NotingSource>(questions_)), rewriter_(how, *noting_) {}

MappingsAhead::~MappingsAhead() = default;

std::unique_ptr<io::Input> MappingsAhead::before(std::unique_ptr<io::Input> log, const RewriteOptions& how,
                                                 MappingSource& mappings) {
  return io::TextAhead::before(std::move(log),
                               std::unique_ptr<MappingsAhead>(new MappingsAhead(how, mappings)));
}

bool MappingsAhead::take(std::string_view text) {
  lines_.take(text, [this](std::string_view line) { note(line); });
  return line_count_ < most_lines;
}

void MappingsAhead::end() {
  lines_.end([this](std::string_view line) { note(line); });
}

void MappingsAhead::note(std::string_view line) {
  ++line_count_;
  const std::string_view text = trimmed(line);
  if (!std::exchange(is_begun_, true)) is_document_ = text == "{" || text == "[" || text == "[{";
  if (is_document_) {
    document_ += line;
    return;
  }
  std::string not_wanted;
  static_cast<void>(rewriter_.rewrite(line, not_wanted));
}

// An exception comes before the frames that name its mapping.
void MappingsAhead::tell() {
  std::string not_wanted;
  if (!document_.empty()) static_cast<void>(rewriter_.rewrite_document(document_, not_wanted));
  document_.clear();
  line_count_ = 0;
  std::set<std::string> named;
  for (const Question& question : questions_)
    if (question.names_mapping) named.insert(question.text);
  mappings_.look_ahead({named.begin(), named.end()});
  Mapping* mapping = &mappings_.current();
  std::vector<const Question*> before;  // recorded before the frame that names their mapping
  for (const Question& question : questions_) {
    if (!question.names_mapping) {
      mapping->expect(question.text);
      before.push_back(&question);
    } else if (Mapping* const next = mappings_.at_hand(question.text)) {
      mapping = next;
      for (const Question* const earlier : before) next->expect(earlier->text);
      before.clear();
    }
  }
  questions_.clear();
}

}  // namespace symkit::retrace
