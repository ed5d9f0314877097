# loyd: sliding-tile puzzles
#
#   make             builds build/loyd, and libloyd and libloyd-core in build/
#   make demo        installs missing packages, builds, runs a demonstration
#   make test        installs missing packages, builds, runs all tests
#   make test-long   the same, with the long tests
#   make web         installs a compiler, builds the core for web pages and node
#   make test-web    the tests that need node, npm and Chromium
#   make test-fault  loyd under injected faults, kills and power losses
#   make test-cluster  jobs under make, parallel and Slurm, parts of which fail
#   make extension   builds only the extension for SQLite, build/loyd_sqlite.so
#   make python      the Python module: a source distribution and a wheel
#   make test-python  its tests, types and the examples of docs/python.md
#   make test-python-long  some under valgrind; as root the wheel in new Debians
#   make bench       measurements, printed side by side
#   make generated   writes what data/schemas/ and docs/ have of src/store/fields.h
#   make data        compares data/distributions.txt with a new one: half an hour
#   make estimates   makes data/estimates.tsv again: minutes on all cores
#   make proven      makes data/proven.tsv again, within NODES of search
#   make fuzz        fuzzes each parser for FUZZ_SECONDS=60
#   make asan        unit tests and commands under AddressSanitizer and UBSan
#   make ubsan       the same under UBSan alone
#   make tsan        those that use threads, under ThreadSanitizer
#   make valgrind    unit tests and a few commands under valgrind
#   make coverage    coverage of src/ by unit tests and commands, with gcovr
#   make install     installs the build; PREFIX=/usr/local DESTDIR=
#   make uninstall   removes what install installed, with the same variables
#   make tidy        clang-format and static analysis; changes no file
#   make clean       removes build/ and build-*/
#   make help        prints this list
#
# CC may be set; CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS are appended to the
# project's own flags. V=1 prints whole commands instead of a line for each file.
# WERROR=1 turns warnings into errors. ONLY=word runs only the
# tests with that word in their names, BENCH=word only those rows of the solver
# benchmark. ROUNDS=20 SEED=0 sets the number of jobs with faults at random
# moments, and the seed of the first. BOARDS=N sets the size of the samples of
# make estimates, NODES=N the budget of make proven. BULK=10000000 sets the size
# of the largest catalogue measured. More targets are in src/web/web.mk and
# tests/data/data.mk.

# Of the next release, with -dev until then.
VERSION := $(shell sed -n 's/^.define LOYD_VERSION "\(.*\)"/\1/p' \
    include/loyd/error.h)
VERSION_DATE = 2026-11-21
# Each minor version has its own soname; from 1.0 on, each major version.
SOVERSION = $(basename $(VERSION))

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
PCDIR ?= $(LIBDIR)/pkgconfig
DATADIR ?= $(PREFIX)/share
# Where bash, zsh and fish look for completions.
completions = $(addprefix $(DATADIR)/,bash-completion/completions/loyd \
    zsh/site-functions/_loyd fish/vendor_completions.d/loyd.fish)

