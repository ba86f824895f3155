#define _GNU_SOURCE
#include "repo/environment.h"

#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "formats/metadata.h"
#include "formats/requirement.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* No metadata file comes near it. */
#define METADATA_LIMIT ((size_t)64 << 20)

/* Nor does any name so many modules, requirements or, in all *.pth files, folders. */
enum { MOST_NAMED = 10000 };

enum { NO_VERSION = 0 }; /* there is no Python 3.0 to read */

struct name_list {
    struct text *items;
    size_t count;
    size_t capacity;
};

/* The distributions that have a module, and which was asked about it last. */
struct provider {
    struct name_list names;
    const struct distribution *last;
};

struct site {
    struct text path;
    dev_t device;
    ino_t inode;
    bool has_pth; /* site-packages itself: its *.pth files are read */
};

struct distribution {
    struct text name;   /* normalised, as its folder is called */
    struct text header; /* same, as its metadata calls it; empty until somebody asks */
    struct text folder; /* its *.dist-info or *.egg-info */
    bool egg;
    bool linked; /* that is a link */
};

struct environment {
    struct text root; /* of the repository: files below it are shown relative to it */
    struct text own;  /* where the root's .venv really is; empty when the user named another */
    unsigned minor;   /* of its Python 3 */
    VECTOR(struct site) sites;
    VECTOR(struct text) homes; /* what was looked at for a lib folder */
    VECTOR(struct text) reach; /* what links lead to; in the end all that is read */
    VECTOR(struct distribution) distributions;
    struct map by_name;   /* to the first struct distribution of that name */
    struct map providers; /* module to struct provider */
};

struct reader {
    struct environment *environment;
    struct arena *arena;
    struct arena scratch; /* for the file that is being read */
    struct errors *warnings;
    size_t folders;   /* that *.pth files name */
    struct text site; /* the folder that is open as site_folder; or no data */
    int site_folder;
    struct cleanup cleanup;
};

static void leave_site(void *argument) {
    struct reader *reader = argument;
    if (reader->site.data)
        close(reader->site_folder);
    reader->site = (struct text){NULL, 0};
}

static void reader_begin(struct reader *reader) {
    arena_init(&reader->scratch, reader->arena->heap);
    heap_push_cleanup(reader->arena->heap, &reader->cleanup, leave_site, reader);
}

static void reader_end(struct reader *reader) {
    heap_pop_cleanup(reader->arena->heap, &reader->cleanup);
    leave_site(reader);
    arena_release(&reader->scratch);
}

/* Opens the folder of the next distributions, so that the system need not walk all of the path for
 * each of their files. */
static void enter_site(struct reader *reader, struct text path) {
    if (text_equal(path, reader->site))
        return;
    leave_site(reader);
    path = text_copy(reader->arena, path);
    reader->site_folder = open(path.data, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (reader->site_folder >= 0)
        reader->site = path;
}

/* A path as a system call takes it. */
struct location {
    int folder;
    const char *path;
};

static struct location locate(const struct reader *reader, struct text path) {
    struct text below = {NULL, 0};
    if (reader->site.data)
        below = path_relative(path, reader->site);
    return below.size ? (struct location){reader->site_folder, below.data}
                      : (struct location){AT_FDCWD, path.data};
}

static struct text shown(const struct reader *reader, struct text path) {
    struct text relative = path_relative(path, reader->environment->root);
    return relative.data ? relative : path;
}

static bool is_folder(const struct reader *reader, struct text path) {
    struct location at = locate(reader, path);
    enum entry_type type;
    return folder_has(at.folder, at.path, &type) && type == ENTRY_FOLDER;
}

/* What the root's own .venv holds is a stranger's word: nothing there may lead anywhere but into
 * the environment or the repository. An environment that the user names is the user's. */
static bool leads_out(const struct reader *reader, struct text path) {
    char room[PATH_MAX];
    const struct environment *environment = reader->environment;
    if (!environment->own.size)
        return false;
    if (!realpath(path.data, room))
        return !folder_leads_nowhere(errno);
    struct text real = text_of(room);
    return !path_relative(real, environment->own).data &&
           !path_relative(real, environment->root).data;
}

static enum file_result read_inside(struct reader *reader, struct text path, struct text *content,
                                    int *reason) {
    struct location at = locate(reader, path);
    if (!reader->environment->own.size)
        return file_read(&reader->scratch, at.folder, at.path, METADATA_LIMIT, content, reason);
    enum file_result result =
        file_read_unlinked(&reader->scratch, at.folder, at.path, METADATA_LIMIT, content, reason);
    if (result != FILE_LINK)
        return result;
    return leads_out(reader, path)
               ? FILE_OUTSIDE
               : file_read(&reader->scratch, at.folder, at.path, METADATA_LIMIT, content, reason);
}

/* Whether a file that names so many is read on. */
static bool has_too_many(struct reader *reader, struct text path, uint32_t line, size_t count,
                         const char *what) {
    if (count == MOST_NAMED)
        errors_add(reader->arena, reader->warnings, shown(reader, path), line, 0,
                   "there are more than %d %s; from here on they are passed over", MOST_NAMED,
                   what);
    return count >= MOST_NAMED;
}

static void pass_over_outside(struct reader *reader, struct text path) {
    errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
               "leads out of the environment and is passed over; name the environment, as the "
               "interpreter to use, to have it read");
}

