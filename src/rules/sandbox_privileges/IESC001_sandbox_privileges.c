#include "rules/sandbox.h"
#include "rules/sandbox_privileges/refused_mounts.h"

/* One finding: what it means, and what of the service it is about. value NULL: the setting has none
 * that a key could name. */
static void report(const struct service *service, enum severity severity,
                   struct compose_place place, const char *setting, const struct text *value,
                   const char *meaning) {
    struct arena *arena = service->check->arena;
    struct text key = text_format(arena, "%.*s:%s", TEXT_ARGS(service->name), setting);
    struct text shown = T("");
    if (value) {
        key = text_format(arena, "%.*s:%.*s", TEXT_ARGS(key), TEXT_ARGS(*value));
        shown = text_format(arena, " '%.*s'", TEXT_ARGS(*value));
    }
    struct finding finding = {
        .location = location_at(service->path, place.line, 0),
        .severity = severity,
        .message = text_format(arena, "Service '%.*s', %s%.*s: %s", TEXT_ARGS(service->name),
                               setting, TEXT_ARGS(shown), meaning),
        .hint = text_format(arena,
                            "remove it, or allow it with \"%.*s\" in "
                            "allowlists.sandbox_privileges and say why",
                            TEXT_ARGS(key)),
        .key = key,
    };
    check_add(service->check, &finding);
}

static void report_unknown(const struct service *service, struct compose_place place,
                           const char *setting, const struct text *value) {
    report(service, SEVERITY_WARNING, place, setting, value,
           "a variable decides this at run time, so that it cannot be checked");
}

/* privileged, use_api_socket */
static void check_switch(const struct service *service, const char *name, const char *meaning) {
    struct compose_setting setting = compose_setting(service->value, name);
    struct text text = compose_text(setting.value);
    if (compose_is_on(setting.value))
        report(service, SEVERITY_ERROR, setting.place, name, NULL, meaning);
    else if (text_find_byte(text, '$') != TEXT_NONE)
        report_unknown(service, setting.place, name, &text);
}

static const struct {
    const char *name;
    bool container; /* also knows container:NAME */
    const char *host;
} namespaces[] = {
    {"network_mode", true, "the network of the host is shared, its loopback services included"},
    {"pid", true, "the processes of the host are visible"},
    {"ipc", true, "shared memory, semaphores and message queues of the host are shared"},
    {"userns_mode", false, "user ids are not mapped to unprivileged ones of the host"},
    {"uts", false, "host name and domain name are those of the host"},
    {"cgroup", false, "the cgroup hierarchy of the host is visible"},
};

static void check_namespaces(const struct service *service) {
    for (size_t i = 0; i < sizeof(namespaces) / sizeof(namespaces[0]); i++) {
        const char *name = namespaces[i].name;
        struct compose_setting setting = compose_setting(service->value, name);
        struct text text = compose_text(setting.value);
        if (text_is(text, "host"))
            report(service, SEVERITY_ERROR, setting.place, name, &text, namespaces[i].host);
        else if (namespaces[i].container && text_starts(text, T("container:")))
            report(service, SEVERITY_ERROR, setting.place, name, &text,
                   "it joins a container outside this Compose project");
        else if (text_find_byte(text, '$') != TEXT_NONE)
            report_unknown(service, setting.place, name, &text);
    }
}

/* seccomp=unconfined and its like; the separator may be a colon. */
static const char *lifted_restriction(struct text option) {
    static const struct {
        const char *name, *value, *meaning;
    } options[] = {
        {"seccomp", "unconfined", "system calls are not filtered"},
        {"apparmor", "unconfined", "no AppArmor profile confines it"},
        {"label", "disable", "no SELinux label confines it"},
        {"label", "type:spc_t", "it runs as an SELinux type that is not confined"},
        {"label", "type:unconfined_t", "it runs as an SELinux type that is not confined"},
        {"systempaths", "unconfined", "system paths are neither masked nor read-only"},
    };
    size_t separator = 0;
    while (separator < option.size && option.data[separator] != ':' &&
           option.data[separator] != '=')
        separator++;
    struct text name = text_slice(option, 0, separator);
    struct text value = text_from(option, separator + 1);
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
        if (text_is(name, options[i].name) && text_is(value, options[i].value))
            return options[i].meaning;
    return NULL;
}

