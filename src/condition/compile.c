#include "base/vector.h"
#include "condition/check.h"
#include "condition/code.h"

struct compiler {
    struct arena *arena;
    const struct py_tree *tree;
    VECTOR(struct instruction) code;
    VECTOR(struct value) constants;
};

/* The tree is of 256 characters: recursion goes no deeper than that. */
static void compile_expression(struct compiler *compiler, const struct py_node *node);

static size_t emit(struct compiler *compiler, const struct py_node *node, enum operation operation,
                   unsigned operand) {
    struct py_place place = py_tree_place(compiler->tree, node->start);
    vector_push(compiler->arena, &compiler->code,
                (struct instruction){.operation = (uint8_t)operation,
                                     .operand = (uint16_t)operand,
                                     .line = (uint16_t)place.line,
                                     .column = (uint16_t)(place.column + 1)});
    return compiler->code.count - 1;
}

/* Jumps of the instruction go to what is emitted next. */
static void land(struct compiler *compiler, size_t instruction) {
    compiler->code.items[instruction].target = (uint16_t)compiler->code.count;
}

static void emit_constant(struct compiler *compiler, const struct py_node *node,
                          enum operation operation, struct value value) {
    vector_push(compiler->arena, &compiler->constants, value);
    emit(compiler, node, operation, (unsigned)compiler->constants.count - 1);
}

static struct value object(enum value_object object) {
    return (struct value){.kind = VALUE_OBJECT, .object = object};
}

static struct value constant_value(struct compiler *compiler, const struct py_Constant *constant) {
    switch ((enum py_constant_kind)constant->node.op) {
    case PY_FALSE:
    case PY_TRUE:
        return (struct value){.kind = VALUE_INTEGER, .integer = constant->node.op == PY_TRUE};
    case PY_ELLIPSIS:
        return object(OBJECT_ELLIPSIS);
    case PY_INTEGER:
        return (struct value){.kind = VALUE_INTEGER, .integer = (int64_t)constant->integer};
    case PY_FLOAT:
        return (struct value){.kind = VALUE_FLOAT, .number = constant->number};
    case PY_IMAGINARY:
        return (struct value){.kind = VALUE_COMPLEX, .real = 0, .imaginary = constant->number};
    case PY_STRING:
        return (struct value){.kind = VALUE_TEXT,
                              .text = text_copy(compiler->arena, constant->text)};
    case PY_BYTES:
        return (struct value){.kind = VALUE_BYTES,
                              .text = text_copy(compiler->arena, constant->text)};
    case PY_NONE:
        break;
    }
    return object(OBJECT_NONE);
}

static enum value_object math_function(const struct py_Attribute *attribute) {
    return text_is(attribute->attr, "isnan") ? OBJECT_ISNAN : OBJECT_ISINF;
}

static void compile_name(struct compiler *compiler, const struct py_Name *name) {
    static const struct {
        const char *name;
        enum operation operation;
        enum value_object object;
    } names[] = {{"exit_code", OP_EXIT_CODE, OBJECT_NONE},
                 {"walltime_sec", OP_WALLTIME, OBJECT_NONE},
                 {"peak_vram_mib", OP_PEAK_VRAM, OBJECT_NONE},
                 {"capture", OP_CONSTANT, OBJECT_CAPTURE},
                 {"math", OP_CONSTANT, OBJECT_MATH},
                 {"float", OP_CONSTANT, OBJECT_FLOAT},
                 {"int", OP_CONSTANT, OBJECT_INT},
                 {"len", OP_CONSTANT, OBJECT_LEN}};
    size_t i = 0;
    while (!text_is(name->id, names[i].name))
        i++;
    if (names[i].operation == OP_CONSTANT)
        emit_constant(compiler, &name->node, OP_CONSTANT, object(names[i].object));
    else
        emit(compiler, &name->node, names[i].operation, 0);
}

static void compile_bool_op(struct compiler *compiler, const struct py_BoolOp *bool_op) {
    enum operation operation = bool_op->node.op == PY_AND ? OP_AND : OP_OR;
    size_t *jumps = arena_array(compiler->arena, size_t, bool_op->values.count);
    for (uint32_t i = 0; i < bool_op->values.count; i++) {
        compile_expression(compiler, bool_op->values.items[i]);
        if (i + 1 < bool_op->values.count)
            jumps[i] = emit(compiler, &bool_op->node, operation, 0);
    }
    for (uint32_t i = 0; i + 1 < bool_op->values.count; i++)
        land(compiler, jumps[i]);
}

static void compile_bin_op(struct compiler *compiler, const struct py_BinOp *bin_op) {
    compile_expression(compiler, bin_op->left);
    compile_expression(compiler, bin_op->right);
    enum value_operator op = bin_op->node.op == PY_ADD   ? VALUE_ADD
                             : bin_op->node.op == PY_SUB ? VALUE_SUBTRACT
                             : bin_op->node.op == PY_DIV ? VALUE_DIVIDE
                                                         : VALUE_FLOOR_DIVIDE;
    emit(compiler, &bin_op->node, OP_ARITHMETIC, op);
}

