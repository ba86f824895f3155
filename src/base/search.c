#include "base/search.h"

#include "base/vector.h"

/* A beginning of some word. The node 0 is the empty one, and stands for "none" in links. */
struct node {
    uint32_t child;   /* the first one */
    uint32_t sibling; /* the next child of the same parent */
    uint32_t failure; /* the longest beginning that this one ends with */
    unsigned char byte;
    bool ends; /* it is a word */
    bool found;
};

/* So few words are looked for one after the other, each until it is found: memmem() skips most
 * bytes, and usually the first texts have them all. */
enum { FEW_WORDS = 8 };

struct search {
    const struct text *words; /* when they are few; then there are no nodes */
    size_t count;
    size_t missing; /* different words that no text had so far */
    bool found[FEW_WORDS];
    VECTOR(struct node) nodes;
    uint32_t *ends;      /* the node of each word */
    uint32_t first[256]; /* the children of node 0, by their byte */
};

static uint32_t child_of(const struct search *search, uint32_t node, unsigned char byte) {
    if (node == 0)
        return search->first[byte];
    uint32_t child = search->nodes.items[node].child;
    while (child && search->nodes.items[child].byte != byte)
        child = search->nodes.items[child].sibling;
    return child;
}

static uint32_t add_child(struct arena *arena, struct search *search, uint32_t node,
                          unsigned char byte) {
    if (search->nodes.count == UINT32_MAX)
        heap_exhausted(arena->heap);
    uint32_t child = (uint32_t)search->nodes.count;
    vector_push(arena, &search->nodes,
                ((struct node){.sibling = search->nodes.items[node].child, .byte = byte}));
    search->nodes.items[node].child = child;
    if (node == 0)
        search->first[byte] = child;
    return child;
}

/* The node that follows when a byte is read. */
static uint32_t step(const struct search *search, uint32_t node, unsigned char byte) {
    uint32_t next;
    while (!(next = child_of(search, node, byte)) && node)
        node = search->nodes.items[node].failure;
    return next;
}

/* Parents before children: a node's failure is shorter than the node. */
static void link_failures(struct arena *arena, struct search *search) {
    struct node *nodes = search->nodes.items;
    uint32_t *queue = arena_array(arena, uint32_t, search->nodes.count);
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t parent = queue[i];
        for (uint32_t child = nodes[parent].child; child; child = nodes[child].sibling) {
            if (parent)
                nodes[child].failure = step(search, nodes[parent].failure, nodes[child].byte);
            queue[count++] = child;
        }
    }
}

static void search_few(struct search *search, struct text text) {
    for (size_t i = 0; i < search->count; i++) {
        if (search->found[i] || !search->words[i].size || !text_contains(text, search->words[i]))
            continue;
        search->found[i] = true;
        search->missing--;
    }
}

struct search *search_build(struct arena *arena, const struct text *words, size_t count) {
    struct search *search = arena_new(arena, struct search);
    search->count = count;
    if (count <= FEW_WORDS) {
        search->words = words;
        for (size_t i = 0; i < count; i++)
            search->missing += words[i].size != 0;
        return search;
    }
    search->ends = arena_array(arena, uint32_t, count);
    vector_push(arena, &search->nodes, ((struct node){0}));
    for (size_t i = 0; i < count; i++) {
        uint32_t node = 0;
        for (size_t j = 0; j < words[i].size; j++) {
            unsigned char byte = (unsigned char)words[i].data[j];
            uint32_t child = child_of(search, node, byte);
            node = child ? child : add_child(arena, search, node, byte);
        }
        search->ends[i] = node;
        search->missing += node && !search->nodes.items[node].ends;
        search->nodes.items[node].ends = true;
    }
    link_failures(arena, search);
    return search;
}

void search_text(struct search *search, struct text text) {
    uint32_t node = 0;
    if (search->count <= FEW_WORDS) {
        search_few(search, text);
        return;
    }
    for (size_t i = 0; i < text.size; i++) {
        node = step(search, node, (unsigned char)text.data[i]);
        /* What a found node ends with was found with it. */
        for (uint32_t at = node; at && !search->nodes.items[at].found;
             at = search->nodes.items[at].failure) {
            search->nodes.items[at].found = true;
            search->missing -= search->nodes.items[at].ends;
        }
    }
}

bool search_found(const struct search *search, size_t word) {
    return search->count <= FEW_WORDS ? search->found[word]
                                      : search->nodes.items[search->ends[word]].found;
}

bool search_complete(const struct search *search) {
    return !search->missing;
}
