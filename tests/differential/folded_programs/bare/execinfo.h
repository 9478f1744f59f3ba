// What the programs need of a system, where they have none: for images of a Mac that run_macho runs. All
// headers that they ask for are this one.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int backtrace(void** frames, int most);
void backtrace_symbols_fd(void* const* frames, int count, int file);
long write(int file, const void* bytes, unsigned long count);
int strcmp(const char* a, const char* b);
#ifdef __cplusplus
}
namespace std {
using ::strcmp;
}
#endif
#define STDOUT_FILENO 1
