// The tools that a client can call: triage, symbolicate, why, owners.
#pragma once

#include <memory>
#include <string>

#include "common/console.h"
#include "ground/base/result.h"
#include "ground/json/document.h"
#include "reports/findings/findings.h"
#include "symgroup/inputs.h"
#include "symgroup/options.h"
#include "symgroup/reading.h"
#include "symgroup/setup.h"

namespace symkit::symgroup {

class McpTools {
 public:
  static Result<McpTools> open(const Options& options, tools::Console& console);

  // Their names, descriptions and argument schemas: a result of tools/list.
  static std::string list();
  // A result of tools/call. An error means that the call itself is wrong; the failure of a tool is a
  // result that says so.
  Result<std::string> call(json::Value parameters);

 private:
  struct Answer {
    std::string text;
    std::string object = {};  // the same as JSON; empty: none
  };

  McpTools(Setup setup, std::string folder, const Options& options, tools::Console& console)
      : setup_(std::make_unique<Setup>(std::move(setup))),
        folder_(std::move(folder)),
        options_(&options),
        console_(&console) {}

  Result<Inputs> inputs_of(json::Value arguments, std::string_view text, std::string_view path) const;
  findings::Findings findings_of(const Reading& reading) const;
  Result<Answer> triage(json::Value arguments) const;
  Result<Answer> symbolicate(json::Value arguments) const;
  Result<Answer> why(json::Value arguments) const;
  Result<Answer> owners(json::Value arguments) const;

  std::unique_ptr<Setup> setup_;
  std::string folder_;  // where the process was started; with a trailing slash
  const Options* options_;
  tools::Console* console_;
};

}  // namespace symkit::symgroup
