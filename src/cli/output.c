#include "cli/output.h"

#include "base/file.h"

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

int output_write(struct cli *cli, const struct cli_arguments *arguments, output_document *write,
                 void *context) {
    struct text path = cli_value(arguments, "output");
    struct output output = {.write = write, .context = context};
    struct error error = {0};
    if (path.data)
        file_replace(cli->arena, text_copy(cli->arena, path).data, write_file, &output, &error);
    else
        output.status = write(context, cli_write, cli, &output.error);
    if (output.status == CORDON_FAILED && !path.data)
        return EXIT_USAGE; /* main() says that standard output cannot be written */
    if (output.status != CORDON_OK && output.status != CORDON_FAILED)
        return cli_failed(cli, arguments, output.status, output.error);
    if (!error_is_set(&error))
        return EXIT_FINE;
    return cli_error(cli, arguments, "%.*s", TEXT_ARGS(error_text(cli->arena, &error)));
}
