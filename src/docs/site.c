#include "docs/docs.h"

#include <cordon/lint.h>

#include "base/json.h"
#include "base/path.h"
#include "base/vector.h"
#include "cli/library.h"
#include "docs/embedded.h"
#include "docs/html.h"

struct page {
    struct text path; /* "guide/install.md" */
    struct text title;
    struct text lead; /* the first paragraph, on one line */
    struct text markdown;
};

struct site {
    struct arena *arena;
    struct text folder;
    struct error *error;
    VECTOR(struct page) pages;
};

/* "see [the rule](a.md)" as "see the rule": where it goes, the link would lead elsewhere. */
static void add_without_links(struct buffer *out, struct text line) {
    while (line.size) {
        size_t begin = text_find_byte(line, '[');
        buffer_text(out, text_slice(line, 0, begin));
        line = begin == TEXT_NONE ? T("") : text_from(line, begin);
        size_t middle = text_find(line, T("](")), end = text_find_byte(line, ')');
        if (middle == TEXT_NONE || end == TEXT_NONE || end < middle) {
            buffer_text(out, line);
            return;
        }
        buffer_text(out, text_slice(line, 1, middle));
        line = text_from(line, end + 1);
    }
}

/* Pages begin with "# TITLE", an empty line and a paragraph. */
static struct page read_page(struct arena *arena, struct text path, struct text markdown) {
    struct text rest = markdown, title, line;
    text_split(&rest, '\n', &title);
    text_split(&rest, '\n', &line);
    struct buffer lead;
    buffer_init(&lead, arena);
    while (text_split(&rest, '\n', &line) && line.size) {
        if (lead.size)
            buffer_byte(&lead, ' ');
        add_without_links(&lead, line);
    }
    return (struct page){path, text_from(title, 2), buffer_view(&lead), markdown};
}

static void collect_pages(struct site *site) {
    for (size_t i = 0; i < embedded_file_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (text_ends(file->path, T(".md")))
            vector_push(site->arena, &site->pages,
                        read_page(site->arena, file->path, file->content));
    }
    for (size_t i = 0; i < cordon_rule_count(); i++) {
        const cordon_rule *rule = cordon_rule_at(i);
        struct text path = text_format(site->arena, "rules/%s.md", cordon_rule_code(rule));
        vector_push(site->arena, &site->pages,
                    read_page(site->arena, path, cli_text(cordon_rule_page(rule))));
    }
}

/* "guide/install.md" as "guide/install.html". */
static struct text html_path(struct arena *arena, struct text path) {
    return text_join(arena, text_slice(path, 0, path.size - 3), T(".html"));
}

static const char *to_root(const struct page *page) {
    return text_contains(page->path, T("/")) ? "../" : "";
}

static void write_navigation(struct buffer *out, const struct site *site, const struct page *page) {
    buffer_string(out, "<nav aria-label=\"Pages\">\n<ul>\n");
    for (size_t i = 0; i < site->pages.count; i++) {
        const struct page *each = &site->pages.items[i];
        struct text path = html_path(site->arena, each->path);
        buffer_format(out, "<li><a href=\"%s%.*s\"%s>", to_root(page), TEXT_ARGS(path),
                      each == page ? " aria-current=\"page\"" : "");
        html_escape(out, each->title);
        buffer_string(out, "</a></li>\n");
    }
    buffer_string(out, "</ul>\n</nav>\n");
}

