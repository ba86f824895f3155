/*
 * Times compiling and evaluating conditions through the public interface: prints one line a
 * condition, nanoseconds to compile and to evaluate.
 */
#define _POSIX_C_SOURCE 200809L
#include <cordon/condition.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMPILATIONS = 20000, EVALUATIONS = 1000000, ROUNDS = 2 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static cordon_condition *compile(const char *text) {
    cordon_condition *condition;
    if (cordon_condition_compile(text, strlen(text), NULL, &condition, NULL) != CORDON_OK) {
        fprintf(stderr, "bench_condition: refused: %s\n", text);
        exit(2);
    }
    return condition;
}

static double time_compiling(const char *text) {
    double begin = now();
    for (int i = 0; i < COMPILATIONS; i++)
        cordon_condition_free(compile(text));
    return (now() - begin) / COMPILATIONS;
}

static double time_evaluating(const cordon_condition *condition) {
    const cordon_condition_capture captures[] = {
        {{"loss", 4}, {"0.25", 4}}, {{"code", 4}, {"137", 3}}, {{"msg", 3}, {"out of memory", 13}}};
    double begin = now();
    for (int i = 0; i < EVALUATIONS; i++) {
        cordon_condition_facts facts;
        cordon_condition_verdict verdict;
        cordon_condition_facts_init(&facts);
        facts.captures = captures;
        facts.capture_count = 3;
        facts.exit_code = 137;
        facts.walltime_sec = 61.5;
        facts.peak_vram_mib = 24576;
        cordon_condition_evaluate(condition, &facts, &verdict);
    }
    return (now() - begin) / EVALUATIONS;
}

/* The best of some rounds: what else the machine does only ever adds. */
static double least(double before, double time) {
    return before == 0 || time < before ? time : before;
}

int main(int count, char **conditions) {
    for (int i = 1; i < count; i++) {
        double compiling = 0, evaluating = 0;
        cordon_condition *condition = compile(conditions[i]);
        for (int round = 0; round < ROUNDS; round++) {
            compiling = least(compiling, time_compiling(conditions[i]));
            evaluating = least(evaluating, time_evaluating(condition));
        }
        printf("%.1f %.1f\n", compiling, evaluating);
        cordon_condition_free(condition);
    }
    return 0;
}
