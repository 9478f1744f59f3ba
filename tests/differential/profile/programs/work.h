/* Inlined calls that a symbolizer must find again, in C and in C++. */
static inline unsigned long mix(unsigned long value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdUL;
  return value ^ value >> 29;
}
static inline unsigned long twice(unsigned long value) { return mix(mix(value) + 1); }
