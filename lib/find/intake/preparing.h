// Decides when an image is prepared that was asked about before it had an index: as soon as its single
// answers have cost as much as preparing it would. Then all of it costs at most twice what would have
// been best. Costs are processor time, which does not depend on what else the machine does.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symkit::intake {

// Addresses are spread over units: so many questions touch so many of these that preparing costs less.
inline constexpr std::size_t many_questions = 100;

enum class Preparing : std::uint8_t {
  Now,    // before the first answer
  Auto,   // when it pays, or when the file is asked about again
  Later,  // not now; when the file is asked about again
  Never,
};

class PreparingPolicy {
 public:
  // `seconds`: what preparing is expected to take.
  PreparingPolicy(Preparing wish, double seconds) : wish_(wish), whole_(seconds) {}

  // How many answers will be wanted, if that is known.
  void expect(std::size_t answers) { expected_ = answers; }
  // The file was asked about before.
  void note_seen_before() { was_seen_ = true; }
  void note_answer(double seconds) { spent_ += seconds; }

  // Whether it is to be prepared before the next answer.
  bool is_due() const {
    switch (wish_) {
      case Preparing::Now: return true;
      case Preparing::Auto: break;
      case Preparing::Later: return was_seen_;
      case Preparing::Never: return false;
    }
    return was_seen_ || whole_ <= not_worth_it || expected_ >= many_questions || spent_ >= whole_;
  }
  // Whether a later run should learn that the file was asked about.
  bool leaves_note() const { return wish_ == Preparing::Auto || wish_ == Preparing::Later; }

 private:
  // A person does not notice this.
  static constexpr double not_worth_it = 0.012;

  Preparing wish_;
  double whole_;
  double spent_ = 0;
  std::size_t expected_ = 0;
  bool was_seen_ = false;
};

}  // namespace symkit::intake
