# `make EXE=name` is what OpenBench runs: one binary, tuned for this CPU, whose `bench` ends with `N nodes M nps`.
EXE ?= portcullis
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
BINARY := $(EXE:.exe=)$(SUFFIX)

.PHONY: all test lint perft

all: export RUSTFLAGS += -C target-cpu=native
all:
	cargo build --release --locked -p portcullis --bin portcullis --target-dir target/native
	cp target/native/release/portcullis$(SUFFIX) $(BINARY)

test:
	cargo test --workspace

lint: export RUSTDOCFLAGS := -D warnings
lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo doc --workspace --no-deps

# The perft suites in full, at every depth they give.
perft:
	cargo run --release -p portcullis-perft -- suite perft/suites/*.epd
