#include "rules/dataset_loaders.h"

const struct dataset_loader *dataset_loader_find(struct text name) {
    static const struct dataset_loader loaders[] = {
        {"hf_dataset", 5},   {"csv_dataset", 1},      {"json_dataset", 1},
        {"file_dataset", 1}, {"load_csv_dataset", 2}, {"load_json_dataset", 2},
    };
    for (size_t i = 0; name.data && i < sizeof(loaders) / sizeof(*loaders); i++)
        if (text_is(name, loaders[i].name))
            return &loaders[i];
    return NULL;
}

const struct py_node *argument_of_keyword(const struct py_Call *call, struct text name) {
    const struct py_keyword *keyword = py_keyword_of(call, name);
    return keyword ? keyword->value : NULL;
}

const struct py_node *argument_at(const struct py_Call *call, uint32_t place) {
    if (place >= call->args.count)
        return NULL;
    for (uint32_t i = 0; i <= place; i++)
        if (py_is(call->args.items[i], PY_Starred))
            return NULL;
    return call->args.items[place];
}
