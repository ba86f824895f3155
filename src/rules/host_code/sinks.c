#include "rules/host_code/sinks.h"

#include "python/literal.h"

/* Names that what is run has in some call of its kind; each is read in all of them. */
static const char *const builtin_names[] = {"source", "name", NULL};
static const char *const runpy_names[] = {"path_name", "mod_name", NULL};
static const char *const data_names[] = {
    "data", "file", "stream", "f", "bytes", "str", "filename", "filepath_or_buffer", NULL};
static const char *const command_names[] = {"command", "cmd", NULL};
static const char *const shell_names[] = {"cmd", NULL};
static const char *const args_names[] = {"args", NULL};
static const char *const argv_names[] = {"argv", NULL};
static const char *const program_names[] = {"program", NULL};
static const char *const path_names[] = {"path", "file", NULL};
static const char *const module_names[] = {"name", NULL};

/*
 * Every sink, once. What is run is the first argument or one of the keywords; JUDGE_SPAWN has it
 * behind the mode. Sinks of the groups code, data and shell are reported even when nothing is
 * traced to them.
 */
static const struct sink sinks[] = {
    {"exec", SINK_CODE, JUDGE_FIRST, builtin_names},
    {"eval", SINK_CODE, JUDGE_FIRST, builtin_names},
    {"compile", SINK_CODE, JUDGE_FIRST, builtin_names},
    {"__import__", SINK_CODE, JUDGE_FIRST, builtin_names},
    {"runpy.run_path", SINK_CODE, JUDGE_FIRST, runpy_names},
    {"runpy.run_module", SINK_CODE, JUDGE_FIRST, runpy_names},

    {"pickle.load", SINK_DATA, JUDGE_FIRST, data_names},
    {"pickle.loads", SINK_DATA, JUDGE_FIRST, data_names},
    {"marshal.load", SINK_DATA, JUDGE_FIRST, data_names},
    {"marshal.loads", SINK_DATA, JUDGE_FIRST, data_names},
    {"dill.load", SINK_DATA, JUDGE_FIRST, data_names},
    {"dill.loads", SINK_DATA, JUDGE_FIRST, data_names},
    {"cloudpickle.load", SINK_DATA, JUDGE_FIRST, data_names},
    {"cloudpickle.loads", SINK_DATA, JUDGE_FIRST, data_names},
    {"joblib.load", SINK_DATA, JUDGE_FIRST, data_names},
    {"pandas.read_pickle", SINK_DATA, JUDGE_FIRST, data_names},
    {"numpy.load", SINK_DATA, JUDGE_NUMPY, data_names},
    {"yaml.load", SINK_DATA, JUDGE_YAML, data_names},
    {"yaml.load_all", SINK_DATA, JUDGE_YAML, data_names},
    {"yaml.unsafe_load", SINK_DATA, JUDGE_FIRST, data_names},
    {"yaml.unsafe_load_all", SINK_DATA, JUDGE_FIRST, data_names},
    {"yaml.full_load", SINK_DATA, JUDGE_FIRST, data_names},
    {"yaml.full_load_all", SINK_DATA, JUDGE_FIRST, data_names},
    {"torch.load", SINK_DATA, JUDGE_TORCH, data_names},

    {"os.system", SINK_SHELL, JUDGE_FIRST, command_names},
    {"os.popen", SINK_SHELL, JUDGE_FIRST, command_names},
    {"subprocess.getoutput", SINK_SHELL, JUDGE_FIRST, command_names},
    {"subprocess.getstatusoutput", SINK_SHELL, JUDGE_FIRST, command_names},
    {"asyncio.create_subprocess_shell", SINK_SHELL, JUDGE_FIRST, shell_names},
    {"inspect_ai.util.subprocess", SINK_SHELL, JUDGE_INSPECT, args_names},

    {"subprocess.run", SINK_PROGRAM, JUDGE_SUBPROCESS, args_names},
    {"subprocess.Popen", SINK_PROGRAM, JUDGE_SUBPROCESS, args_names},
    {"subprocess.call", SINK_PROGRAM, JUDGE_SUBPROCESS, args_names},
    {"subprocess.check_call", SINK_PROGRAM, JUDGE_SUBPROCESS, args_names},
    {"subprocess.check_output", SINK_PROGRAM, JUDGE_SUBPROCESS, args_names},
    {"pty.spawn", SINK_PROGRAM, JUDGE_SUBPROCESS, argv_names},
    {"asyncio.create_subprocess_exec", SINK_PROGRAM, JUDGE_PROGRAM, program_names},
    {"os.execl", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execle", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execlp", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execlpe", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execv", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execve", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execvp", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.execvpe", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.posix_spawn", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.posix_spawnp", SINK_PROGRAM, JUDGE_PROGRAM, path_names},
    {"os.spawnl", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnle", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnlp", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnlpe", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnv", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnve", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnvp", SINK_PROGRAM, JUDGE_SPAWN, path_names},
    {"os.spawnvpe", SINK_PROGRAM, JUDGE_SPAWN, path_names},

    {"importlib.import_module", SINK_IMPORT, JUDGE_FIRST, module_names},
};

enum { SINK_COUNT = sizeof sinks / sizeof *sinks };

const struct sink *sink_find(struct text name) {
    for (size_t i = 0; i < SINK_COUNT; i++)
        if (text_is(name, sinks[i].name))
            return &sinks[i];
    return NULL;
}

bool sink_begins(struct text name) {
    for (size_t i = 0; name.size && i < SINK_COUNT; i++) {
        if (sinks[i].name[0] != name.data[0])
            continue;
        struct text whole = text_of(sinks[i].name);
        if (text_starts(whole, name) && (whole.size == name.size || whole.data[name.size] == '.'))
            return true;
    }
    return false;
}

/* The value of a keyword that is written out, or NULL. */
static const struct py_node *keyword_value(const struct py_Call *call, const char *name) {
    const struct py_keyword *keyword = py_keyword_of(call, text_of(name));
    return keyword ? keyword->value : NULL;
}

static const struct py_node *argument(const struct sink *sink, const struct py_Call *call,
                                      uint32_t position) {
    if (call->args.count > position)
        return call->args.items[position];
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        if (text_is_any(keyword->arg, sink->names))
            return keyword->value;
    }
    return NULL;
}

