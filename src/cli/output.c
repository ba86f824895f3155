#include "cli/output.h"

#include "base/replace.h"

#include <errno.h>

struct output {
    output_document *write;
    void *context;
    cordon_status status;
    cordon_error *error;
};

bool output_to_stream(void *descriptor, const char *data, size_t size) {
    return file_write_all(*(const int *)descriptor, (struct text){data, size});
}

static bool write_file(void *context, int stream) {
    struct output *output = context;
    output->status = output->write(output->context, output_to_stream, &stream, &output->error);
    return output->status == CORDON_OK;
}

const char *output_path(const struct cli_arguments *arguments) {
    struct text path = cli_value(arguments, "output");
    return text_is(path, "-") ? NULL : path.data;
}

static int fail(struct cli *cli, const struct cli_arguments *arguments, const char *path,
                const char *reason) {
    return cli_error(cli, arguments, "%s: cannot be written: %s", path, reason);
}

int output_begin(struct cli *cli, const struct cli_arguments *arguments, struct keeper *keeper) {
    struct destination destination;
    const char *path = output_path(arguments);
    if (!path ||
        (destination_find(cli->arena, path, &destination) && keeper_start(keeper, &destination)))
        return EXIT_FINE;
    return fail(cli, arguments, path, strerror(errno));
}

static int write_kept(struct output *output, struct keeper *keeper) {
    return write_file(output, keeper->stream) && keeper_finish(keeper) ? 0 : errno;
}

static int replace_file(struct cli *cli, struct output *output, const char *path) {
    struct destination destination;
    bool written = destination_find(cli->arena, path, &destination) &&
                   destination_write(cli->arena, &destination, write_file, output);
    return written ? 0 : errno;
}

int output_write(struct cli *cli, const struct cli_arguments *arguments, struct keeper *keeper,
                 output_document *write, void *context) {
    const char *path = output_path(arguments);
    struct output output = {.write = write, .context = context};
    int reason = 0;
    if (!path)
        output.status = write(context, cli_write, cli, &output.error);
    else
        reason = keeper ? write_kept(&output, keeper) : replace_file(cli, &output, path);
    if (output.status == CORDON_FAILED && !path)
        return EXIT_USAGE; /* main() says that standard output cannot be written */
    if (output.status != CORDON_OK && output.status != CORDON_FAILED)
        return cli_failed(cli, arguments, output.status, output.error);
    return reason ? fail(cli, arguments, path, strerror(reason)) : EXIT_FINE;
}
