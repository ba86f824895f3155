#include "cli/output.h"

#include <stdlib.h>
#include <sys/ioctl.h>

unsigned cli_terminal_width(int stream) {
    const char *columns = getenv("COLUMNS");
    if (columns && atoi(columns) > 0)
        return (unsigned)atoi(columns);
    struct winsize size;
    if (ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
    return 80;
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && *value;
}

/* https://no-color.org, https://force-color.org, https://bixense.com/clicolors */
bool cli_wants_color(const struct cli *cli, const struct cli_arguments *arguments) {
    struct text value = cli_value(arguments, "color");
    if (value.data && !text_is(value, "auto"))
        return text_is(value, "always");
    if (is_set("NO_COLOR") || output_path(arguments))
        return false;
    const char *terminal = getenv("TERM");
    const char *force = getenv("CLICOLOR_FORCE"), *wish = getenv("CLICOLOR");
    if (is_set("FORCE_COLOR") || (force && *force && strcmp(force, "0") != 0))
        return true;
    return cli->out_is_terminal && !(terminal && strcmp(terminal, "dumb") == 0) &&
           !(wish && strcmp(wish, "0") == 0);
}
