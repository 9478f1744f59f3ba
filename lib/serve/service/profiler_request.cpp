#include "serve/service/profiler_request.h"

#include <charconv>

#include "ground/base/words.h"
#include "ground/json/document.h"

namespace symkit::service {
namespace {

using json::Document;
using json::Value;

Result<Module> read_module(const json::Value& pair) {
  const json::Value name = pair.first();
  const json::Value id = name ? name.next() : json::Value();
  if (!pair.is_array() || pair.count() != 2 || !name.is_string() || !id.is_string())
    return fail("a module of memoryMap must be [\"name\", \"id\"]");
  return Module{std::string(name.string()), std::string(id.string())};
}

Result<ModuleFrame> read_frame(const json::Value& pair, std::size_t modules) {
  const json::Value module = pair.first();
  const json::Value offset = module ? module.next() : json::Value();
  if (!pair.is_array() || pair.count() != 2 || !module.is_number() || !offset.number())
    return fail("a frame of stacks must be [index of its module, or -1, and the offset in it]");
  ModuleFrame frame{.offset = *offset.number()};
  const auto index = module.number();
  if (!index && module.written() != "-1")
    return fail("the index of a frame's module must be a whole number, or -1");
  if (index && *index >= modules)
    return fail(say("a frame names module ", *index, ", but there are only ", modules));
  if (index) frame.module = static_cast<std::int64_t>(*index);
  return frame;
}

Result<ProfilerJob> read_job(const json::Value& value, std::size_t& frames) {
  ProfilerJob job;
  if (!value["memoryMap"].is_array() || !value["stacks"].is_array())
    return fail("a job must have the arrays memoryMap and stacks");
  for (json::Value pair = value["memoryMap"].first(); pair; pair = pair.next()) {
    auto module = read_module(pair);
    if (!module) return fail(module.error());
    job.modules.push_back(std::move(*module));
  }
  for (json::Value stack = value["stacks"].first(); stack; stack = stack.next()) {
    if (!stack.is_array()) return fail("a stack must be an array of frames");
    auto& read = job.stacks.emplace_back();
    for (json::Value pair = stack.first(); pair; pair = pair.next()) {
      if (++frames > most_profiler_frames)
        return fail(say("more than ", most_profiler_frames, " frames in one request"));
      const auto frame = read_frame(pair, job.modules.size());
      if (!frame) return fail(frame.error());
      read.push_back(*frame);
    }
  }
  return job;
}

}  // namespace

Result<std::vector<ProfilerJob>> read_profiler_jobs(std::string_view body) {
  const auto document = json::Document::parse(body);
  if (!document) return fail(document.error());
  const json::Value root = document->root();
  std::vector<ProfilerJob> jobs;
  std::size_t frames = 0;
  const bool is_bare = !root["jobs"];
  if (!is_bare && !root["jobs"].is_array()) return fail("jobs must be an array");
  for (json::Value one = is_bare ? root : root["jobs"].first(); one;
       one = is_bare ? json::Value() : one.next()) {
    auto job = read_job(one, frames);
    if (!job) return fail(job.error());
    jobs.push_back(std::move(*job));
  }
  return jobs;
}

Result<SourceQuestion> read_source_question(std::string_view body) {
  const auto document = json::Document::parse(body);
  if (!document) return fail(document.error());
  const json::Value root = document->root();
  for (const char* const name : {"debugName", "debugId", "moduleOffset", "file"})
    if (!root[name].is_string()) return fail(say(name, " is missing, or not a string"));
  SourceQuestion question;
  question.module = {std::string(root["debugName"].string()), std::string(root["debugId"].string())};
  question.file = root["file"].string();
  const std::string offset(root["moduleOffset"].string());
  const char* const begin = offset.data() + (offset.starts_with("0x") ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, offset.data() + offset.size(), question.offset, 16);
  if (!offset.starts_with("0x") || error != std::errc() || end != offset.data() + offset.size())
    return fail("moduleOffset must be a string such as \"0x1234\"");
  return question;
}

}  // namespace symkit::service
