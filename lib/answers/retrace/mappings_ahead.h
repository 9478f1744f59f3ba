// Prefetches what a log needs of remote mappings before its lines are rewritten: the mappings that its
// frames name in one request, and the parts with its classes in another. The lines are processed once
// with a mapping that only records the lookups.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers/retrace/line_rewriter.h"
#include "ground/io/text_ahead.h"

namespace symkit::retrace {

class MappingsAhead final : public io::TextAhead::Listener {
 public:
  // `mappings` must outlive the input.
  static std::unique_ptr<io::Input> before(std::unique_ptr<io::Input> log, const RewriteOptions& how,
                                           MappingSource& mappings);
  ~MappingsAhead() override;

  bool take(std::string_view text) override;
  void end() override;
  void tell() override;

 private:
  struct Question {
    bool names_mapping = false;  // otherwise it is a class
    std::string text;
  };
  class NotingMapping;
  class NotingSource;

  MappingsAhead(const RewriteOptions& how, MappingSource& mappings);
  void note(std::string_view line);

  MappingSource& mappings_;
  std::vector<Question> questions_;  // in order
  std::unique_ptr<NotingSource> noting_;
  LineRewriter rewriter_;
  io::WholeLines lines_;
  std::size_t line_count_ = 0;
  std::string document_;  // a document of several lines
  bool is_begun_ = false;
  bool is_document_ = false;
};

}  // namespace symkit::retrace
