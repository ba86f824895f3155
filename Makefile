# The front door. Meson and Ninja do the work; every target sets up what it needs.

BUILD  ?= build
PREFIX ?= /usr/local
CC     ?= cc
MESON  ?= meson

.PHONY: all setup demo test test-full sanitize check format install fuzz clean

all: setup-build
	@$(MAKE) --no-print-directory $(BUILD)/cordon

.PHONY: setup-build setup-test $(BUILD)/cordon
setup-build:
	@tools/setup build

setup-test:
	@tools/setup build test

$(BUILD)/build.ninja:
	@$(MESON) setup $(BUILD) --buildtype release --prefix $(PREFIX) >/dev/null

$(BUILD)/cordon: $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet
	@ln -sf src/cli/cordon $(BUILD)/cordon

# The main job on the bundled example; findings are what it is there to show.
demo: all
	@$(BUILD)/cordon lint --root examples/evaluations --all || [ $$? = 1 ]

# Everything that guards a change. The last line is "N passed, N failed".
test: setup-test
	@tools/run-tests

test-full: setup-test
	@tools/run-tests --full

# All tests with AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize: setup-test
	@tools/run-tests --sanitize

check: setup-test
	@tools/check

format: setup-test
	@git ls-files '*.c' '*.h' | xargs clang-format -i

# Every fuzz target for TIME seconds: executions and coverage, a line each.
TIME ?= 60
fuzz: setup-test
	@tools/fuzz --seconds $(TIME)

# The folder may have been set up for another prefix, which manual pages and pkg-config's file hold.
install: all
	@$(MESON) configure $(BUILD) --prefix $(PREFIX)
	@ninja -C $(BUILD) --quiet
	@$(MESON) install -C $(BUILD) --no-rebuild

clean:
	@rm -rf build build-*