/* Reads a file into the scratch arena; a missing one is empty. */
static bool read_file(struct reader *reader, struct text path, struct text *content) {
    int reason;
    *content = (struct text){NULL, 0};
    enum file_result result = read_inside(reader, path, content, &reason);
    if (result == FILE_OUTSIDE) {
        pass_over_outside(reader, path);
    } else if (result != FILE_READ && result != FILE_MISSING) {
        struct text why = file_result_text(&reader->scratch, result, reason);
        errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
                   "%.*s; it is passed over", TEXT_ARGS(why));
    }
    return result == FILE_READ;
}

/* 13 of "13.1"; NO_VERSION when it does not begin with digits. */
static unsigned leading_number(struct text text) {
    unsigned value = NO_VERSION;
    for (size_t i = 0; i < text.size && i < 4 && text.data[i] >= '0' && text.data[i] <= '9'; i++)
        value = value * 10 + (unsigned)(text.data[i] - '0');
    return value;
}

/* The N of "version = 3.N.1" in pyvenv.cfg, which virtualenv and uv call version_info. */
static unsigned configured_minor(struct reader *reader, struct text folder) {
    struct text content, line;
    read_file(reader, path_join(&reader->scratch, folder, T("pyvenv.cfg")), &content);
    while (text_split(&content, '\n', &line)) {
        size_t equals = text_find_byte(line, '=');
        struct text key = text_trim(text_slice(line, 0, equals));
        struct text value = text_trim(text_from(line, equals == TEXT_NONE ? equals : equals + 1));
        if ((text_equal_ignoring_case(key, T("version")) ||
             text_equal_ignoring_case(key, T("version_info"))) &&
            text_starts(value, T("3.")))
            return leading_number(text_from(value, 2));
    }
    return NO_VERSION;
}

/* The path may be a link: a sandbox must let through what is behind it. */
static void may_read(struct reader *reader, struct text path) {
    vector_push(reader->arena, &reader->environment->reach, text_copy(reader->arena, path));
}

static struct text site_packages(struct reader *reader, struct text folder, const char *lib,
                                 unsigned minor) {
    return text_format(reader->arena, "%.*s/%s/python3.%u/site-packages", TEXT_ARGS(folder), lib,
                       minor);
}

/* The highest N of lib/python3.N/site-packages. */
static unsigned highest_minor(struct reader *reader, struct text folder, const char *lib) {
    struct text path = path_join(&reader->scratch, folder, text_of(lib));
    struct folder_entries entries;
    int reason;
    unsigned highest = NO_VERSION;
    if (folder_read(&reader->scratch, AT_FDCWD, path.data, &entries, &reason) == FILE_FAILED)
        errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
                   "cannot be read: %s; it is passed over", strerror(reason));
    for (size_t i = 0; i < entries.count; i++) {
        struct text name = entries.items[i].name;
        if (!text_starts(name, T("python3.")))
            continue;
        unsigned minor = leading_number(text_from(name, strlen("python3.")));
        if (minor > highest && is_folder(reader, site_packages(reader, folder, lib, minor)))
            highest = minor;
    }
    return highest;
}

enum site_result { SITE_ADDED, SITE_MISSING, SITE_OUTSIDE };

