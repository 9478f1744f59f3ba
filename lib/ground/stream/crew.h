// Answers bulk on several threads: each worker takes the next part of the input, and what they write comes
// in the order of the parts. A tool says where its input may be cut, and how a part is answered.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "ground/base/in_order.h"
#include "ground/base/result.h"
#include "ground/io/workers.h"
#include "ground/print/output.h"

namespace symkit::stream {

inline unsigned most_workers() { return std::min(io::default_jobs(), 16U); }

// Of the input. A worker takes all its parts into the same object.
struct BulkPart {
  std::uint64_t number = 0;  // in the input's order
};

// What a worker writes of a part.
struct Sheet {
  std::string text;
};

template <class Part, class PartSheet = Sheet>
class Crew {
 public:
  Crew(print::Output& output, std::size_t workers)
      : output_(output),
        workers_(workers),
        written_(workers * 4, [this](std::uint64_t /*part*/, PartSheet& sheet) {
          write(sheet);
          if (output_.stopped()) written_.stop();
        }) {}
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  // Answers parts until no other is cut, the output wants no more, or one fails: of the parts behind that
  // one nothing is written.
  Result<void> work() {
    io::for_each_item(static_cast<unsigned>(workers_), workers_,
                      [this](unsigned, std::size_t worker) { work(worker); });
    if (!errors_.empty()) return fail(errors_.begin()->second);
    return output_.flush();
  }
  // The worker that had the last part.
  std::optional<std::size_t> last() const { return last_; }

 protected:
  // Cuts the next part off the input; false: there is none. Called by one thread at a time; it may wait,
  // as the others continue meanwhile.
  virtual bool cut(Part& part) = 0;
  // Called by each worker first. It allocates its own data here: what two threads write all the time must
  // not be adjacent.
  virtual void begin(std::size_t /*worker*/) {}
  virtual Result<void> answer(std::size_t worker, Part& part, PartSheet& sheet) = 0;
  // Writes a sheet and empties it: called in their order, by one thread at a time.
  virtual void write(PartSheet& sheet) {
    output_.write_now(sheet.text);
    sheet.text.clear();
  }

  // Writes the beginning of a large sheet as soon as the parts before it are written, and empties it.
  void send(const Part& part, PartSheet& sheet) { written_.begin(part.number, sheet); }

 private:
  void work(std::size_t worker) {
    begin(worker);
    Part part;
    PartSheet sheet;
    while (take(worker, part)) {
      if (const auto done = answer(worker, part, sheet); !done) {
        fail_at(part.number, done.error());
        return written_.finish_last(part.number, std::move(sheet));
      }
      sheet = written_.finish(part.number, std::move(sheet));
      if (written_.stopped()) end();
    }
  }

  bool take(std::size_t worker, Part& part) {
    const std::scoped_lock locked(lock_);
    ended_ = ended_ || !cut(part);
    if (ended_) return false;
    last_ = worker;
    part.number = parts_++;
    return true;
  }
  void end() {
    const std::scoped_lock locked(lock_);
    ended_ = true;
  }
  void fail_at(std::uint64_t part, const Error& error) {
    const std::scoped_lock locked(lock_);
    ended_ = true;
    errors_.emplace(part, error);
  }

  print::Output& output_;
  std::size_t workers_;
  InOrder<PartSheet> written_;
  std::mutex lock_;  // guards what follows
  std::uint64_t parts_ = 0;
  std::optional<std::size_t> last_;
  bool ended_ = false;
  std::map<std::uint64_t, Error> errors_;  // by part
};

}  // namespace symkit::stream
