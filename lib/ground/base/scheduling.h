// Scheduling priority.
#pragma once

namespace symkit {

// Lowers the priority of the calling thread and of everything it starts from now on. Safe between fork
// and exec.
void come_behind();

}  // namespace symkit
