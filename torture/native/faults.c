/*
 * A disk and a clock with faults, for one process: loaded with LD_PRELOAD, controlled through a file that the test maps, too.
 *
 * It sees only files within FAULTS_FOLDER. With FAULTS_LOG it logs every write, truncation and flush, so that the test can
 * compute what a disk may hold after a power cut; flushes are then only logged. Deleting takes effect immediately.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Eight 64-bit numbers, as Faults.ts writes them. */
struct control {
  volatile int64_t clock_offset_ms;
  volatile int64_t room;        /* Bytes that may still be written; -1 for no limit. */
  volatile int64_t write_error; /* The errno of every write; 0 for none. */
  volatile int64_t sync_error;  /* The errno of every flush; 0 for none. */
  volatile int64_t sync_us;     /* How long a logged flush takes. */
  volatile int64_t lies;        /* Flushes succeed, and do nothing. */
  volatile int64_t faults;      /* How many calls failed so far. */
  volatile int64_t unused;
};

enum { WRITE = 1, SYNC = 2, TRUNCATE = 3, UNLINK = 4 };

struct entry {
  uint32_t kind;
  uint32_t path_length;
  uint64_t offset; /* Of a flush: what was logged before this position is flushed. */
  uint64_t length;
};

static struct control off = {0, -1, 0, 0, 0, 0, 0, 0};
static struct control *control = &off;
static const char *folder;
static int log_fd = -1;
static uint64_t log_position;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static ssize_t real_write(int fd, const void *data, size_t length) {
  static __typeof__(&write) real;
  if (real == NULL) real = (__typeof__(&write))dlsym(RTLD_NEXT, "write");
  return real(fd, data, length);
}

__attribute__((constructor)) static void begin(void) {
  folder = getenv("FAULTS_FOLDER");
  const char *control_path = getenv("FAULTS_CONTROL");
  int fd = control_path == NULL ? -1 : open(control_path, O_RDWR);
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof off, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  const char *log_path = getenv("FAULTS_LOG");
  if (log_path != NULL) log_fd = open(log_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

/* Whether faults are for this file. The shared memory of SQLite's log does not outlive a power cut anyway. */
static int is_ours(const char *path) {
  size_t length = strlen(path);
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0 &&
         !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static void record(uint32_t kind, const char *path, uint64_t offset, uint64_t length, const void *data) {
  if (log_fd < 0) return;
  struct entry entry = {kind, (uint32_t)strlen(path), offset, length};
  size_t size = sizeof entry + entry.path_length + (data == NULL ? 0 : length);
  char *bytes = malloc(size);
  memcpy(bytes, &entry, sizeof entry);
  memcpy(bytes + sizeof entry, path, entry.path_length);
  if (data != NULL) memcpy(bytes + sizeof entry + entry.path_length, data, length);
  pthread_mutex_lock(&lock);
  /* Entries are whole or absent: the process may be killed, but not within one call. */
  if (real_write(log_fd, bytes, size) != (ssize_t)size) abort();
  log_position += size;
  pthread_mutex_unlock(&lock);
  free(bytes);
}

/* Returns how much may be written, or -1 with errno set. */
static ssize_t admit(size_t length) {
  int64_t error = control->write_error;
  int64_t room = control->room;
  if (error == 0 && room >= 0) {
    if (room == 0) error = ENOSPC;
    else if ((int64_t)length > room) length = (size_t)room;
    control->room = room - (error == 0 ? (int64_t)length : 0);
  }
  if (error == 0) return (ssize_t)length;
  control->faults++;
  errno = (int)error;
  return -1;
}

ssize_t write(int fd, const void *data, size_t length) {
  char path[4096];
  if (folder == NULL || fd == log_fd || !path_of(fd, path, sizeof path)) return real_write(fd, data, length);
  ssize_t admitted = admit(length);
  if (admitted < 0) return -1;
  off_t offset = lseek(fd, 0, SEEK_CUR);
  ssize_t written = real_write(fd, data, (size_t)admitted);
  if (written > 0) record(WRITE, path, (uint64_t)offset, (uint64_t)written, data);
  return written;
}

#define POSITIONED(name)                                                                       \
  ssize_t name(int fd, const void *data, size_t length, off_t offset) {                        \
    REAL(name);                                                                                \
    char path[4096];                                                                           \
    if (folder == NULL || !path_of(fd, path, sizeof path)) return real(fd, data, length, offset); \
    ssize_t admitted = admit(length);                                                          \
    if (admitted < 0) return -1;                                                               \
    ssize_t written = real(fd, data, (size_t)admitted, offset);                                \
    if (written > 0) record(WRITE, path, (uint64_t)offset, (uint64_t)written, data);           \
    return written;                                                                            \
  }
POSITIONED(pwrite)
POSITIONED(pwrite64)

#define TRUNCATING(name)                                                        \
  int name(int fd, off_t length) {                                              \
    REAL(name);                                                                 \
    char path[4096];                                                            \
    int result = real(fd, length);                                              \
    if (result == 0 && folder != NULL && path_of(fd, path, sizeof path))        \
      record(TRUNCATE, path, (uint64_t)length, 0, NULL);                        \
    return result;                                                              \
  }
TRUNCATING(ftruncate)
TRUNCATING(ftruncate64)

#define FLUSHING(name)                                                          \
  int name(int fd) {                                                            \
    REAL(name);                                                                 \
    char path[4096];                                                            \
    if (folder == NULL || !path_of(fd, path, sizeof path)) return real(fd);     \
    if (control->sync_error != 0) {                                             \
      control->faults++;                                                        \
      errno = (int)control->sync_error;                                         \
      return -1;                                                                \
    }                                                                           \
    if (control->lies != 0) return 0;                                           \
    if (log_fd < 0) return real(fd);                                            \
    pthread_mutex_lock(&lock);                                                  \
    uint64_t before = log_position;                                             \
    pthread_mutex_unlock(&lock);                                                \
    if (control->sync_us > 0) usleep((useconds_t)control->sync_us);             \
    record(SYNC, path, before, 0, NULL);                                        \
    return 0;                                                                   \
  }
FLUSHING(fsync)
FLUSHING(fdatasync)

int unlink(const char *path) {
  REAL(unlink);
  int result = real(path);
  if (result == 0 && is_ours(path)) record(UNLINK, path, 0, 0, NULL);
  return result;
}

/* The wall clock jumps; the monotonic one never does. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  static __typeof__(&clock_gettime) real;
  if (real == NULL) real = (__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t offset = control->clock_offset_ms;
    time->tv_sec += offset / 1000;
  }
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (real == NULL) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(time, zone);
  if (result == 0) time->tv_sec += control->clock_offset_ms / 1000;
  return result;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at != NULL) *at = now.tv_sec;
  return now.tv_sec;
}