static enum site_result add_site(struct reader *reader, struct text path, bool has_pth) {
    struct stat status;
    if (stat(path.data, &status) < 0 || !S_ISDIR(status.st_mode))
        return SITE_MISSING;
    if (leads_out(reader, path))
        return SITE_OUTSIDE;
    for (size_t i = 0; i < reader->environment->sites.count; i++)
        if (reader->environment->sites.items[i].device == status.st_dev &&
            reader->environment->sites.items[i].inode == status.st_ino)
            return SITE_ADDED;
    vector_push(
        reader->arena, &reader->environment->sites,
        (struct site){text_copy(reader->arena, path), status.st_dev, status.st_ino, has_pth});
    return SITE_ADDED;
}

static bool add_site_packages(struct reader *reader, struct text path) {
    enum site_result result = add_site(reader, path, true);
    if (result == SITE_OUTSIDE)
        pass_over_outside(reader, path);
    return result == SITE_ADDED;
}

/* False when the folder holds no site-packages. */
static bool add_sites(struct reader *reader, struct text folder) {
    static const char *const libs[] = {"lib", "lib64"};
    unsigned configured = configured_minor(reader, folder);
    bool found = false;
    vector_push(reader->arena, &reader->environment->homes, folder);
    for (size_t i = 0; i < 2; i++) {
        struct text path = path_join(reader->arena, folder, text_of(libs[i]));
        unsigned minor = configured;
        if (leads_out(reader, path)) {
            pass_over_outside(reader, path);
            continue;
        }
        if (minor == NO_VERSION ||
            !is_folder(reader, site_packages(reader, folder, libs[i], minor)))
            minor = highest_minor(reader, folder, libs[i]);
        if (minor == NO_VERSION)
            continue;
        if (!found)
            reader->environment->minor = minor;
        found |= add_site_packages(reader, site_packages(reader, folder, libs[i], minor));
    }
    return found;
}

/* The environment of an interpreter: "env/bin/python" is a link in a virtual environment, so only
 * when nothing is found around it is the link followed. */
static bool add_interpreter_sites(struct reader *reader, struct text python) {
    char room[PATH_MAX];
    if (python.data[0] != '/' && getcwd(room, sizeof(room)))
        python = path_join(reader->arena, text_of(room), python);
    python = text_copy(reader->arena, python);
    if (add_sites(reader, path_folder(path_folder(python))))
        return true;
    return realpath(python.data, room) &&
           add_sites(reader, path_folder(path_folder(text_of(room))));
}

/* One that holds the repository, such as "/", is none. */
static bool find_own_sites(struct reader *reader, struct text folder) {
    char room[PATH_MAX];
    struct environment *environment = reader->environment;
    if (!realpath(folder.data, room) || path_relative(environment->root, text_of(room)).data)
        return false;
    environment->own = text_copy(reader->arena, text_of(room));
    return add_sites(reader, folder);
}

static bool find_sites(struct reader *reader, const struct environment_place *place) {
    bool by_option = place->python.size;
    struct text named = text_copy(reader->arena, by_option ? place->python : place->virtual_env);
    if (!named.size)
        return find_own_sites(reader, path_join(reader->arena, place->root, T(".venv")));
    enum entry_type type;
    bool exists = folder_has(AT_FDCWD, named.data, &type);
    if (exists &&
        (type == ENTRY_FOLDER ? add_sites(reader, named) : add_interpreter_sites(reader, named)))
        return true;
    errors_add(reader->arena, reader->warnings, named, 0, 0,
               "%s, so no installed distributions are known; %s",
               exists ? "no site-packages folder belongs to it" : "it does not exist",
               by_option ? "give an interpreter or the folder of an environment"
                         : "VIRTUAL_ENV names it: unset or correct it");
    return false;
}

/* A *.pth file names folders, one a line, that hold distributions as site-packages does. */
static void read_pth(struct reader *reader, struct text site, const struct folder_entry *entry) {
    struct text path = path_join(&reader->scratch, site, entry->name), content, line;
    if (entry->type == ENTRY_LINK && !leads_out(reader, path))
        may_read(reader, path);
    read_file(reader, path, &content);
    uint32_t outside = 0;
    for (uint32_t number = 1; text_split(&content, '\n', &line); number++) {
        line = text_trim(line);
        if (!line.size || line.data[0] == '#' || text_starts(line, T("import ")) ||
            text_starts(line, T("import\t")) || text_find_byte(line, '\0') != TEXT_NONE)
            continue;
        if (has_too_many(reader, path, number, reader->folders++, "folders in *.pth files"))
            break;
        struct text folder = line.data[0] == '/' ? text_copy(&reader->scratch, line)
                                                 : path_join(&reader->scratch, site, line);
        outside += add_site(reader, folder, false) == SITE_OUTSIDE;
    }
    if (outside)
        errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
                   "leads out of the environment with %u of its folders, which are passed over; "
                   "name the environment, as the interpreter to use, to have them read",
                   outside);
}

