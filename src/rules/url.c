#include "rules/url.h"

bool lacks_url(const struct py_node *value) {
    const struct py_Constant *string = py_as_string(value);
    return string && !text_contains(string->text, T("http://")) &&
           !text_contains(string->text, T("https://"));
}
