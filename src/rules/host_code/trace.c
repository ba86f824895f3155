#include "rules/host_code/trace.h"

#include "base/buffer.h"
#include "rules/host_code/sources.h"

enum { STEPS_SHOWN = 12, EXCERPT_SIZE = 60 };

struct text trace_excerpt(struct arena *arena, const struct python_file *file,
                          const struct py_node *node) {
    if (py_is(node, PY_arg))
        return py_as_arg(node)->arg;
    struct text source = text_trim(py_tree_text(file->tree, node));
    struct buffer out;
    buffer_init(&out, arena);
    bool blank = false;
    for (size_t i = 0; i < source.size; i++) {
        unsigned char byte = (unsigned char)source.data[i];
        bool character_starts = (byte & 0xc0) != 0x80;
        if (out.size >= EXCERPT_SIZE && character_starts) {
            buffer_string(&out, "...");
            break;
        }
        if (byte > ' ')
            buffer_byte(&out, (char)byte);
        else if (!blank)
            buffer_byte(&out, ' ');
        blank = byte <= ' ';
    }
    return buffer_view(&out);
}

static struct trace_step step_at(const struct python_file *file, const struct py_node *node,
                                 struct text what) {
    return (struct trace_step){.location = location_of_node(file, node), .what = what};
}

/* What happened on the way into a node; false when there is nothing to tell. */
static bool describe(struct arena *arena, const struct flow *flow, const struct python_file *file,
                     uint32_t number, struct trace_step *step) {
    const struct graph_node *node = &flow->graph.nodes.items[number];
    const struct graph_node *from = &flow->graph.nodes.items[node->from];
    if (node->via == EDGE_RETURN) {
        struct text call = trace_excerpt(arena, file, node->syntax);
        *step =
            step_at(file, node->syntax, text_format(arena, "returned by `%.*s`", TEXT_ARGS(call)));
        return true;
    }
    bool passed = node->via == EDGE_ARGUMENT;
    if (!from->syntax && !from->path) { /* unpacked into every parameter */
        from = &flow->graph.nodes.items[from->from];
        passed = true;
    }
    if (!node->path || !from->syntax)
        return false;
    struct text name = paths_text(&flow->paths, arena, node->path);
    const char *how = passed                   ? "passed to the parameter"
                      : node->via == EDGE_SEEN ? "the default of the parameter"
                                               : "held by";
    *step = step_at(file, from->syntax, text_format(arena, "%s `%.*s`", how, TEXT_ARGS(name)));
    return true;
}

static struct trace_step source_step(struct arena *arena, const struct python_file *file,
                                     const struct py_node *origin) {
    struct text excerpt = trace_excerpt(arena, file, origin);
    return step_at(file, origin,
                   text_format(arena, "`%.*s`: %s", TEXT_ARGS(excerpt), source_meaning(origin)));
}

struct trace trace_of(struct arena *arena, const struct flow *flow, const struct python_file *file,
                      uint32_t node, const struct hit *hit) {
    struct trace_step last_first[STEPS_SHOWN];
    size_t count = 0;
    const struct py_node *origin = flow->graph.nodes.items[node].origin;
    for (int looked_at = 0; node && count < STEPS_SHOWN && looked_at < 8 * STEPS_SHOWN;
         looked_at++) {
        if (flow->graph.nodes.items[node].from &&
            describe(arena, flow, file, node, &last_first[count]))
            count++;
        node = flow->graph.nodes.items[node].from;
    }
    struct trace_step *steps = arena_array(flow->arena, struct trace_step, count + 2);
    steps[0] = source_step(arena, file, origin);
    for (size_t i = 0; i < count; i++)
        steps[i + 1] = last_first[count - 1 - i];
    steps[count + 1] =
        step_at(file, &hit->call->node,
                text_format(arena, "%s by `%s`", hit->group == SINK_DATA ? "deserialised" : "run",
                            hit->sink->name));
    return (struct trace){steps, count + 2};
}
