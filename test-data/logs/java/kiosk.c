#include <jni.h>
#include <stddef.h>
#include <unistd.h>

__attribute__((noinline)) static int pour(volatile int *glass, int amount) {
  int there = getpid() > 0 ? amount : 0;
  return *glass = there;
}

static inline int fill(int table) {
  int *glass = NULL;
  if (table > 1000) glass = &table;
  return pour(glass, table) + 1;
}

__attribute__((noinline)) int kiosk_serve(int table) { return fill(table) + 2; }

JNIEXPORT jint JNICALL Java_Kiosk_serve(JNIEnv *environment, jclass kiosk, jint table) {
  return kiosk_serve(table) + 3;
}