static bool is_switched_on(const struct py_Call *call, const char *keyword) {
    const struct py_node *value = keyword_value(call, keyword);
    return value && py_may_be_true(value);
}

/* With a shell and a list only the first element is the command. */
static struct payload judge_command(const struct py_node *command) {
    const struct py_list *list = py_elements(command);
    if (list)
        command = list->count ? list->items[0] : NULL;
    return (struct payload){.use = USE_REPORTED, .group = SINK_SHELL, .run = command};
}

/* A program by itself; what is unpacked may hold it. */
static struct payload judge_program(const struct py_node *program) {
    enum use use = py_is(program, PY_Starred) ? USE_OPAQUE : USE_SILENT;
    return (struct payload){.use = use, .group = SINK_PROGRAM, .run = program};
}

static struct payload judge_argv(const struct py_node *argv) {
    struct payload payload = {.use = USE_SILENT, .group = SINK_PROGRAM, .run = argv};
    const struct py_list *list = py_elements(argv);
    if (list && list->count && py_is(list->items[0], PY_Starred))
        payload.use = USE_OPAQUE;
    else if (list)
        payload.run = list->count ? list->items[0] : NULL;
    else if (argv && !sink_is_string(argv))
        payload.use = USE_OPAQUE;
    return payload;
}

static bool has_safe_loader(const struct py_Call *call, struct loaders *loaders) {
    const struct py_node *loader = keyword_value(call, "Loader");
    if (!loader && call->args.count > 1 && !py_is(call->args.items[0], PY_Starred))
        loader = call->args.items[1];
    return loader && loaders_are_safe(loaders, loader);
}

static bool is_true(const struct py_node *node) {
    return py_is(node, PY_Constant) && node->op == PY_TRUE;
}

struct payload sink_payload(const struct sink *sink, const struct py_Call *call,
                            struct loaders *loaders) {
    const struct py_node *first = argument(sink, call, 0);
    struct payload payload = {
        .use = sink->group == SINK_IMPORT ? USE_SILENT : USE_REPORTED,
        .group = sink->group,
        .run = first,
    };
    switch (sink->judge) {
    case JUDGE_FIRST:
        break;
    case JUDGE_NUMPY:
        if (!is_switched_on(call, "allow_pickle"))
            payload.use = USE_NONE;
        break;
    case JUDGE_YAML:
        if (has_safe_loader(call, loaders))
            payload.use = USE_NONE;
        break;
    case JUDGE_TORCH:
        if (is_true(keyword_value(call, "weights_only")))
            payload.use = USE_NONE;
        break;
    case JUDGE_SUBPROCESS:
        if (is_switched_on(call, "shell"))
            return judge_command(first);
        payload = judge_argv(first);
        payload.program = keyword_value(call, "executable");
        break;
    case JUDGE_INSPECT:
        return first && sink_is_string(first) ? payload : judge_argv(first);
    case JUDGE_PROGRAM:
        payload = judge_program(first);
        payload.program = keyword_value(call, "executable");
        break;
    case JUDGE_SPAWN:
        return judge_program(py_is(first, PY_Starred) ? first : argument(sink, call, 1));
    }
    return payload;
}
