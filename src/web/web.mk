# The package for web pages and node: part of the Makefile.

# The library without files, SQLite, threads, libsodium, the search with many
# views, lines of games and observed difficulty, as WebAssembly.
web = $(BUILD)/web/loyd
web_not = src/base/file.c src/base/temp.c src/core/%_sodium.c \
    src/core/board_files.c src/core/board_lines.c \
    src/solve/table/table_%.c src/solve/tables.c \
    src/solve/table/views.c src/solve/search/views_% \
    src/rate/crossed% src/rate/normal.c src/rate/observed.c
web_src = $(filter-out $(web_not),$(wildcard $(addsuffix /*.c,\
    $(addprefix src/,base core generate $(solve) rate)))) \
    src/pack/svg.c $(addprefix src/game/,analyse.c record.c replay.c walk.c) \
    $(wildcard src/web/core/*.c)
web_obj = $(web_src:src/%.c=$(BUILD)/web/obj/%.o)
web_files = $(filter-out %.sh,$(wildcard src/web/package/*))
web_cflags = --target=wasm32-wasi -isystem src/web/core/libc \
    -isystem /usr/include/wasm32-wasi -std=c11 $(WARN) -Oz -flto -mbulk-memory -msign-ext \
    -fvisibility=hidden -ffunction-sections -fdata-sections -Iinclude -Isrc \
    -I$(BUILD)/gen -D_POSIX_C_SOURCE=200809L
# A stack below the data, so that an overflow traps and overwrites nothing.
web_ldflags = --target=wasm32-wasi -mexec-model=reactor \
    -L/usr/lib/wasm32-wasi -Wl,--strip-all,--gc-sections,--compress-relocations \
    -Wl,--lto-O2,-mllvm,-enable-merge-functions,--stack-first,-z,stack-size=1048576,--max-memory=1073741824
# Nothing that pages see is printed from a floating-point number.
web_libs = -lc-printscan-no-floating-point

web:
	@sh tests/install-deps.sh build wasm
	@$(MAKE) $(inner) $(web)/loyd.wasm \
	    $(web_files:src/web/package/%=$(web)/%)
	@for f in $(web)/*; do echo "$$(wc -c <$$f) bytes," \
	    "$$(gzip -9c $$f | wc -c) compressed: $$f"; done

$(web)/loyd.wasm: $(web_obj)
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CLANG) $(web_ldflags) -o $@ $(web_obj) $(web_libs)

$(BUILD)/web/obj/%.o: src/%.c $(BUILD)/web/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CLANG) $(web_cflags) -MD -MP -c -o $@ $<

# Warnings of the web's sources, and missing headers: needs no linker.
web-warnings: $(static)
	$(call say,CC,of $@)$(CLANG) $(web_cflags) -fsyntax-only $(web_src)

# As in site/embed.sh, comments and indentation are left out: a quarter.
$(web)/%.js: src/web/package/%.js
	@mkdir -p $(@D)
	$(call say,GEN,$@)sed '1b; s/^ *//; /^\/\*.*\*\/$$/d; /^\/\*/,/\*\/$$/d; /^\/\//d' $< | \
	    sed 's,  *// [^"]*$$,,; /^$$/d' >$@

$(web)/%: src/web/package/%
	@mkdir -p $(@D)
	$(call say,GEN,$@)cp $< $@

$(web)/package.json: src/web/package/package.json src/web/package/sums.sh \
    $(addprefix $(web)/,loyd.wasm loyd.js worker.js loyd.d.ts)
	$(call say,GEN,$@)sh src/web/package/sums.sh $< $(VERSION) $(@D) >$@

.PHONY: web web-warnings
