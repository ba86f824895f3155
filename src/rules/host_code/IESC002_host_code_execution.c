#include "base/path.h"
#include "rules/host_code/flow.h"
#include "rules/host_code/trace.h"
#include "rules/rules.h"

/* What each group of sinks does, and what to do instead. */
static const struct wording {
    const char *does;    /* "<sink> <does>" when nothing is traced to it */
    const char *tainted; /* "<sink> <tainted>" when something is */
    const char *instead;
} wordings[] = {
    [SINK_CODE] = {"runs code on the host", "runs code on the host that the model controls",
                   "run it in the sandbox with sandbox().exec(), or parse the value without "
                   "running it"},
    [SINK_DATA] = {"deserialises data on the host in a way that can run code",
                   "deserialises data on the host that the model controls, which can run code",
                   "read it in a format that can't run code, or load it in the sandbox"},
    [SINK_SHELL] = {"runs a shell command on the host",
                    "runs a shell command on the host that the model controls",
                    "run it in the sandbox with sandbox().exec(), or pass an argument list whose "
                    "program is constant"},
    [SINK_PROGRAM] =
        {"starts a program on the host", "starts a program on the host that the model chooses",
         "start it in the sandbox with sandbox().exec(), or make the program constant"},
    [SINK_IMPORT] = {"imports a module on the host",
                     "imports a module on the host that the model chooses",
                     "choose the module from a table of known ones"},
};

static const char review[] =
    "see where its input comes from; when that is safe, say why in a comment on the call: "
    "# inspect-evals-lint: ignore[host_code_execution] -- <reason>";

struct file_check {
    struct check *check;
    const struct python_file *file;
    const struct flow *flow;
};

/* "<path within the package>:<sink>" */
static struct text allowlist_key(const struct file_check *in, const struct hit *hit) {
    struct text path = path_relative(in->file->source.path, in->check->package->folder);
    return text_format(in->check->arena, "%.*s:%s", TEXT_ARGS(path), hit->sink->name);
}

static void report_traced(const struct file_check *in, const struct hit *hit, uint32_t node,
                          bool error) {
    struct arena *arena = in->check->arena;
    const struct py_node *origin = in->flow->graph.nodes.items[node].origin;
    struct text source = trace_excerpt(arena, in->file, origin);
    uint32_t line = py_tree_place(in->file->tree, origin->start).line;
    struct trace trace = trace_of(arena, in->flow, in->file, node, hit);
    struct finding finding = {
        .location = location_of_node(in->file, &hit->call->node),
        .severity = error ? SEVERITY_ERROR : SEVERITY_WARNING,
        .hint = text_of(error ? wordings[hit->group].instead : review),
        .key = error ? allowlist_key(in, hit) : (struct text){0},
        .trace = trace.steps,
        .trace_count = trace.count,
    };
    const char *does = error ? wordings[hit->group].tainted
                             : "starts a program on the host that the model may choose: the "
                               "arguments are no literal and carry what it controls";
    finding.message = text_format(arena, "`%s` %s (from `%.*s` on line %u)", hit->sink->name, does,
                                  TEXT_ARGS(source), line);
    check_add(in->check, &finding);
}

static void report_untraced(const struct file_check *in, const struct hit *hit) {
    struct finding finding = {
        .location = location_of_node(in->file, &hit->call->node),
        .severity = SEVERITY_WARNING,
        .message = text_format(in->check->arena, "`%s` %s; no model input was traced to it",
                               hit->sink->name, wordings[hit->group].does),
        .hint = text_of(review),
    };
    check_add(in->check, &finding);
}

/* True when the call is reported. */
static bool judge(const struct file_check *in, const struct hit *hit) {
    if (graph_is_tainted(&in->flow->graph, hit->program))
        report_traced(in, hit, hit->program, true);
    else if (graph_is_tainted(&in->flow->graph, hit->run))
        report_traced(in, hit, hit->run, hit->use != USE_OPAQUE);
    else if (hit->use == USE_REPORTED)
        report_untraced(in, hit);
    else
        return false;
    return true;
}

static bool check_file(struct check *check, const struct python_file *file) {
    struct arena scratch;
    arena_init(&scratch, check->arena->heap);
    struct flow flow;
    bool found = false;
    if (flow_build(&flow, &scratch, file->index)) {
        graph_solve(&flow.graph);
        struct file_check in = {check, file, &flow};
        for (size_t i = 0; i < flow.hits.count; i++)
            found |= judge(&in, &flow.hits.items[i]);
    }
    arena_release(&scratch);
    return found;
}

static void check_host_code(struct check *check) {
    struct python_files files = package_python(check->package);
    if (!files.count) {
        check_skip(check, "no Python file of the package is left to read");
        return;
    }
    bool found = false;
    for (size_t i = 0; i < files.count; i++)
        found |= check_parse_failure(check, files.items[i]) || check_file(check, files.items[i]);
    if (!found)
        check_pass(check, "nothing runs or deserialises model output on the host");
}

const struct rule rule_host_code_execution = {
    .code = "IESC002",
    .name = "host_code_execution",
    .summary = "Nothing the model controls is run or deserialised on the host",
    .category = CATEGORY_SECURITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .allowlist = true,
    .check = check_host_code,
};
