/* Loaded before a program: every fsync and fdatasync takes SLOW_DISK_MS longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *ms = getenv("SLOW_DISK_MS");
  long left = ms ? atol(ms) : 0;
  struct timespec time = {left / 1000, (left % 1000) * 1000000L};
  nanosleep(&time, NULL);
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(file);
}