static const char *outside_container(struct text value) {
    return text_starts(value, T("container:"))
               ? "it takes over mounts of a container outside this Compose project"
               : NULL;
}

/* Settings that hold a list, or one value in its place. */
static const struct {
    const char *name;
    const char *every;                       /* what every entry means, or NULL: */
    const char *(*judge)(struct text value); /* what this one means, NULL when it is harmless */
} lists[] = {
    {"cap_add", "it gets a capability beyond the default ones", NULL},
    {"devices", "it gets at a device of the host", NULL},
    {"device_cgroup_rules", "it may use devices that the rule covers", NULL},
    {"security_opt", NULL, lifted_restriction},
    {"volumes_from", NULL, outside_container},
};

static void check_entry(const struct service *service, size_t list, struct compose_place place,
                        struct compose_value entry) {
    const char *name = lists[list].name;
    struct text value = compose_printed(service->check->arena, entry);
    const char *meaning = lists[list].judge ? lists[list].judge(value) : NULL;
    if (!meaning && text_find_byte(value, '$') != TEXT_NONE)
        report_unknown(service, place, name, &value);
    else if (meaning || lists[list].every)
        report(service, SEVERITY_ERROR, place, name, &value, meaning ? meaning : lists[list].every);
}

static void check_lists(const struct service *service) {
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        struct compose_setting setting = compose_setting(service->value, lists[i].name);
        if (compose_type(setting.value) != COMPOSE_LIST) {
            if (!compose_is_empty(setting.value))
                check_entry(service, i, setting.place, setting.value);
            continue;
        }
        for (size_t j = 0; j < compose_count(setting.value); j++) {
            struct compose_value entry = compose_item(setting.value, j);
            check_entry(service, i, compose_place(entry), entry);
        }
    }
}

static void check_hooks(const struct service *service) {
    static const char *const hooks[][2] = {{"pre_start", "pre_start.privileged"},
                                           {"post_start", "post_start.privileged"},
                                           {"pre_stop", "pre_stop.privileged"}};
    for (size_t i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++) {
        struct compose_value list = compose_get(service->value, hooks[i][0]);
        for (size_t j = 0; compose_type(list) == COMPOSE_LIST && j < compose_count(list); j++) {
            struct compose_setting setting = compose_setting(compose_item(list, j), "privileged");
            if (compose_is_on(setting.value))
                report(service, SEVERITY_ERROR, setting.place, hooks[i][1], NULL,
                       "the hook runs with all privileges");
            else if (text_find_byte(compose_text(setting.value), '$') != TEXT_NONE)
                report_unknown(service, setting.place, hooks[i][1], NULL);
        }
    }
}

