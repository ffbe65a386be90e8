/* Makes every flush to disk take DISK_FLUSH_MS milliseconds longer: LD_PRELOAD=slow-disk.so. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *text = getenv("DISK_FLUSH_MS");
  long ms = text ? atol(text) : 0;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

int fsync(int file) {
  int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return flush(file);
}

int fdatasync(int file) {
  int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return flush(file);
}
