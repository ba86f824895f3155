#define _GNU_SOURCE
#include "cli/interrupt.h"

#include "base/file.h"

#include <unistd.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Sent to the waiting thread alone, to end it. */
enum { WAKE = SIGUSR2 };

static void *wait_for_signal(void *argument) {
    struct interrupt_watch *watch = argument;
    int signal;
    if (sigwait(&watch->signals, &signal) != 0 || atomic_load(&watch->ended))
        return NULL;
    file_write_all(STDERR_FILENO, T("\r\033[K"));
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &watch->signals, NULL);
    return NULL;
}

void interrupt_watch(struct interrupt_watch *watch) {
    atomic_init(&watch->ended, false);
    sigemptyset(&watch->signals);
    for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
        sigaddset(&watch->signals, ending[i]);
    sigaddset(&watch->signals, WAKE);
    pthread_sigmask(SIG_BLOCK, &watch->signals, &watch->before);
    watch->started = pthread_create(&watch->thread, NULL, wait_for_signal, watch) == 0;
    if (!watch->started)
        pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}

void interrupt_unwatch(struct interrupt_watch *watch) {
    if (!watch->started)
        return;
    atomic_store(&watch->ended, true);
    pthread_kill(watch->thread, WAKE);
    pthread_join(watch->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}
