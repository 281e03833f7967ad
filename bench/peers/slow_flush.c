/* A disk whose flushes take FLUSH_US microseconds longer, for whatever is
 * started with LD_PRELOAD=target/peers/slow_flush.so. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_for_the_disk(void) {
    const char *said = getenv("FLUSH_US");
    long micros = said ? atol(said) : 0;
    struct timespec left = {micros / 1000000, micros % 1000000 * 1000};
    while (nanosleep(&left, &left) != 0) {
    }
}

int fsync(int file) {
    wait_for_the_disk();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    wait_for_the_disk();
    return (int)syscall(SYS_fdatasync, file);
}
