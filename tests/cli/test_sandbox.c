#define _GNU_SOURCE
#include "cli/sandbox.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each check runs in a process of its own: a sandbox is for good. The exit code is the answer. */
enum { KEPT = 0, BROKEN = 1, NOT_IN_FORCE = 77 };

static int answer_of(int (*check)(void)) {
    pid_t child = fork();
    if (child == 0)
        _exit(check());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect_kept(int (*check)(void)) {
    int answer = answer_of(check);
    if (answer == NOT_IN_FORCE) {
        print_message("skipped: this kernel or build does not have what it needs\n");
        skip();
    }
    assert_int_equal(answer, KEPT);
}

static struct sandbox_state enter(void) {
    static const char *const readable[] = {"/proc"};
    return sandbox_read_only(&(struct sandbox_paths){readable, 1});
}

static bool opens(const char *path, int flags) {
    int stream = open(path, flags | O_CLOEXEC, 0600);
    if (stream < 0)
        return false;
    close(stream);
    return true;
}

static int reading_outside(void) {
    if (!enter().paths)
        return NOT_IN_FORCE;
    return opens("/proc", O_RDONLY) && !opens("/etc/passwd", O_RDONLY) ? KEPT : BROKEN;
}

static int writing(void) {
    struct sandbox_state state = enter();
    if (!state.paths && !state.system_calls)
        return NOT_IN_FORCE;
    return opens("/tmp/cordon-sandbox-test", O_WRONLY | O_CREAT) ? BROKEN : KEPT;
}

/* An output, or what a long report is put aside in, is open before. */
static int open_files(void) {
    int file = memfd_create("open", 0);
    char byte = 0;
    if (!enter().system_calls)
        return NOT_IN_FORCE;
    return pwrite(file, "x", 1, 5) == 1 && pread(file, &byte, 1, 5) == 1 && byte == 'x' ? KEPT
                                                                                        : BROKEN;
}

static int sockets_and_programs(void) {
    if (!enter().system_calls)
        return NOT_IN_FORCE;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM || fork() >= 0)
        return BROKEN;
    execl("/bin/true", "true", (char *)NULL);
    return KEPT;
}

static void *allocate(void *argument) {
    free(malloc(1 << 20));
    return argument;
}

static int threads_still_work(void) {
    if (!enter().system_calls)
        return NOT_IN_FORCE;
    pthread_t thread;
    if (pthread_create(&thread, NULL, allocate, NULL) != 0 || pthread_join(thread, NULL) != 0)
        return BROKEN;
    return KEPT;
}

static int computing_opens_nothing(void) {
    if (!sandbox_compute_only().system_calls)
        return NOT_IN_FORCE;
    void *memory = malloc(1 << 24);
    bool computes = memory != NULL;
    free(memory);
    char byte;
    bool refused = !opens("/usr", O_RDONLY) && socket(AF_INET, SOCK_STREAM, 0) < 0 &&
                   read(STDIN_FILENO, &byte, 1) < 0 && errno == EPERM && getppid() < 0;
    return computes && refused ? KEPT : BROKEN;
}

static void outside_paths_are_refused(void **state) {
    (void)state;
    expect_kept(reading_outside);
}

static void nothing_can_be_written(void **state) {
    (void)state;
    expect_kept(writing);
}

static void open_files_can_be_written(void **state) {
    (void)state;
    expect_kept(open_files);
}

static void no_socket_and_no_program(void **state) {
    (void)state;
    expect_kept(sockets_and_programs);
}

static void workers_can_start_inside(void **state) {
    (void)state;
    expect_kept(threads_still_work);
}

static void a_computation_has_memory_only(void **state) {
    (void)state;
    expect_kept(computing_opens_nothing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outside_paths_are_refused),
        cmocka_unit_test(nothing_can_be_written),
        cmocka_unit_test(open_files_can_be_written),
        cmocka_unit_test(no_socket_and_no_program),
        cmocka_unit_test(workers_can_start_inside),
        cmocka_unit_test(a_computation_has_memory_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
