// Just enough of Microsoft's runtime (and GCC's, on MinGW) that the linker is content without a C++ library. Nothing here is ever run.
void halt(void) {
  for (;;) __asm__ volatile("");
}

#ifdef __MINGW32__
long long __divdi3(long long a, long long b) {
  halt();
  return a ^ b;
}
#else
int __CxxFrameHandler3(void) {
  halt();
  return 0;
}
int __CxxFrameHandler4(void) {
  halt();
  return 0;
}
void _purecall(void) { halt(); }
#ifdef __i386__
void __stdcall _CxxThrowException(void* object, void* info) {
#else
void _CxxThrowException(void* object, void* info) {
#endif
  (void)object, (void)info;
  halt();
}
void* memset(void* to, int value, __SIZE_TYPE__ size) {
  for (char* at = to; size != 0; --size) *at++ = (char)value;
  return to;
}
void* memcpy(void* to, const void* from, __SIZE_TYPE__ size) {
  char* at = to;
  for (const char* source = from; size != 0; --size) *at++ = *source++;
  return to;
}
void* vftable[1] __asm__("??_7type_info@@6B@") = {0};
#ifdef __i386__
void _alldiv(void) { halt(); }
void _allmul(void) { halt(); }
void _allrem(void) { halt(); }
#endif
int _fltused;
#endif