static bool write_html(struct site *site, const struct page *page) {
    struct buffer out;
    buffer_init(&out, site->arena);
    const char *root = to_root(page);
    struct text name = path_name(page->path);
    buffer_string(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    html_escape(&out, page->title);
    buffer_format(&out,
                  "</title>\n<link rel=\"stylesheet\" href=\"%ssite/site.css\">\n"
                  "<link rel=\"alternate\" type=\"text/markdown\" href=\"%.*s\">\n</head>\n"
                  "<body data-root=\"%s\">\n<header>\n<a href=\"%sindex.html\">cordon</a>\n"
                  "<input type=\"search\" id=\"search\" placeholder=\"Search ( / )\" "
                  "aria-label=\"Search\" autocomplete=\"off\">\n<ol id=\"results\" hidden></ol>\n"
                  "</header>\n<div class=\"columns\">\n",
                  root, TEXT_ARGS(name), root, root);
    write_navigation(&out, site, page);
    buffer_string(&out, "<main>\n");
    if (!html_from_markdown(&out, page->markdown)) {
        error_set(site->error, site->arena, page->path, 0, 0, "cannot be turned into HTML");
        return false;
    }
    buffer_format(&out,
                  "<footer><a href=\"%.*s\">This page as Markdown</a></footer>\n</main>\n</div>\n"
                  "<script src=\"%ssite/search-index.js\"></script>\n"
                  "<script src=\"%ssite/search.js\"></script>\n</body>\n</html>\n",
                  TEXT_ARGS(name), root, root);
    return docs_write_file(site->arena, site->folder, html_path(site->arena, page->path),
                           buffer_view(&out), site->error);
}

/* A part of a page under one heading, for the search. */
static void index_section(struct json *json, struct arena *arena, const struct page *page,
                          struct text heading, struct text content) {
    struct text path = html_path(arena, page->path);
    if (heading.size) {
        struct text anchor = html_anchor(arena, heading, false);
        path = text_format(arena, "%.*s#%.*s", TEXT_ARGS(path), TEXT_ARGS(anchor));
    }
    json_object(json);
    json_key(json, "path");
    json_text(json, path);
    json_key(json, "title");
    json_text(json, page->title);
    json_key(json, "heading");
    json_text(json, heading);
    json_key(json, "text");
    json_text(json, content);
    json_end(json);
}

static void index_page(struct json *json, struct arena *arena, const struct page *page) {
    struct text rest = page->markdown, line, heading = {NULL, 0};
    const char *begin = page->markdown.data;
    bool in_fence = false;
    while (text_split(&rest, '\n', &line)) {
        in_fence ^= text_starts(line, T("```"));
        if (in_fence || !text_starts(line, T("## ")))
            continue;
        index_section(json, arena, page, heading, text_range(begin, line.data));
        heading = text_from(line, 3);
        begin = line.data + line.size;
    }
    const char *end = page->markdown.data + page->markdown.size;
    index_section(json, arena, page, heading, text_range(begin, end));
}

static bool write_search_index(struct site *site) {
    struct buffer out;
    struct json json;
    buffer_init(&out, site->arena);
    buffer_string(&out, "const searchIndex = "); /* a script: files may not fetch files */
    json_init(&json, &out, 0);
    json_array(&json);
    for (size_t i = 0; i < site->pages.count; i++)
        index_page(&json, site->arena, &site->pages.items[i]);
    json_end(&json);
    buffer_string(&out, ";\n");
    return docs_write_file(site->arena, site->folder, T("site/search-index.js"), buffer_view(&out),
                           site->error);
}

/* llms.txt, as llmstxt.org describes it, and all pages in one file. */
static bool write_llms(struct site *site) {
    struct buffer list, full;
    buffer_init(&list, site->arena);
    buffer_init(&full, site->arena);
    buffer_format(&list, "# cordon\n\n> %s %s\n", command_cordon.summary, command_cordon.about);
    const char *section = "";
    for (size_t i = 0; i < site->pages.count; i++) {
        const struct page *page = &site->pages.items[i];
        const char *wanted = text_starts(page->path, T("rules/")) ? "Rules" : "Guide";
        if (strcmp(wanted, section) != 0)
            buffer_format(&list, "\n## %s\n\n", wanted);
        section = wanted;
        buffer_format(&list, "- [%.*s](%.*s): %.*s\n", TEXT_ARGS(page->title),
                      TEXT_ARGS(page->path), TEXT_ARGS(page->lead));
        buffer_format(&full, "%s<!-- %.*s -->\n\n", i ? "\n" : "", TEXT_ARGS(page->path));
        buffer_text(&full, page->markdown);
    }
    buffer_string(&list, "\n## Data\n\n- [rules.json](rules.json): every rule\n"
                         "- [llms-full.txt](llms-full.txt): all pages in one file\n");
    return docs_write_file(site->arena, site->folder, T("llms.txt"), buffer_view(&list),
                           site->error) &&
           docs_write_file(site->arena, site->folder, T("llms-full.txt"), buffer_view(&full),
                           site->error);
}

static bool write_rules(struct site *site) {
    struct buffer out;
    buffer_init(&out, site->arena);
    size_t count = cordon_rule_count();
    const cordon_rule **rules = arena_array(site->arena, const cordon_rule *, count);
    for (size_t i = 0; i < count; i++)
        rules[i] = cordon_rule_at(i);
    if (cordon_rules_list(rules, count, true, "json", NULL, cli_collect, &out, NULL) != CORDON_OK)
        heap_exhausted(site->arena->heap);
    return docs_write_file(site->arena, site->folder, T("rules.json"), buffer_view(&out),
                           site->error);
}

bool docs_write_site(struct arena *arena, struct text folder, struct error *error) {
    struct site site = {.arena = arena, .folder = folder, .error = error};
    collect_pages(&site);
    for (size_t i = 0; i < site.pages.count; i++) {
        const struct page *page = &site.pages.items[i];
        if (!write_html(&site, page) ||
            !docs_write_file(arena, folder, page->path, page->markdown, error))
            return false;
    }
    for (size_t i = 0; i < embedded_file_count; i++)
        if (!text_ends(embedded_files[i].path, T(".md")) &&
            !docs_write_file(arena, folder, embedded_files[i].path, embedded_files[i].content,
                             error))
            return false;
    return write_search_index(&site) && write_llms(&site) && write_rules(&site);
}
