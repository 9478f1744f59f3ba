// A library whose variables hold blocks of the program's.
void* kept_in_library;
static __thread void* in_thread;
void** place_in_thread(void) { return &in_thread; }
