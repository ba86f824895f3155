#include "cli/cli.h"

int main(int count, char **words) {
    return cordon_main(count, words);
}