/* "Reef_Core-2.0", "old_reef-1.0-py3.13": what is in front of the version. */
static struct text folder_distribution(struct text stem) {
    for (size_t i = 1; i + 1 < stem.size; i++)
        if (stem.data[i] == '-' && stem.data[i + 1] >= '0' && stem.data[i + 1] <= '9')
            return text_slice(stem, 0, i);
    return stem;
}

static void add_distribution(struct reader *reader, struct text site,
                             const struct folder_entry *entry) {
    struct text stem = folder_distribution(path_stem(entry->name));
    /* pip renames what it is about to remove to "~name" */
    if (!stem.size || requirement_parse(stem).problem)
        return;
    struct text folder = path_join(reader->arena, site, entry->name);
    if (entry->type == ENTRY_LINK && leads_out(reader, folder)) {
        pass_over_outside(reader, folder);
        return;
    }
    if (entry->type == ENTRY_LINK && !is_folder(reader, folder)) /* a file of distutils */
        may_read(reader, folder);
    vector_push(reader->arena, &reader->environment->distributions,
                (struct distribution){.name = distribution_name(reader->arena, stem),
                                      .folder = folder,
                                      .egg = text_ends(entry->name, T(".egg-info")),
                                      .linked = entry->type == ENTRY_LINK});
}

static void list_distributions(struct reader *reader, const struct site *site) {
    struct text path = site->path;
    bool has_pth = site->has_pth;
    struct folder_entries entries;
    int reason;
    enum file_result result = folder_read(&reader->scratch, AT_FDCWD, path.data, &entries, &reason);
    if (result != FILE_READ) {
        struct text why = file_result_text(&reader->scratch, result, reason);
        errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
                   "%.*s; the distributions in it are not known", TEXT_ARGS(why));
    }
    for (size_t i = 0; i < entries.count; i++) {
        struct text name = entries.items[i].name;
        if (text_ends(name, T(".dist-info")) || text_ends(name, T(".egg-info")))
            add_distribution(reader, path, &entries.items[i]);
        else if (has_pth && text_ends(name, T(".pth")))
            read_pth(reader, path, &entries.items[i]);
    }
}

/* Where the headers are. distutils wrote a file instead of a folder. */
static struct text metadata_path(struct reader *reader, const struct distribution *distribution) {
    if (!distribution->egg)
        return path_join(&reader->scratch, distribution->folder, T("METADATA"));
    if (!is_folder(reader, distribution->folder))
        return distribution->folder;
    return path_join(&reader->scratch, distribution->folder, T("PKG-INFO"));
}

static struct text header_name(struct reader *reader, struct distribution *distribution) {
    struct metadata_reader rows = {0};
    struct metadata_header header;
    if (distribution->header.size)
        return distribution->header;
    distribution->header = distribution->name;
    read_file(reader, metadata_path(reader, distribution), &rows.rest);
    while (metadata_next(&rows, &header))
        if (text_equal_ignoring_case(header.name, T("Name")) && header.value.size) {
            distribution->header = distribution_name(reader->arena, header.value);
            break;
        }
    return distribution->header;
}

/* So that what a file names again and again is looked up once. */
static bool is_provided(const struct reader *reader, struct text module,
                        const struct distribution *distribution) {
    const struct provider *provider = map_get(&reader->environment->providers, module);
    return provider && provider->last == distribution;
}

/* The metadata need not be opened to see that the module `pkg` is of the distribution `pkg`. */
static void add_provider(struct reader *reader, struct text module,
                         struct distribution *distribution) {
    bool same = text_equal(distribution_name(&reader->scratch, module), distribution->name);
    struct text name = same ? distribution->name : header_name(reader, distribution);
    struct provider *provider = map_get(&reader->environment->providers, module);
    if (!provider) {
        provider = arena_new(reader->arena, struct provider);
        module = text_copy(reader->arena, module);
        *map_put(reader->arena, &reader->environment->providers, module) = provider;
    }
    provider->last = distribution;
    struct name_list *names = &provider->names;
    if (!names->count || !text_equal(names->items[names->count - 1], name))
        vector_push(reader->arena, names, name);
}