static const uint8_t comparisons[] = {
    [PY_EQ] = VALUE_EQ,  [PY_NOTEQ] = VALUE_NE, [PY_LT] = VALUE_LT,
    [PY_LTE] = VALUE_LE, [PY_GT] = VALUE_GT,    [PY_GTE] = VALUE_GE};

static void compile_compare(struct compiler *compiler, const struct py_Compare *compare) {
    uint32_t count = compare->comparators.count;
    compile_expression(compiler, compare->left);
    const struct py_Constant *constant = py_as_Constant(compare->comparators.items[0]);
    if (count == 1 && constant) {
        emit_constant(compiler, &compare->node, OP_COMPARE_CONSTANT,
                      constant_value(compiler, constant));
        compiler->code.items[compiler->code.count - 1].count = comparisons[compare->ops[0]];
        return;
    }
    size_t *jumps = arena_array(compiler->arena, size_t, count);
    for (uint32_t i = 0; i < count; i++) {
        compile_expression(compiler, compare->comparators.items[i]);
        jumps[i] = emit(compiler, &compare->node, i + 1 < count ? OP_CHAIN : OP_COMPARE,
                        comparisons[compare->ops[i]]);
    }
    for (uint32_t i = 0; i + 1 < count; i++)
        land(compiler, jumps[i]);
}

static void compile_if(struct compiler *compiler, const struct py_IfExp *if_exp) {
    compile_expression(compiler, if_exp->test);
    size_t otherwise = emit(compiler, &if_exp->node, OP_TEST, 0);
    compile_expression(compiler, if_exp->body);
    size_t end = emit(compiler, &if_exp->node, OP_JUMP, 0);
    land(compiler, otherwise);
    compile_expression(compiler, if_exp->orelse);
    land(compiler, end);
}

static void compile_call(struct compiler *compiler, const struct py_Call *call) {
    const struct py_Attribute *attribute = condition_math_function(call->func);
    const struct py_Name *name = py_as_Name(call->func);
    enum value_object function = attribute                    ? math_function(attribute)
                                 : text_is(name->id, "float") ? OBJECT_FLOAT
                                 : text_is(name->id, "int")   ? OBJECT_INT
                                                              : OBJECT_LEN;
    for (uint32_t i = 0; i < call->args.count; i++)
        compile_expression(compiler, call->args.items[i]);
    size_t at = emit(compiler, &call->node, OP_CALL, function);
    compiler->code.items[at].count = (uint8_t)call->args.count;
}

static void compile_expression(struct compiler *compiler, const struct py_node *node) {
    static const enum operation signs[] = {
        [PY_NOT] = OP_NOT, [PY_UADD] = OP_PLUS, [PY_USUB] = OP_NEGATE};
    switch ((enum py_kind)node->kind) {
    case PY_BoolOp:
        compile_bool_op(compiler, (const struct py_BoolOp *)node);
        break;
    case PY_BinOp:
        compile_bin_op(compiler, (const struct py_BinOp *)node);
        break;
    case PY_UnaryOp:
        compile_expression(compiler, ((const struct py_UnaryOp *)node)->operand);
        emit(compiler, node, signs[node->op], 0);
        break;
    case PY_Compare:
        compile_compare(compiler, (const struct py_Compare *)node);
        break;
    case PY_IfExp:
        compile_if(compiler, (const struct py_IfExp *)node);
        break;
    case PY_Call:
        compile_call(compiler, (const struct py_Call *)node);
        break;
    case PY_Subscript: {
        const struct py_Constant *name = py_as_string(((const struct py_Subscript *)node)->slice);
        emit_constant(compiler, node, OP_GROUP, constant_value(compiler, name));
        break;
    }
    case PY_Attribute:
        emit_constant(compiler, node, OP_CONSTANT,
                      object(math_function((const struct py_Attribute *)node)));
        break;
    case PY_Name:
        compile_name(compiler, (const struct py_Name *)node);
        break;
    default:
        emit_constant(compiler, node, OP_CONSTANT,
                      constant_value(compiler, (const struct py_Constant *)node));
        break;
    }
}

/* The checked tree is needed only until here: it gets an arena of its own. */
const struct condition *condition_compile(struct arena *arena, struct text text,
                                          struct condition_refusal *refusal) {
    struct arena scratch;
    arena_init(&scratch, arena->heap);
    const struct py_tree *tree = condition_check(&scratch, text, refusal);
    struct condition *condition = NULL;
    refusal->text = text_copy(arena, refusal->text);
    refusal->message = text_copy(arena, refusal->message);
    if (tree) {
        struct compiler compiler = {.arena = arena, .tree = tree};
        const struct py_node *body = ((const struct py_Expression *)tree->root)->body;
        compile_expression(&compiler, body);
        emit(&compiler, body, OP_END, 0);
        condition = arena_new(arena, struct condition);
        *condition = (struct condition){.text = refusal->text,
                                        .code = compiler.code.items,
                                        .constants = compiler.constants.items};
    }
    arena_release(&scratch);
    return condition;
}

struct text condition_text(const struct condition *condition) {
    return condition->text;
}
