/*
 * A library for LD_PRELOAD that does, inside the program, what a stranger who took it over would:
 * when the program starts a thread, it opens the file that INTRUDE_FILE names, makes the file
 * INTRUDE_MADE, empties, writes to, renames and removes one of the repository (the working folder),
 * makes a socket, starts programs, signals its parent, has a stream send signals, looks into a
 * process and makes memory executable, and says on standard error what the kernel allowed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *deed, int result) {
    dprintf(STDERR_FILENO, "intruder: %s %s\n", deed, result >= 0 ? "allowed" : "refused");
    if (result > STDERR_FILENO)
        close(result);
}

static void intrude(void) {
    const char *file = getenv("INTRUDE_FILE"), *made = getenv("INTRUDE_MADE");
    if (!file || !made)
        return;
    say("open", open(file, O_RDONLY));
    say("make", open(made, O_WRONLY | O_CREAT, 0600));
    say("empty", open("spare", O_RDONLY | O_TRUNC));
    say("write", open("pyproject.toml", O_WRONLY));
    say("rename", rename("spare", "spare.moved"));
    say("remove", unlink("spare.moved"));
    say("socket", socket(AF_INET, SOCK_STREAM, 0));
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid(child, NULL, 0);
    say("fork", child > 0 ? 0 : -1);
    /* A call that is let through says what else is wrong. */
    execl("/nowhere", "nowhere", (char *)NULL);
    say("exec", errno == EPERM ? -1 : 0);
    ptrace(PTRACE_PEEKDATA, getpid(), NULL, NULL);
    say("trace", errno == EPERM ? -1 : 0);
    say("signal", (int)syscall(SYS_tgkill, getppid(), getppid(), 0));
    say("own", fcntl(STDERR_FILENO, F_SETOWN, getpid()));
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    say("code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, intrude);
    return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes,
                                                                             run, argument);
}
