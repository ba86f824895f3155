#include "rules/shuffle/guards.h"

#include "python/literal.h"
#include "rules/shuffle/comparison.h"

struct test {
    const struct values *values;
    const struct py_scope *scope;
};

/* Deeper tests are unknown. */
enum { TEST_DEPTH = 200 };

static enum truth truth_of(const struct test *test, const struct py_node *node, int depth);

/* One operand that decides is enough; else all must be known. */
static enum truth truth_of_operands(const struct test *test, const struct py_BoolOp *operation,
                                    int depth) {
    enum truth decisive = operation->node.op == PY_AND ? TRUTH_NO : TRUTH_YES;
    enum truth result = truth_not(decisive);
    for (uint32_t i = 0; i < operation->values.count; i++) {
        enum truth one = truth_of(test, operation->values.items[i], depth);
        if (one == decisive)
            return one;
        if (one == TRUTH_UNKNOWN)
            result = one;
    }
    return result;
}

static enum truth truth_of_comparison(const struct test *test,
                                      const struct py_Compare *comparison) {
    if (comparison->comparators.count != 1)
        return TRUTH_UNKNOWN;
    struct value left = values_of(test->values, comparison->left, test->scope);
    return left.constant ? compare_with_literal(left.constant, (enum py_cmpop)comparison->ops[0],
                                                comparison->comparators.items[0])
                         : TRUTH_UNKNOWN;
}

static enum truth truth_of(const struct test *test, const struct py_node *node, int depth) {
    if (depth > TEST_DEPTH)
        return TRUTH_UNKNOWN;
    if (py_is(node, PY_UnaryOp) && node->op == PY_NOT)
        return truth_not(truth_of(test, py_as_UnaryOp(node)->operand, depth + 1));
    if (py_is(node, PY_BoolOp))
        return truth_of_operands(test, py_as_BoolOp(node), depth + 1);
    if (py_is(node, PY_Compare))
        return truth_of_comparison(test, py_as_Compare(node));
    struct value value = values_of(test->values, node, test->scope);
    return !value.constant                         ? TRUTH_UNKNOWN
           : py_may_be_true(&value.constant->node) ? TRUTH_YES
                                                   : TRUTH_NO;
}

/* Whether what stands at a place directly in a block does not run. */
static bool is_skipped(const struct guards *guards, const struct py_block *block, uint32_t start) {
    if (guards->skipped[block->number])
        return true;
    const struct py_If *branch = py_as_If(block->node);
    if (!branch || start < branch->test->end)
        return false;
    bool otherwise = start >= branch->body.items[branch->body.count - 1]->end;
    return guards->tests[block->number] == (otherwise ? TRUTH_YES : TRUTH_NO);
}

/* A function begins anew: it runs when it is called. */
static bool is_function_body(const struct py_block *block) {
    return py_as_function(block->node) || py_is(block->node, PY_Lambda);
}

void guards_init(struct guards *guards, struct arena *arena, const struct values *values) {
    const struct py_index *index = values->index;
    guards->tests = arena_array(arena, uint8_t, index->block_count);
    guards->skipped = arena_array(arena, bool, index->block_count);
    for (size_t i = 0; i < index->block_count; i++) {
        const struct py_block *block = index->blocks[i];
        const struct py_If *branch = py_as_If(block->node);
        struct test test = {values, block->scope};
        if (branch)
            guards->tests[i] = (uint8_t)truth_of(&test, branch->test, 0);
        if (block->parent && !is_function_body(block))
            guards->skipped[i] = is_skipped(guards, block->parent, block->node->start);
    }
}

bool guards_skip(const struct guards *guards, const struct py_call *call) {
    return is_skipped(guards, call->block, call->call->node.start);
}