/* top_level.txt: module names between blanks. False when it has none. */
static bool read_top_level(struct reader *reader, struct distribution *distribution) {
    struct text path = path_join(&reader->scratch, distribution->folder, T("top_level.txt"));
    struct text content, line, name;
    size_t modules = 0;
    read_file(reader, path, &content);
    for (uint32_t number = 1; text_split(&content, '\n', &line); number++)
        while (text_split(&line, ' ', &name)) {
            name = text_trim(name);
            if (!name.size || is_provided(reader, name, distribution))
                continue;
            if (has_too_many(reader, path, number, modules++, "modules"))
                return true;
            add_provider(reader, name, distribution);
        }
    return modules;
}

/* Whether a path of RECORD is there. */
static bool is_installed(const struct reader *reader, struct text site, struct text path) {
    char room[PATH_MAX];
    int size = snprintf(room, sizeof(room), "%.*s/%.*s", TEXT_ARGS(site), TEXT_ARGS(path));
    struct location at = locate(reader, text_of(room));
    return size < (int)sizeof(room) && faccessat(at.folder, at.path, F_OK, 0) == 0;
}

/* The first parts of the paths of RECORD that are there. */
static void read_record(struct reader *reader, struct distribution *distribution) {
    struct text path = path_join(&reader->scratch, distribution->folder, T("RECORD"));
    struct text site = path_folder(distribution->folder);
    size_t looked_for = 0;
    struct metadata_reader rows = {0};
    struct record_entry entry;
    read_file(reader, path, &rows.rest);
    while (record_next(&rows, &reader->scratch, &entry)) {
        if (entry.problem)
            errors_add(reader->arena, reader->warnings, shown(reader, path), entry.line, 0,
                       "%s; the row is passed over", entry.problem);
        struct text module = record_import_name(entry.path, reader->environment->minor);
        if (!module.size || is_provided(reader, module, distribution))
            continue;
        if (has_too_many(reader, path, entry.line, looked_for++, "modules to look for"))
            return;
        if (is_installed(reader, site, entry.path))
            add_provider(reader, module, distribution);
    }
}

static void read_modules(struct reader *reader) {
    for (size_t i = 0; i < reader->environment->distributions.count; i++) {
        struct distribution *distribution = &reader->environment->distributions.items[i];
        if (!map_has(&reader->environment->by_name, distribution->name))
            *map_put(reader->arena, &reader->environment->by_name, distribution->name) =
                distribution;
        enter_site(reader, path_folder(distribution->folder));
        if (!read_top_level(reader, distribution))
            read_record(reader, distribution);
        arena_reset(&reader->scratch);
    }
}

static bool find_distributions(struct reader *reader, const struct environment_place *place) {
    struct environment *environment = arena_new(reader->arena, struct environment);
    reader->environment = environment;
    environment->root = place->root;
    bool found = find_sites(reader, place);
    for (size_t i = 0; i < environment->sites.count; i++) {
        list_distributions(reader, &environment->sites.items[i]);
        arena_reset(&reader->scratch);
    }
    return found;
}

struct environment *environment_read(struct arena *arena, const struct environment_place *place,
                                     struct errors *warnings) {
    struct reader reader = {.arena = arena, .warnings = warnings};
    reader_begin(&reader);
    bool found = find_distributions(&reader, place);
    read_modules(&reader);
    reader_end(&reader);
    return found ? reader.environment : NULL;
}

/* Installers that save space fill a distribution's folder with links to a cache. */
static void note_linked_files(struct reader *reader, const struct distribution *distribution) {
    static const char *const names[] = {"METADATA", "PKG-INFO", "RECORD", "top_level.txt",
                                        "requires.txt"};
    enter_site(reader, path_folder(distribution->folder));
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        char byte;
        struct text path = path_join(&reader->scratch, distribution->folder, text_of(names[i]));
        struct location at = locate(reader, path);
        bool linked = distribution->linked || readlinkat(at.folder, at.path, &byte, 1) >= 0;
        if (linked && !leads_out(reader, path))
            may_read(reader, path);
    }
    arena_reset(&reader->scratch);
}

