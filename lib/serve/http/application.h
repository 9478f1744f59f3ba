// The application that answers requests: the server asks it how to treat a request as soon as the head
// has arrived, and then for the answer.
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
  // Whole: the body is read first. Streamed: the body is answered while it arrives.
  enum class Intake : std::uint8_t { Whole, Streamed };
  Intake intake = Intake::Whole;
  std::uint64_t most = 0;              // bytes of the body
  std::optional<Answer> refused = {};  // sent at once, without reading the body
  std::string type = {};               // of a streamed answer
  Fields fields = {};                  // of a streamed answer
};

// The outcome of a request.
struct Served {
  std::string_view client = {};                   // its address
  unsigned status = 0;                            // 0: the client left before it was answered
  std::uint64_t in = 0;                           // bytes of the body
  std::uint64_t out = 0;                          // bytes of the answer, including its head
  std::chrono::steady_clock::duration took = {};  // since the head had arrived
  bool whole = false;                             // the complete answer was sent
};

// Its functions are called on the server's thread and must not block. The callbacks they receive may be
// called from any thread.
class Application {
 public:
  Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  virtual ~Application() = default;

  virtual Plan plan(const Head& head) = 0;

  using Done = std::function<void(Answer answer)>;
  virtual void answer(Request request, Done done) = 0;

  // The body can be read from the descriptor, which now belongs to the application; the application ends
  // the spool when the answer is complete. Returns an answer instead to refuse the request.
  virtual std::optional<Answer> converse(Head head, int body, std::shared_ptr<Spool> spool) = 0;

  // The time limit for stopping the server has passed: work still in progress must end soon.
  virtual void give_up() {}

  // A request has ended. The head is empty if it could not be read.
  virtual void served(const Head& /*head*/, const Served& /*what*/) {}
};

}  // namespace symkit::http
