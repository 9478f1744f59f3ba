// Who answers: the server asks it what to do with a request as soon as its head is there, and then for the
// answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/message.h"
#include "serve/http/spool.h"

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

// What became of a request.
struct Served {
  std::string_view client = {};                   // its address
  unsigned status = 0;                            // 0: it went before it was answered
  std::uint64_t in = 0;                           // bytes of the body
  std::uint64_t out = 0;                          // bytes of the answer, its head with them
  std::chrono::steady_clock::duration took = {};  // since its head was there
  bool whole = false;                             // the answer was sent to its end
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

  // The server was asked to stop, and its time is over: what is still worked on is to end soon.
  virtual void give_up() {}

  // A request has ended. Where it could not be read, its head is empty.
  virtual void served(const Head& /*head*/, const Served& /*what*/) {}
};

}  // namespace symkit::http