static bool names_engine_socket(struct text path) {
    static const char *const names[] = {"docker.sock",     "docker_engine", "podman.sock",
                                        "containerd.sock", "crio.sock",     "cri-dockerd.sock",
                                        "buildkitd.sock"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (text_contains(path, text_of(names[i])))
            return true;
    return false;
}

/* A folder that holds /var/run/docker.sock. */
static bool holds_engine_socket(struct text source) {
    while (source.size > 1 && source.data[source.size - 1] == '/')
        source.size--;
    return text_is(source, "/") || text_is(source, "/var") || text_is(source, "/var/run") ||
           text_is(source, "/run");
}

static const char *mount_meaning(struct text source, struct text whole) {
    if (names_engine_socket(whole) || holds_engine_socket(source))
        return "it mounts the socket of the container engine, which can start containers with any "
               "rights";
    return "it mounts a path of the host";
}

/* Whether the options of a named volume bind a path of the host. */
enum bound { BOUND_NO, BOUND_UNKNOWN, BOUND_YES };

static enum bound bound_by_options(struct text options) {
    enum bound bound = text_find_byte(options, '$') != TEXT_NONE ? BOUND_UNKNOWN : BOUND_NO;
    struct text option;
    while (text_split(&options, ',', &option)) {
        option = text_trim(option);
        if (text_is(option, "bind") || text_is(option, "rbind"))
            bound = BOUND_YES;
    }
    return bound;
}

static enum bound volume_bound(struct compose_value volume) {
    struct compose_value driver = compose_get(volume, "driver");
    bool unset = compose_type(driver) == COMPOSE_ABSENT || compose_type(driver) == COMPOSE_NULL;
    bool unknown = text_find_byte(compose_text(driver), '$') != TEXT_NONE;
    if (!unset && !unknown && !compose_is_text(driver, "local"))
        return BOUND_NO;
    struct compose_value options = compose_get(compose_get(volume, "driver_opts"), "o");
    enum bound bound = bound_by_options(compose_text(options));
    return bound == BOUND_YES && unknown ? BOUND_UNKNOWN : bound;
}

static struct text printed_or_unspecified(struct arena *arena, struct compose_value value) {
    return compose_type(value) == COMPOSE_ABSENT ? T("<unspecified>")
                                                 : compose_printed(arena, value);
}

/* True when the volume decides it. */
static bool check_volume(const struct service *service, const struct compose_mount *mount) {
    enum bound bound = volume_bound(mount->volume);
    struct compose_value device = compose_get(compose_get(mount->volume, "driver_opts"), "device");
    struct text path = printed_or_unspecified(service->check->arena, device);
    if (bound == BOUND_YES)
        report(service, SEVERITY_ERROR, mount->place, "volumes", &path,
               "the named volume is bound to a path of the host");
    else if (bound == BOUND_UNKNOWN)
        report(service, SEVERITY_WARNING, mount->place, "volumes", &path,
               "a variable decides whether the named volume is bound to a path of the host");
    return bound != BOUND_NO;
}

static void check_short_mount(const struct service *service, const struct compose_mount *mount) {
    if (mount->is_host_path)
        report(service, SEVERITY_ERROR, mount->place, "volumes", &mount->short_source,
               mount_meaning(mount->short_source, mount->text));
    else if (!check_volume(service, mount) && text_find_byte(mount->text, '$') != TEXT_NONE)
        report_unknown(service, mount->place, "volumes", &mount->text);
}

static void check_long_mount(const struct service *service, struct compose_value item,
                             const struct compose_mount *mount) {
    struct arena *arena = service->check->arena;
    bool pipe = compose_is_text(mount->type, "npipe");
    if (pipe || compose_is_text(mount->type, "bind")) {
        struct text source = printed_or_unspecified(arena, mount->source);
        struct text target = compose_text(compose_get(item, "target"));
        bool engine = names_engine_socket(target);
        report(service, SEVERITY_ERROR, mount->place, "volumes", &source,
               pipe && !engine && !names_engine_socket(source)
                   ? "it mounts a named pipe of the host"
                   : mount_meaning(source, engine ? target : source));
    } else if (!check_volume(service, mount) &&
               (text_find_byte(compose_text(mount->type), '$') != TEXT_NONE ||
                text_find_byte(compose_text(mount->source), '$') != TEXT_NONE)) {
        struct text source = compose_printed(arena, mount->source);
        report_unknown(service, mount->place, "volumes", &source);
    }
}

static void check_mounts(const struct service *service) {
    struct compose_value volumes = compose_get(service->value, "volumes");
    for (size_t i = 0; compose_type(volumes) == COMPOSE_LIST && i < compose_count(volumes); i++) {
        struct compose_value item = compose_item(volumes, i);
        struct compose_mount mount = compose_mount(service->check->arena, service->compose, item);
        if (mount.form == MOUNT_SHORT)
            check_short_mount(service, &mount);
        else if (mount.form == MOUNT_LONG)
            check_long_mount(service, item, &mount);
        refuse_mount(service, item, &mount);
    }
}

/* secrets and configs: a file or a variable of the host that is copied in. */
static void check_copies(const struct service *service, const char *name,
                         const struct map *definitions) {
    struct arena *arena = service->check->arena;
    struct compose_value list = compose_get(service->value, name);
    for (size_t i = 0; compose_type(list) == COMPOSE_LIST && i < compose_count(list); i++) {
        struct compose_value item = compose_item(list, i);
        struct compose_value definition = compose_named(definitions, compose_referred_name(item));
        struct compose_value file = compose_get(definition, "file");
        struct compose_value variable = compose_get(definition, "environment");
        struct text value = compose_text(file);
        if (compose_type(file) == COMPOSE_TEXT) {
            report(service, SEVERITY_ERROR, compose_place(item), name, &value,
                   "a file of the host is copied into the container");
        } else if (compose_type(variable) == COMPOSE_TEXT) {
            value = text_join(arena, T("env:"), compose_text(variable));
            report(service, SEVERITY_ERROR, compose_place(item), name, &value,
                   "an environment variable of the host is copied into the container");
        }
    }
}

static void check_service(const struct service *service) {
    check_switch(service, "privileged",
                 "it has all capabilities and devices, and no security profile confines it");
    check_switch(service, "use_api_socket",
                 "it gets the engine's socket and the registry credentials of the user");
    check_namespaces(service);
    check_lists(service);
    check_hooks(service);
    check_mounts(service);
    check_copies(service, "secrets", &service->compose->secrets);
    check_copies(service, "configs", &service->compose->configs);
    refuse_references(service);
}

static void warn(struct check *check, struct location location, struct text message,
                 const char *hint) {
    struct finding finding = {
        .location = location,
        .severity = SEVERITY_WARNING,
        .message = message,
        .hint = text_of(hint),
    };
    check_add(check, &finding);
}

/* True when the file has services, if maybe none. */
static bool check_shape(struct check *check, const struct compose_source *file) {
    struct compose_value root = file->compose->root;
    struct compose_value services = file->compose->services;
    struct location location = location_of_file(file->source->path);
    if (compose_type(root) == COMPOSE_NULL)
        return false;
    if (compose_type(root) != COMPOSE_MAPPING)
        warn(check, location,
             text_format(check->arena, "The Compose file holds a %s in place of a mapping",
                         compose_type_name(root)),
             "write 'services:' and below it one mapping a service");
    else if (compose_type(services) > COMPOSE_NULL && compose_type(services) != COMPOSE_MAPPING)
        warn(check, location,
             text_format(check->arena, "'services' is a %s, so that no service can be checked",
                         compose_type_name(services)),
             "write one mapping a service below 'services:'");
    else
        return true;
    return false;
}

static void check_file(struct check *check, const struct compose_source *file) {
    if (!check_shape(check, file))
        return;
    bool refuses = mounts_are_refused(check, file);
    for (size_t i = 0; i < compose_service_count(file->compose); i++) {
        struct compose_setting setting = compose_service(file->compose, i);
        struct service service = {
            .check = check,
            .compose = file->compose,
            .path = file->source->path,
            .name = setting.name,
            .value = setting.value,
            .refuses = refuses,
            .can_remount = refuses && can_remount(setting.value),
        };
        if (compose_type(setting.value) == COMPOSE_MAPPING)
            check_service(&service);
        else
            warn(check, location_at(service.path, setting.place.line, 0),
                 text_format(check->arena,
                             "Service '%.*s' is no mapping (%s), so that it cannot be checked",
                             TEXT_ARGS(service.name), compose_type_name(setting.value)),
                 "write the service's settings below its name");
    }
}

static void check_sandbox_privileges(struct check *check) {
    if (check_each_compose(check, check_file))
        check_pass(check, "No service is given privileges or access to the host");
}

const struct rule rule_sandbox_privileges = {
    .code = "IESC001",
    .name = "sandbox_privileges",
    .summary = "Compose services get no privileges beyond the default, and no access to the host",
    .category = CATEGORY_SECURITY,
    .scopes = SCOPE_BOTH,
    .allowlist = true,
    .check = check_sandbox_privileges,
};