BUILD ?= build
# What searches is worth -O3 (-O2 takes 1.16 times as long); the rest waits for
# SQLite and files, and compiles in three quarters of the time with -O1.
CFLAGS ?= $(level)
level = -O3
PKG_CONFIG ?= pkg-config
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)
CLANG ?= clang
# After the defaults, as an exported name counts as one that has a value.
export BUILD CC CLANG
# Goals that build and then run something build on all cores, unless make was
# given its own -j.
inner = --no-print-directory $(if $(filter -j% --job%,$(MAKEFLAGS)),,\
    -j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= 10000
NODES ?= 570000000

# pkg-config runs at most once per variable, and only for goals that compile.
core_packages = libsodium libxxhash
packages = $(core_packages) sqlite3 jansson zlib libpng
once = $(eval $(1) := $(shell $(2) 2>/dev/null))$($(1))
deps_cflags = $(call once,deps_cflags,$(PKG_CONFIG) --cflags $(packages))
deps_libs = $(call once,deps_libs,$(PKG_CONFIG) --libs $(packages))
core_libs = $(call once,core_libs,$(PKG_CONFIG) --libs $(core_packages))
test_cflags = $(call once,test_cflags,$(PKG_CONFIG) --cflags cmocka)
test_libs = $(call once,test_libs,$(PKG_CONFIG) --libs cmocka)

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
# No file contains the folder of the build, so another folder has the same bytes.
prefix_map = -ffile-prefix-map=$(CURDIR)=.
# Products are rounded before they are added: rate/observed.c has the same results
# on every machine.
BASE_CFLAGS = -std=c11 $(WARN) $(prefix_map) -fPIC -fvisibility=hidden -pthread \
    -ffp-contract=off -Iinclude -Isrc -I$(BUILD)/gen -D_POSIX_C_SOURCE=200809L \
    $(deps_cflags)
ALL_CFLAGS = $(BASE_CFLAGS) $(CPPFLAGS) $(CFLAGS)

solve = solve solve/table solve/search solve/upper
# libloyd-core: boards, generation, search and rating. libloyd has it inside.
core = base core generate $(solve) rate
objects = $(patsubst src/%.c,$(BUILD)/obj/%.o,\
    $(wildcard $(addsuffix /*.c,$(addprefix src/,$(1)))))
core_obj = $(call objects,$(core))
lib_obj = $(core_obj) $(call objects,store catalogue pack game daily site verify)
# The command and the lab use the public API, src/base and src/core.
cli_obj = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/cli/*.c))
lab_obj = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/lab/*.c))
$(filter-out $(core_obj),$(lib_obj)) $(cli_obj): private level = -O1
static = $(addprefix $(BUILD)/,libloyd.a libloyd-core.a)
internal = $(BUILD)/libloyd-internal.a
lab = $(BUILD)/lab.a
shared = $(addsuffix .so.$(VERSION),$(addprefix $(BUILD)/,libloyd libloyd-core))
command = $(BUILD)/loyd
extension = $(BUILD)/loyd_sqlite.so
extension_obj = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/extension/*.c))

all: $(static) $(shared) $(command) $(extension)

# Before a command: a line such as "CC src/core/board.c" takes its place, with V=1
# the command is printed. $(quiet): nothing takes its place.
say = $(if $(V),,$(if $(is_silent),,$(info $(1) $(2)))@)
quiet = $(if $(V),,@)
is_silent = $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))

needs: # prints one line with the missing packages
	@sh tests/install-deps.sh --check build

# With -flto a link compiles, and gcc makes a plain object only with an option.
lto = $(if $(findstring -flto,$(CFLAGS)),$(prefix_map))
lto_object = $(if $(lto),$(lto) $(CFLAGS) $(filter -fuse-ld=%,$(LDFLAGS)) \
    $(shell $(CC) -flinker-output=nolto-rel -E -x c /dev/null >/dev/null 2>&1 && \
    echo -flinker-output=nolto-rel))

# One object with its hidden symbols made local, so that a program can have a
# utf8_read too.
$(static):
	$(quiet)rm -f $@
	$(quiet)$(CC) -r -nostdlib $(lto_object) -o $(@:.a=.o) $^
	$(quiet)$(OBJCOPY) --localize-hidden $(@:.a=.o)
	$(call say,AR,$@)$(AR) rcs $@ $(@:.a=.o)
$(filter %-core.a,$(static)) $(filter %-core.so.$(VERSION),$(shared)): $(core_obj)
$(BUILD)/libloyd.a $(BUILD)/libloyd.so.$(VERSION): $(lib_obj)

# For tests and benchmarks, which use internal headers.
$(internal): $(lib_obj)
$(lab): $(lab_obj)
$(internal) $(lab):
	$(quiet)rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^

# A library's links, and its soname, which has no patch level.
soname = $(notdir $(1:$(VERSION)=$(SOVERSION)))
linkname = $(notdir $(1:.$(VERSION)=))
$(shared):
	$(call say,LD,$@)$(CC) -shared -Wl,-soname,$(call soname,$@) $(lto) $(CFLAGS) \
	    $(LDFLAGS) -o $@ $^ $(if $(findstring -core,$@),$(core_libs),$(deps_libs)) \
	    -pthread -lm $(LDLIBS)
	$(quiet)ln -sf $(notdir $@) $(BUILD)/$(call soname,$@)
	$(quiet)ln -sf $(notdir $@) $(BUILD)/$(call linkname,$@)

# For the SQLite of other programs: what it needs of the library, without the
# store, and no SQLite.
extension: $(extension)
$(extension): $(extension_obj) $(internal)
	$(call say,LD,$@)$(CC) -shared $(lto) $(CFLAGS) $(LDFLAGS) -o $@ $(extension_obj) $(internal) \
	    -Wl,--exclude-libs,ALL -Wl,--as-needed $(deps_libs) -pthread -lm $(LDLIBS)

# The module of Python, with the library and all that it needs inside.
python:
	@sh tests/install-deps.sh build python
	@$(MAKE) $(inner) $(static)
	@sh python/build.sh

$(command): $(cli_obj) $(lab_obj) $(internal)
	$(call say,LD,$@)$(CC) $(lto) $(CFLAGS) $(LDFLAGS) -o $@ $(cli_obj) $(lab_obj) $(internal) \
	    $(deps_libs) -pthread -lm $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags | needs
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $< $(said)

# Warnings are kept beside what was compiled: the test style/compilers reads them.
said = 2>$@.said; code=$$?; [ ! -s $@.said ] || cat $@.said >&2; exit $$code

# $(call embed,NAME,OBJECT,SCRIPT,FILES,WORD): a script turns files into C that
# OBJECT includes, in each of the three builds.
define embed
$(BUILD)/gen/$(1).inc: $(3) $(4)
	@mkdir -p $$(@D)
	$$(call say,GEN,$$@)sh $(3) $(5) $(4) >$$@.part
	$$(quiet)mv $$@.part $$@
$(patsubst %,$(BUILD)/%/$(2).o,obj fuzz/obj web/obj): $(BUILD)/gen/$(1).inc
endef
$(foreach f,$(basename $(notdir $(wildcard migrations/*.sql))),\
    $(eval $(call embed,$(f),store/migrate,src/base/embed_bytes.sh,\
    migrations/$(f).sql)))
$(eval $(call embed,checks,verify/sections,src/base/embed_bytes.sh,\
    src/verify/checks.sql))
$(eval $(call embed,import,verify/import,src/base/embed_bytes.sh,\
    src/verify/import.sql))
$(eval $(call embed,merge,verify/stage,src/base/embed_bytes.sh,\
    src/verify/merge.sql))
$(eval $(call embed,pack,verify/pack_judge,src/base/embed_bytes.sh,\
    src/verify/pack.sql))
$(eval $(call embed,volumes,verify/volumes,src/base/embed_bytes.sh,\
    src/verify/volumes.sql))
$(eval $(call embed,named,core/name,src/core/embed_named.sh,\
    data/article_cases.tsv))
$(eval $(call embed,far,generate/methods,src/generate/embed_far.sh,\
    data/hardest4x4.boards))
$(eval $(call embed,samples,rate/sample,src/rate/embed_samples.sh,\
    data/estimates.tsv))
$(eval $(call embed,distributions,rate/distribution,src/rate/embed.sh,\
    data/depths.txt data/distributions.txt,stm))
$(eval $(call embed,distributions_mtm,rate/distribution,src/rate/embed.sh,\
    data/depths.txt data/distributions_mtm.txt,mtm))
$(eval $(call embed,daily_schedules,daily/channel,src/daily/embed.sh,\
    data/schedules/daily-1.tsv data/schedules/daily-2.tsv))
$(foreach f,en de,$(eval $(call embed,sentences_$(f),site/template,\
    src/site/embed_sentences.sh,src/site/$(f).json)))
$(eval $(call embed,shapes,site/raster,src/base/embed_bytes.sh,\
    src/site/shapes.png))
site_scripts = play new train first stats howto look result stages analysis send embed
$(eval $(call embed,site_words,site/template,src/site/embed_words.sh,\
    $(addprefix $(BUILD)/gen/site.,$(site_scripts))))
$(eval $(call embed,site_templates,site/template,src/site/embed_templates.sh,\
    $(sort $(wildcard $(addprefix src/site/*.,html xml svg)))))
$(eval $(call embed,site_queries,site/template,src/site/embed_templates.sh,\
    $(sort $(wildcard src/site/*.sql))))
$(eval $(call embed,site_files,site/pages,src/site/embed_files.sh,\
    src/site/check.py $(foreach f,192 512 maskable,src/site/icon-$(f).png) \
    $(addprefix $(BUILD)/gen/site.,style sw $(site_scripts))))

# Style sheet and scripts of sites, each of several files.
$(BUILD)/gen/site.%: src/site/embed.sh $(wildcard src/site/*.css) \
    $(wildcard src/web/page/*/*)
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh $< $* >$@

# If flags differ from the previous run, everything is compiled again.
$(BUILD)/flags: export flags_now = $(CC) $(filter-out -Werror,$(ALL_CFLAGS))
$(BUILD)/web/flags: export flags_now = $(CLANG) $(web_cflags)
$(BUILD)/flags: | needs
$(BUILD)/flags $(BUILD)/web/flags: always
	@mkdir -p $(@D)
	@echo "$$flags_now" | cmp -s - $@ || echo "$$flags_now" >$@

include src/web/web.mk

# --- tests -----------------------------------------------------------------

unit = $(patsubst tests/unit/%.c,$(BUILD)/test/%,$(wildcard tests/unit/test_*.c))
fuzzers = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,\
    $(wildcard tests/fuzz/fuzz_*.c))

demo:
	@sh tests/install-deps.sh build
	@$(MAKE) $(inner) $(command)
	@sh tests/demo.sh

# Of the unit tests and fuzzers those whose names (unit/test_board,
# fuzz/fuzz_row) contain a word of ONLY; all if ONLY is empty.
chosen = $(if $(ONLY),$(foreach t,$(1),$(if $(strip $(foreach w,$(ONLY),\
    $(findstring $(w),$(2)$(notdir $(t))))),$(t))),$(1))

test test-long:
	@sh tests/install-deps.sh build test
	@$(MAKE) $(inner) all $(internal) $(programs) \
	    $(call chosen,$(unit),unit/) $(call chosen,$(fuzzers),fuzz/)
	@FUZZ_RUNS=$(FUZZ_RUNS) LOYD_LONG=$(if $(filter test-long,$@),1) \
	    sh tests/run $(ONLY)

test-python:
	@sh tests/install-deps.sh build python test-python
	@$(MAKE) $(inner) all
	@sh python/build.sh && sh python/test.sh

test-python-long:
	@sh tests/install-deps.sh build python test-python valgrind
	@[ "$$(id -u)" != 0 ] || sh tests/install-deps.sh chroot
	@$(MAKE) $(inner) all
	@sh python/build.sh && sh python/tests/valgrind.sh && sh python/tests/chroot.sh

test-web:
	@sh tests/install-deps.sh build test web wasm
	@$(MAKE) $(inner) all web
	@LOYD_WEB=1 sh tests/run web/

# loyd under injected faults; see tests/fault/fault.py.
test-fault:
	@sh tests/install-deps.sh build test
	@$(MAKE) $(inner) all $(BUILD)/fault-shim.so
	@python3 tests/fault/fault.py $(ONLY)

# The lines of docs/scale.md on their engines; see tests/cluster/test.py.
test-cluster:
	@sh tests/install-deps.sh build
	@$(MAKE) $(inner) all
	@sh tests/cluster/run.sh $(ONLY)

fault_src = $(wildcard tests/fault/*.c)

$(BUILD)/fault-shim.so: $(fault_src) tests/fault/shim.h $(BUILD)/flags
	$(call say,LD,$@)$(CC) -std=gnu11 $(WARN) $(CFLAGS) -fPIC -shared -o $@ $(fault_src) \
	    -ldl -pthread

unit: $(unit)
fuzzers: $(fuzzers)

# Warnings of the unit tests that need no optimisation.
unit-warnings:
	$(call say,CC,of $@)$(CC) $(ALL_CFLAGS) $(test_cflags) -DLOYD_DATA='"data"' -fsyntax-only \
	    $(wildcard tests/unit/*.c)

# What data/schemas/ and docs/ have of the fields of a puzzle; the test
# style/generated compares it.
generated: $(BUILD)/test/fields
	$(call say,GEN,data/schemas and docs)python3 tests/generated.py $(BUILD)/test/fields .

$(BUILD)/test/fields: tests/fields.c src/store/fields.c src/store/fields.h
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(ALL_CFLAGS) -o $@ $(filter %.c,$^)

# Most tests compute less than optimising them takes.
$(BUILD)/test/%: tests/unit/%.c $(lab) $(internal)
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(if $(findstring oracle,$*),$(ALL_CFLAGS),$(ALL_CFLAGS:-O3=-O0)) \
	    $(test_cflags) -DLOYD_DATA='"data"' -MMD -MP $(LDFLAGS) -o $@ $< $(lab) $(internal) $(deps_libs) $(test_libs) -lm \
	    $(LDLIBS) $(said)

# These tests intercept the library's allocations.
$(addprefix $(BUILD)/test/test_,memory starved oracle_views observed): \
    LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc -Wl,--wrap=realloc,--wrap=posix_memalign

fuzz: fuzzers
	@FUZZ_SECONDS=$(FUZZ_SECONDS) sh tests/fuzz/run.sh $(ONLY)

# The parsers, built with clang's coverage and sanitizers. They need only these
# folders and files of the library.
fuzz_src = $(wildcard $(addsuffix /*.c,$(addprefix src/,base core generate \
    $(solve) rate daily site store catalogue pack game verify lab)))
fuzz_obj = $(fuzz_src:src/%.c=$(BUILD)/fuzz/obj/%.o)
# Without optimisation: a run of make test would spend more on it than it saves.
fuzz_flags = -O0 -g -fno-sanitize-recover=all

$(BUILD)/fuzz/obj/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CLANG) $(BASE_CFLAGS) $(fuzz_flags) \
	    -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $< $(said)

$(BUILD)/fuzz/libloyd.a: $(fuzz_obj)
	$(quiet)rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $(fuzz_obj)

$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(BUILD)/fuzz/libloyd.a
	$(call say,LD,$@)$(CLANG) $(BASE_CFLAGS) $(fuzz_flags) -fsanitize=fuzzer,address,undefined \
	    -MMD -MP -o $@ $< $(BUILD)/fuzz/libloyd.a $(deps_libs)

# Each of these builds has its own folder and runs unit tests and commands.
# ASan's allocator aligns more strictly than others, so UBSan also runs alone.
san_flags = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
san_asan = $(san_flags) -fsanitize=address,undefined
san_ubsan = $(san_flags) -fsanitize=undefined
san_tsan = $(san_flags) -fsanitize=thread
san_valgrind = -O1 -g

asan ubsan tsan valgrind:
	@sh tests/install-deps.sh build test $(filter valgrind,$@)
	@$(MAKE) $(inner) BUILD=build-$@ CFLAGS='$(san_$@)' build-$@/loyd \
	    build-$@/libloyd.a build-$@/loyd_sqlite.so unit
	@sh tests/sanitize.sh $@ $(ONLY)

# Without the oracles: they search for long and cover no other code.
coverage:
	@sh tests/install-deps.sh build test coverage
	@$(MAKE) $(inner) BUILD=build-coverage \
	    CFLAGS='-O1 -g --coverage' build-coverage/loyd \
	    build-coverage/loyd_sqlite.so unit
	@BUILD=build-coverage sh tests/run cli/ $(patsubst tests/%.c,%,\
	    $(filter-out tests/unit/test_oracle_%,$(wildcard tests/unit/*.c)))
	@gcovr --root . --filter src/ --sort-percentage build-coverage/obj

bench:
	@sh tests/install-deps.sh build python bench
	@$(MAKE) $(inner) all $(BUILD)/bench
	@sh python/build.sh >$(BUILD)/python.log
	@for f in bench site; do sh tests/bench/$$f.sh || exit 1; done
	@python3 tests/bench/bulk.py $(BULK)
	@python3 tests/bench/parts.py
	@python3 tests/bench/shares.py
	@python3 tests/bench/bindings.py
	@python3 tests/bench/find.py
	@$(BUILD)/bench $(BENCH)

# Programs that use the library's internals; each has its own sources. Built by
# make test too, so that they always can be.
programs = $(BUILD)/bench $(BUILD)/distributions $(BUILD)/proven
$(BUILD)/bench: $(addprefix tests/bench/bench,.c _games.c _long.c \
    _measure.c _mtm.c _optimal.c _upper.c) tests/bench/bench.h
$(BUILD)/bench: private CPPFLAGS += -DLOYD_DATA='"$(CURDIR)/data"' \
    -DLOYD_COMMAND='"$(abspath $(BUILD))/loyd"'
$(programs): $(lab) $(internal)
	$(call say,LD,$@)$(CC) $(ALL_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $(filter %.c,$^) \
	    $(lab) $(internal) $(deps_libs) -pthread -lm $(LDLIBS)

include tests/data/data.mk

tidy:
	@sh tests/install-deps.sh build test tidy
	@CC='$(CLANG)' flags='$(BASE_CFLAGS)' sh tests/style/tidy.sh

# --- install ---------------------------------------------------------------

# Installs the existing build: root compiles nothing, and flags cannot differ.
# The .pc file is written here because only now is PREFIX known.
products = $(static) $(shared) $(command) $(extension)
headers = $(wildcard include/loyd/*.h)
schemas = $(wildcard data/schemas/*)
man = $(MANDIR)/man1/loyd.1
install: folders $(if $(filter-out $(wildcard $(products)),$(products)),all,built)
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR) $(PCDIR) \
	    $(INCLUDEDIR)/loyd $(MANDIR)/man1 $(DATADIR)/loyd $(dir $(completions)))
	install -m 755 $(command) $(DESTDIR)$(BINDIR)/loyd
	install -m 755 $(shared) $(DESTDIR)$(LIBDIR)/
	@$(foreach l,$(shared),\
	    ln -sf $(notdir $l) $(DESTDIR)$(LIBDIR)/$(call soname,$l); \
	    ln -sf $(call soname,$l) $(DESTDIR)$(LIBDIR)/$(call linkname,$l);)
	install -m 644 $(static) $(DESTDIR)$(LIBDIR)/
	install -m 755 $(extension) $(DESTDIR)$(LIBDIR)/
	install -m 644 include/loyd.h $(DESTDIR)$(INCLUDEDIR)/
	install -m 644 $(headers) $(DESTDIR)$(INCLUDEDIR)/loyd/
	install -d $(DESTDIR)$(DATADIR)/loyd/schemas
	install -m 644 $(schemas) $(DESTDIR)$(DATADIR)/loyd/schemas/
	[ ! -e $(web)/loyd.wasm ] || { install -d $(DESTDIR)$(DATADIR)/loyd/web && \
	    install -m 644 $(web)/* $(DESTDIR)$(DATADIR)/loyd/web/; }
	umask 022; \
	    sh docs/man.sh $(command) $(VERSION) $(VERSION_DATE) >$(DESTDIR)$(man) && \
	    $(command) help --completion bash >$(DESTDIR)$(word 1,$(completions)) && \
	    $(command) help --completion zsh >$(DESTDIR)$(word 2,$(completions)) && \
	    $(command) help --completion fish >$(DESTDIR)$(word 3,$(completions)) && \
	    sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    loyd.pc.in >$(DESTDIR)$(PCDIR)/loyd.pc && \
	    sed -e 's/^Name: .*/&-core/; s/-lloyd/&-core/; s/^Cflags: /&-DLOYD_CORE /' \
	    -e 's/^Description: .*/Description: libloyd without its catalogue/' \
	    -e 's/^Requires.private: .*/Requires.private: $(core_packages)/' \
	    $(DESTDIR)$(PCDIR)/loyd.pc >$(DESTDIR)$(PCDIR)/loyd-core.pc
	@$(loader)
	@[ -n '$(DESTDIR)' ] || $(ldconfig) -p 2>/dev/null | \
	    grep -q 'libloyd.so.$(SOVERSION) ' || echo "loyd: the loader does not search" \
	    "$(LIBDIR): link programs with -Wl,-rpath,$(LIBDIR)"

# make splits names at spaces.
folders:
	@$(foreach v,DESTDIR PREFIX BINDIR LIBDIR INCLUDEDIR MANDIR PCDIR DATADIR,\
	    $(if $(word 2,x$($(v))x),echo "loyd: $(v): '$($(v))' has a space:" \
	    "expected a folder without one" >&2; exit 1;)) :

built: folders
	@newer=$$(find src include \( -name '*.c' -o -path 'include/*.h' \) \
	    ! -path 'src/web/*' ! -path 'src/extension/*' -newer $(command)); [ -z "$$newer" ] || { echo "loyd: install:" \
	    $(BUILD) is older than $$newer": run make" >&2; exit 1; }

# Updates the loader's cache, which only root can write.
ldconfig = PATH=$$PATH:/sbin:/usr/sbin ldconfig
loader = [ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || \
    ! $(ldconfig) -p >/dev/null 2>&1 || $(ldconfig)

# What install installed, and folders that are then empty.
uninstall: folders
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/loyd $(man) \
	    $(addprefix $(PCDIR)/,loyd.pc loyd-core.pc) \
	    $(addprefix $(LIBDIR)/,loyd_sqlite.so $(notdir $(static) $(shared)) \
	    $(foreach l,$(shared),$(call soname,$l) $(call linkname,$l))) \
	    $(INCLUDEDIR)/loyd.h $(completions) \
	    $(headers:include/%=$(INCLUDEDIR)/%) \
	    $(schemas:data/schemas/%=$(DATADIR)/loyd/schemas/%) \
	    $(addprefix $(DATADIR)/loyd/web/,loyd.wasm $(notdir $(web_files))))
	@for folder in $(INCLUDEDIR)/loyd $(DATADIR)/loyd/web $(DATADIR)/loyd/schemas $(DATADIR)/loyd; do \
	    rmdir "$(DESTDIR)$$folder" 2>/dev/null || :; done
	@$(loader)

clean:
	rm -rf build $(addprefix build-,asan ubsan tsan valgrind coverage)

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

-include $(lib_obj:.o=.d) $(cli_obj:.o=.d) $(lab_obj:.o=.d) $(extension_obj:.o=.d) $(unit:=.d)
-include $(sort $(fuzz_obj:.o=.d) $(second_obj:.o=.d)) $(fuzzers:=.d) $(web_obj:.o=.d) $(programs:=.d)

.DELETE_ON_ERROR: # a partial file would look complete
.PHONY: all needs always demo test test-long test-web test-fault test-cluster \
    unit unit-warnings fuzzers fuzz asan ubsan tsan valgrind \
    coverage bench extension python test-python test-python-long tidy generated install folders built uninstall clean help
