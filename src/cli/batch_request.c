#include "cli/batch_request.h"

#include "base/json_read.h"
#include "base/suggest.h"

#include <errno.h>

static struct text copy_string(struct arena *arena, const json_t *value) {
    return text_copy(arena, (struct text){json_string_value(value), json_string_length(value)});
}

static const char *read_captures(struct arena *arena, json_t *object,
                                 cordon_condition_facts *facts) {
    if (!object)
        return NULL;
    if (!json_is_object(object))
        return "\"capture\" must be an object of texts";
    cordon_condition_capture *captures =
        arena_array(arena, cordon_condition_capture, json_object_size(object));
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        if (!json_is_string(value))
            return "the values of \"capture\" must be texts";
        captures[facts->capture_count++] = (cordon_condition_capture){
            cli_public(text_copy(arena, text_of(name))), cli_public(copy_string(arena, value))};
    }
    facts->captures = captures;
    return NULL;
}

/* Any value, in ASCII: nothing in it is obeyed by a terminal. */
enum { ID_FLAGS = JSON_ENCODE_ANY | JSON_ENSURE_ASCII };

/* As it came, whatever it is. */
static struct text dump_id(struct arena *arena, const json_t *id) {
    errno = 0;
    size_t size = id ? json_dumpb(id, NULL, 0, ID_FLAGS) : 0;
    char *dumped = arena_allocate(arena, size);
    if (size && json_dumpb(id, dumped, size, ID_FLAGS) != size)
        size = 0;
    if (!size && errno == ENOMEM)
        heap_exhausted(arena->heap);
    if (!size)
        return T("null");
    return (struct text){dumped, size};
}

/* A key that is not known is none of our business, unless one that is was meant and is missing. */
static const char *find_misspelt(struct arena *arena, json_t *object) {
    static const struct text known[] = {TEXT("id"),           TEXT("condition"),
                                        TEXT("capture"),      TEXT("exit_code"),
                                        TEXT("walltime_sec"), TEXT("peak_vram_mib")};
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        struct text near = suggest(text_of(key), known, sizeof(known) / sizeof(*known));
        if (near.data && !json_object_get(object, near.data))
            return text_format(arena, "the key '%s' is not known%.*s", key,
                               TEXT_ARGS(suggest_phrase(arena, near)))
                .data;
    }
    return NULL;
}

static const char *read_object(struct arena *arena, json_t *object, struct batch_request *request) {
    const json_t *condition = json_object_get(object, "condition");
    const json_t *exit_code = json_object_get(object, "exit_code");
    const json_t *walltime = json_object_get(object, "walltime_sec");
    const json_t *vram = json_object_get(object, "peak_vram_mib");
    if (!json_is_object(object))
        return "a line must be a JSON object";
    const char *misspelt = find_misspelt(arena, object);
    if (misspelt)
        return misspelt;
    if (!condition)
        return "\"condition\" is missing";
    if (exit_code && !json_is_integer(exit_code))
        return "\"exit_code\" must be an integer";
    if (walltime && !json_is_number(walltime))
        return "\"walltime_sec\" must be a number";
    if (vram && !json_is_integer(vram) && !json_is_null(vram))
        return "\"peak_vram_mib\" must be an integer or null";
    request->id = dump_id(arena, json_object_get(object, "id"));
    request->is_text = json_is_string(condition);
    if (request->is_text)
        request->condition = copy_string(arena, condition);
    request->facts.exit_code = json_integer_value(exit_code);
    request->facts.walltime_sec = json_number_value(walltime);
    request->facts.peak_vram_mib = json_integer_value(vram);
    return read_captures(arena, json_object_get(object, "capture"), &request->facts);
}

const char *batch_request_read(struct arena *arena, struct text line,
                               struct batch_request *request) {
    json_error_t reason;
    json_t *object = json_read(arena->heap, line, JSON_DECODE_ANY | JSON_ALLOW_NUL, &reason);
    *request = (struct batch_request){0};
    cordon_condition_facts_init(&request->facts);
    if (!object)
        return text_format(arena, "a line must be a JSON object: %s", reason.text).data;
    struct cleanup cleanup;
    heap_push_cleanup(arena->heap, &cleanup, json_release, object);
    const char *wrong = read_object(arena, object, request);
    heap_pop_cleanup(arena->heap, &cleanup);
    json_decref(object);
    return wrong;
}
