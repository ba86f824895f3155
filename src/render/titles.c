#include "render/titles.h"

const char *category_title(enum category category) {
    static const char *const titles[CATEGORY_COUNT] = {"Structure", "Code quality", "Tests",
                                                       "Best practices", "Security"};
    return titles[category];
}

const char *status_title(enum status status) {
    static const char *const titles[STATUS_COUNT] = {"Not met", "Warning", "Suppressed", "Met",
                                                     "Not applicable"};
    return titles[status];
}
