/*
 * interrupt: a run that is ended by a signal leaves no half line of progress on the terminal.
 *
 * While it watches, the signals that end a program are blocked and one thread waits for them. It
 * clears the line and then lets the signal do what it would have done.
 */
#ifndef CORDON_CLI_INTERRUPT_H
#define CORDON_CLI_INTERRUPT_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

struct interrupt_watch {
    pthread_t thread;
    bool started;
    atomic_bool ended;
    sigset_t signals;
    sigset_t before;
};

/* Threads that are started later leave these signals to it as well. */
void interrupt_watch(struct interrupt_watch *watch);
void interrupt_unwatch(struct interrupt_watch *watch);

#endif