/* The home parts, the folders with distributions, and what links lead to from them. */
static struct texts list_reach(struct reader *reader) {
    static const char *const parts[] = {"pyvenv.cfg", "lib", "lib64"};
    struct environment *environment = reader->environment;
    for (size_t i = 0; i < environment->homes.count; i++)
        for (size_t part = 0; part < 3; part++) {
            struct text path =
                path_join(reader->arena, environment->homes.items[i], text_of(parts[part]));
            if (!leads_out(reader, path))
                may_read(reader, path);
        }
    for (size_t i = 0; i < environment->sites.count; i++)
        may_read(reader, environment->sites.items[i].path);
    for (size_t i = 0; i < environment->distributions.count; i++)
        note_linked_files(reader, &environment->distributions.items[i]);
    return (struct texts){environment->reach.items, environment->reach.count};
}

struct texts environment_reach(struct arena *arena, const struct environment_place *place) {
    struct errors ignored = {0};
    struct reader reader = {.arena = arena, .warnings = &ignored};
    reader_begin(&reader);
    find_distributions(&reader, place);
    struct texts reach = list_reach(&reader);
    reader_end(&reader);
    return reach;
}

/* Who made a link to the environment need not be who may read it. */
static bool is_elsewhere(const struct environment *environment) {
    return environment->own.size && !path_relative(environment->own, environment->root).data;
}

/* False when there are so many that the file is not read on. */
static bool add_requirement(struct reader *reader, struct name_list *names, struct text text,
                            struct text file, uint32_t line) {
    if (has_too_many(reader, file, line, names->count, "requirements"))
        return false;
    struct errors quoting = {0};
    bool hidden = is_elsewhere(reader->environment);
    struct requirement requirement = requirement_read(reader->arena, text, shown(reader, file),
                                                      line, hidden ? &quoting : reader->warnings);
    if (quoting.count)
        errors_add(reader->arena, reader->warnings, shown(reader, file), line, 0,
                   "this is no valid requirement; a link leads to the environment, so none of its "
                   "text is shown");
    if (requirement.name.size && !requirement.for_extra)
        vector_push(reader->arena, names, distribution_name(reader->arena, requirement.name));
    return true;
}

/* The headers of METADATA or PKG-INFO. */
static void read_metadata(struct reader *reader, const struct distribution *distribution,
                          struct name_list *names) {
    struct text path = metadata_path(reader, distribution);
    struct metadata_reader rows = {0};
    struct metadata_header header;
    if (!read_file(reader, path, &rows.rest) && !distribution->egg)
        errors_add(reader->arena, reader->warnings, shown(reader, path), 0, 0,
                   "without it nothing is known of what %.*s requires",
                   TEXT_ARGS(distribution->name));
    while (metadata_next(&rows, &header)) {
        if (header.problem)
            errors_add(reader->arena, reader->warnings, shown(reader, path), header.line, 0,
                       "%s; the line is passed over", header.problem);
        else if (text_equal_ignoring_case(header.name, T("Requires-Dist")) &&
                 !add_requirement(reader, names, header.value, path, header.line))
            return;
    }
}

/* requires.txt: requirements under none or a "[extra:marker]" heading. */
static void read_requires(struct reader *reader, const struct distribution *distribution,
                          struct name_list *names) {
    struct text path = path_join(&reader->scratch, distribution->folder, T("requires.txt"));
    struct text content, line;
    bool for_extra = false;
    read_file(reader, path, &content);
    for (uint32_t number = 1; text_split(&content, '\n', &line); number++) {
        line = text_trim(line);
        if (text_starts(line, T("[")))
            for_extra = line.size > 1 && line.data[1] != ':' && line.data[1] != ']';
        else if (line.size && line.data[0] != '#' && !for_extra &&
                 !add_requirement(reader, names, line, path, number))
            return;
    }
}

struct texts environment_requires(struct arena *arena, struct environment *environment,
                                  struct text distribution, struct errors *warnings) {
    struct name_list names = {0};
    const struct distribution *found = map_get(&environment->by_name, distribution);
    if (!found)
        return (struct texts){NULL, 0};
    struct reader reader = {.environment = environment, .arena = arena, .warnings = warnings};
    reader_begin(&reader);
    read_metadata(&reader, found, &names);
    if (found->egg && !names.count)
        read_requires(&reader, found, &names);
    reader_end(&reader);
    return (struct texts){names.items, names.count};
}

struct texts environment_providers(const struct environment *environment, struct text module) {
    const struct provider *provider = map_get(&environment->providers, module);
    return provider ? (struct texts){provider->names.items, provider->names.count}
                    : (struct texts){NULL, 0};
}
