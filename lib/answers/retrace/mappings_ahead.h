// What a log needs of mappings that are far away, asked for before its lines are rewritten: the mappings that
// its frames name in one question, the parts that its classes are in in another. The lines are gone through
// once, as they will be rewritten, by a mapping that only notes what is asked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers/retrace/line_rewriter.h"
#include "ground/io/text_ahead.h"

namespace symkit::retrace {

class MappingsAhead final : public io::TextAhead::Listener {
 public:
  // `mappings` outlives the input.
  static std::unique_ptr<io::Input> before(std::unique_ptr<io::Input> log, const RewriteOptions& how,
                                           MappingSource& mappings);
  ~MappingsAhead() override;

  bool take(std::string_view text) override;
  void end() override;
  void tell() override;

 private:
  struct Question {
    bool names_mapping = false;  // else a class
    std::string text;
  };
  class NotingMapping;
  class NotingSource;

  MappingsAhead(const RewriteOptions& how, MappingSource& mappings);
  void note(std::string_view line);

  MappingSource& mappings_;
  std::vector<Question> questions_;  // in their order
  std::unique_ptr<NotingSource> noting_;
  LineRewriter rewriter_;
  io::WholeLines lines_;
  std::size_t line_count_ = 0;
  std::string document_;  // where the log is one of many lines
  bool is_begun_ = false;
  bool is_document_ = false;
};

}  // namespace symkit::retrace
