#include "rules/sandbox_privileges/refused_mounts.h"

#define SETTINGS "x-inspect_docker_sandbox"
#define OPT_OUT  "unsafe_allow_writable_host_mounts"

static const char writable_hint[] =
    "add :ro (read_only: true in the long form), copy files in with Sample.files, use a volume "
    "that "
    "Docker manages, or set " SETTINGS "." OPT_OUT " to true and allow that";
static const char other_hint[] =
    "remove the mount or what keeps it from being checked, or set " SETTINGS "." OPT_OUT
    " to true and allow that";

static void report_setting(struct check *check, struct text path, struct compose_place place,
                           const char *message, const char *hint, const char *key) {
    struct finding finding = {
        .location = location_at(path, place.line, 0),
        .severity = SEVERITY_ERROR,
        .message = text_of(message),
        .hint = text_of(hint),
        .key = text_of(key),
    };
    check_add(check, &finding);
}

bool mounts_are_refused(struct check *check, const struct compose_source *file) {
    if (!check->config->preview)
        return false;
    struct compose_setting settings = compose_setting(file->compose->root, SETTINGS);
    struct compose_setting opt_out = compose_setting(settings.value, OPT_OUT);
    enum compose_type outer = compose_type(settings.value), inner = compose_type(opt_out.value);
    if ((outer > COMPOSE_NULL && outer != COMPOSE_MAPPING) ||
        (inner > COMPOSE_NULL && inner != COMPOSE_BOOL)) {
        report_setting(check, file->source->path, settings.place,
                       outer == COMPOSE_MAPPING
                           ? SETTINGS "." OPT_OUT " is no boolean, so that it turns nothing off"
                           : SETTINGS " is no mapping, so that nothing in it is read",
                       "write " OPT_OUT ": true or false below " SETTINGS ", without quotes", NULL);
        return true;
    }
    if (inner != COMPOSE_BOOL || !compose_is_on(opt_out.value))
        return true;
    report_setting(check, file->source->path, opt_out.place,
                   SETTINGS "." OPT_OUT " lets containers write to the host through mounts",
                   "remove it, or allow it with \"" SETTINGS "." OPT_OUT "\" in "
                   "allowlists.sandbox_privileges and say why",
                   SETTINGS "." OPT_OUT);
    return false;
}

/* No key: no entry of an allowlist accepts a refusal. */
static void refuse(const struct service *service, enum severity severity,
                   struct compose_place place, const char *setting, struct text value,
                   const char *reason, const char *hint) {
    struct arena *arena = service->check->arena;
    struct text shown = value.size ? text_format(arena, " '%.*s'", TEXT_ARGS(value)) : T("");
    struct finding finding = {
        .location = location_at(service->path, place.line, 0),
        .severity = severity,
        .message = text_format(arena, "Service '%.*s', %s%.*s: Inspect's Docker sandbox %s it: %s",
                               TEXT_ARGS(service->name), setting, TEXT_ARGS(shown),
                               severity == SEVERITY_ERROR ? "refuses" : "may refuse", reason),
        .hint = text_of(hint),
    };
    check_add(service->check, &finding);
}

static bool allows_remount(struct compose_value capability) {
    struct text name = compose_text(capability);
    if (name.size >= 4 && text_equal_ignoring_case(text_slice(name, 0, 4), T("CAP_")))
        name = text_from(name, 4);
    return text_equal_ignoring_case(name, T("SYS_ADMIN")) ||
           text_equal_ignoring_case(name, T("ALL"));
}

bool can_remount(struct compose_value service) {
    struct compose_value capabilities = compose_get(service, "cap_add");
    bool can = compose_is_on(compose_get(service, "privileged")) || allows_remount(capabilities);
    for (size_t i = 0; !can && i < compose_count(capabilities); i++)
        can = allows_remount(compose_item(capabilities, i));
    return can;
}

struct refusal {
    const char *reason; /* NULL: accepted */
    const char *hint;
    bool warns;
};

static const struct refusal unknown = {"a variable decides how it is mounted", writable_hint, true};
static const struct refusal writable = {"the container can write to the host", writable_hint,
                                        false};
static const struct refusal remountable = {"the service has privileges to mount it again, writable",
                                           other_hint, false};
static const struct refusal propagated = {"mounts below it reach the container and may be writable",
                                          other_hint, false};

static bool is_private(struct text propagation) {
    return text_is(propagation, "private") || text_is(propagation, "rprivate");
}

static bool is_propagation(struct text option) {
    return is_private(option) || text_is(option, "shared") || text_is(option, "rshared") ||
           text_is(option, "slave") || text_is(option, "rslave");
}

static struct refusal judge_short_bind(const struct service *service, struct text options) {
    if (text_find_byte(options, '$') != TEXT_NONE)
        return unknown;
    bool read_only = false;
    struct text option, propagation = T("private");
    bool is_first = true;
    while (text_split(&options, ',', &option)) {
        read_only |= text_is(option, "ro");
        if (is_first && is_propagation(option)) {
            propagation = option;
            is_first = false;
        }
    }
    return !read_only                ? writable
           : service->can_remount    ? remountable
           : is_private(propagation) ? (struct refusal){0}
                                     : propagated;
}

