// Who answers: the server asks it what to do with a request as soon as its head is there, and then for the
// answer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "http/message.h"
#include "http/spool.h"

namespace symkit::http {

struct Plan {
  // Whole: the body is read first. Streamed: it is answered while it comes.
  enum class Intake : std::uint8_t { Whole, Streamed };
  Intake intake = Intake::Whole;
  std::uint64_t most = 0;              // bytes of the body
  std::optional<Answer> refused = {};  // at once, without the body
  std::string type = {};               // of a streamed answer
  Fields fields = {};                  // of it
};

// Called on the server's thread, where nothing may wait. What is handed to it may be called from any thread.
class Application {
 public:
  Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  virtual ~Application() = default;

  virtual Plan plan(const Head& head) = 0;

  using Done = std::function<void(Answer answer)>;
  virtual void answer(Request request, Done done) = 0;

  // The body comes through the descriptor, which is the application's from now on; the spool is ended when
  // all is answered. An answer instead: why not.
  virtual std::optional<Answer> converse(Head head, int body, std::shared_ptr<Spool> spool) = 0;
};

}  // namespace symkit::http
