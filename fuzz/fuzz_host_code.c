/* A Python file through parser, index and host code analysis: any bytes end, and what is found lies
 * in the file. */
#include "rules/host_code/trace.h"

#include <stdlib.h>

static void require(bool condition) {
    if (!condition)
        abort();
}

static void check_index(const struct py_index *index) {
    for (size_t i = 0; i < index->scope_count; i++) {
        const struct py_scope *scope = index->scopes[i];
        require(scope->number == i && (!scope->parent || scope->parent->number < i));
        require(!scope->function || scope->function == &index->functions[scope->function->number]);
    }
    for (size_t i = 0; i < index->block_count; i++) {
        const struct py_block *block = index->blocks[i];
        require(block->number == i && (!block->parent || block->parent->number < i));
    }
    for (size_t i = 0; i < index->call_count; i++)
        require(index->calls[i].call->node.end <= index->tree->source.size &&
                index->calls[i].scope == index->calls[i].block->scope);
}

/* Every call of a sink is met once, wherever it stands. */
static void check_hits(struct flow *flow) {
    size_t expected = 0;
    for (size_t i = 0; i < flow->index->call_count; i++) {
        const struct py_Call *call = flow->index->calls[i].call;
        uint32_t known = pairs_get(&flow->meant, call->node.start, call->node.end);
        const struct sink *sink = known ? flow->meanings.items[known - 1].sink : NULL;
        expected += sink && sink_payload(sink, call, &flow->loaders).use != USE_NONE;
    }
    require(flow->hits.count == expected);
}

static void check_flow(struct arena *arena, const struct python_file *file) {
    struct flow flow;
    if (!flow_build(&flow, arena, file->index))
        return;
    graph_solve(&flow.graph);
    check_hits(&flow);
    for (size_t i = 0; i < flow.hits.count; i++) {
        const struct hit *hit = &flow.hits.items[i];
        require(sink_find(text_of(hit->sink->name)) == hit->sink);
        if (!graph_is_tainted(&flow.graph, hit->run))
            continue;
        struct trace trace = trace_of(arena, &flow, file, hit->run, hit);
        require(trace.count >= 2);
        for (size_t k = 0; k < trace.count; k++)
            require(trace.steps[k].location.line >= 1 &&
                    trace.steps[k].location.line <= file->tree->line_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct py_options options = {.mode = PY_MODE_EXEC, .version = PY_VERSION_3_13};
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = text_copy(&arena, (struct text){(const char *)data, size});
    struct python_file file = {.source.path = T("fuzz.py")};
    file.tree = py_parse(&arena, source, &options);
    if (file.tree->root) {
        file.index = py_index_build(&arena, file.tree);
        check_index(file.index);
        check_flow(&arena, &file);
    }
    heap_release(&heap);
    return 0;
}
