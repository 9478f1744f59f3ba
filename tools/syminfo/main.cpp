// syminfo: shows what debug information files have. Determines which question was asked, and answers it.
#include "common/run.h"
#include "syminfo/help.h"
#include "syminfo/options.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

Result<void> answer_question(Work& work) {
  switch (work.options.question) {
    case Question::Contents: return show_contents(work);
    case Question::Ids: return list_ids(work);
    case Question::Functions: return list_functions(work);
    case Question::Verify: return verify(work);
    case Question::Find: return find_id(work);
    case Question::Match: return match_two(work);
    case Question::Log: return check_log(work);
  }
  return {};
}

Result<void> answer(const Options& options, tools::Console& console) {
  print::Output output;
  Work work{options, console, output};
  const auto answered = answer_question(work);
  const auto sent = output.flush();
  return answered ? sent : answered;
}

}  // namespace
}  // namespace symkit::syminfo

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"syminfo", syminfo::help}, argc, argv, syminfo::declare, syminfo::answer);
}