/* The definition at the top of the file must leave the volume to Docker. */
static struct refusal judge_volume(struct compose_value volume) {
    struct compose_value external = compose_get(volume, "external");
    struct compose_value driver = compose_get(volume, "driver");
    bool is_external = compose_type(external) > COMPOSE_NULL &&
                       !(compose_type(external) == COMPOSE_BOOL && !compose_is_on(external));
    const char *reason = NULL;
    if (is_external)
        reason = "the volume is made outside this Compose project";
    else if (compose_type(driver) > COMPOSE_NULL && !compose_is_text(driver, "local"))
        reason = "the volume has a driver of its own";
    else if (!compose_is_empty(compose_get(volume, "driver_opts")))
        reason = "the volume has driver options, which may lead to the host";
    else if (compose_setting(volume, "name").place.line)
        reason = "the volume has a name of its own, which other projects may use";
    return (struct refusal){reason, other_hint, false};
}

static bool holds_dollar(struct compose_value value) {
    return text_find_byte(compose_text(value), '$') != TEXT_NONE;
}

static struct refusal judge_long_bind(const struct service *service, struct compose_value item) {
    struct compose_value bind = compose_get(item, "bind");
    struct compose_value propagation = compose_get(bind, "propagation");
    if (!compose_is_on(compose_get(item, "read_only")))
        return writable;
    if (service->can_remount)
        return remountable;
    if (compose_type(propagation) > COMPOSE_NULL && !is_private(compose_text(propagation)))
        return propagated;
    if (compose_is_text(compose_get(bind, "recursive"), "writable"))
        return (struct refusal){"mounts below it stay writable", other_hint, false};
    return (struct refusal){0};
}

static struct refusal judge_long(const struct service *service, struct compose_value item,
                                 const struct compose_mount *mount) {
    struct compose_value bind = compose_get(item, "bind");
    if (holds_dollar(mount->type) || holds_dollar(mount->source))
        return (struct refusal){0};
    if (holds_dollar(compose_get(item, "read_only")) ||
        holds_dollar(compose_get(bind, "propagation")) ||
        holds_dollar(compose_get(bind, "recursive")))
        return unknown;
    if (compose_is_text(mount->type, "bind"))
        return judge_long_bind(service, item);
    if (compose_is_text(mount->type, "volume"))
        return judge_volume(mount->volume);
    if (compose_type(mount->type) != COMPOSE_TEXT || compose_is_text(mount->type, "tmpfs") ||
        compose_is_text(mount->type, "image") || compose_is_text(mount->type, "npipe"))
        return (struct refusal){0};
    return (struct refusal){"the type of the mount is none that it knows", other_hint, false};
}

static struct refusal judge(const struct service *service, struct compose_value item,
                            const struct compose_mount *mount) {
    if (mount->form == MOUNT_LONG)
        return judge_long(service, item, mount);
    if (mount->form == MOUNT_SHORT && mount->is_host_path)
        return judge_short_bind(service, mount->short_options);
    return mount->form == MOUNT_SHORT && !mount->is_unknown ? judge_volume(mount->volume)
                                                            : (struct refusal){0};
}

void refuse_mount(const struct service *service, struct compose_value item,
                  const struct compose_mount *mount) {
    if (!service->refuses)
        return;
    struct refusal refusal = judge(service, item, mount);
    struct text source =
        mount->form == MOUNT_SHORT ? mount->short_source : compose_text(mount->source);
    if (!source.size)
        source = compose_text(compose_get(item, "target"));
    if (refusal.reason)
        refuse(service, refusal.warns ? SEVERITY_WARNING : SEVERITY_ERROR, mount->place, "volumes",
               source, refusal.reason, refusal.hint);
}

static void refuse_sources(const struct service *service) {
    static const char reason[] = "the mounts of other containers are not checked";
    struct compose_setting setting = compose_setting(service->value, "volumes_from");
    struct arena *arena = service->check->arena;
    if (compose_type(setting.value) != COMPOSE_LIST) {
        if (!compose_is_empty(setting.value))
            refuse(service, SEVERITY_ERROR, setting.place, "volumes_from",
                   compose_printed(arena, setting.value), reason, other_hint);
        return;
    }
    for (size_t i = 0; i < compose_count(setting.value); i++) {
        struct compose_value entry = compose_item(setting.value, i);
        refuse(service, SEVERITY_ERROR, compose_place(entry), "volumes_from",
               compose_printed(arena, entry), reason, other_hint);
    }
}

void refuse_references(const struct service *service) {
    static const char *const copies[] = {"secrets", "configs"};
    if (!service->refuses)
        return;
    for (size_t i = 0; i < sizeof(copies) / sizeof(*copies); i++) {
        struct compose_setting setting = compose_setting(service->value, copies[i]);
        if (!compose_is_empty(setting.value) && service->can_remount)
            refuse(service, SEVERITY_ERROR, setting.place, copies[i], T(""), remountable.reason,
                   other_hint);
    }
    refuse_sources(service);
}
