// Who comes first where processors are few.
#pragma once

namespace symkit {

// The calling thread, and what it starts from now on, comes behind others. Safe between fork and exec.
void come_behind();

}  // namespace symkit
