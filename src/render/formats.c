#include "render/render.h"

#include "base/suggest.h"

const struct render_format render_formats[] = {
    {"text", "for people: findings with source lines and hints", render_text, NULL},
    {"concise", "a line for each finding, for editors and grep", render_concise, NULL},
    {"json", "one document with everything", render_json, render_json_package},
    {"github", "annotations of a GitHub Actions job", render_github, NULL},
    {"markdown", "a summary for a pull request or a job", render_markdown, NULL},
    {"html", "one page with everything, to be read in a browser", render_html, NULL},
    {"sarif", "SARIF 2.1.0, for code scanning", render_sarif, NULL},
    {"junit", "JUnit XML, a test case for each rule and package", render_junit, NULL},
    {"gitlab", "GitLab's code quality report", render_gitlab, NULL},
    {NULL, NULL, NULL, NULL},
};

const struct render_format *render_format_find(struct text name) {
    for (const struct render_format *format = render_formats; format->name; format++)
        if (text_is(name, format->name))
            return format;
    return NULL;
}

struct text render_format_suggest(struct text name) {
    enum { COUNT = sizeof(render_formats) / sizeof(*render_formats) - 1 };
    struct text names[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        names[i] = text_of(render_formats[i].name);
    return suggest(name, names, COUNT);
}

struct render_options render_defaults(void) {
    enum { WIDTH = 80, HEADING_LEVEL = 3 };
    return (struct render_options){
        .width = WIDTH,
        .heading_level = HEADING_LEVEL,
        .footer = true,
        .docs_base = T("https://inspect-evals-lint.generality.org/rules"),
    };
}

struct text render_format_list(struct arena *arena) {
    struct buffer list;
    buffer_init(&list, arena);
    for (const struct render_format *format = render_formats; format->name; format++)
        buffer_format(&list, "%s%s", list.size ? ", " : "", format->name);
    return buffer_view(&list);
}
