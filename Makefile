# loyd: sliding-tile puzzles
#
#   make             build/loyd, build/libloyd.a and the shared library
#   make demo        install what is missing, build, run the main job
#   make test        install what is missing, build, run all tests
#   make test-long   the same with the long tests among them
#   make test-web    the tests that need node and npm
#   make test-fault  loyd under injected faults, kills and power losses
#   make bench       measure, as figures side by side
#   make data        data/distributions.txt once more, compared; minutes
#   make fuzz        each parser fuzzed for FUZZ_SECONDS=60
#   make asan        unit tests and commands under AddressSanitizer and UBSan
#   make ubsan       the same under UBSan alone
#   make tsan        those that use threads under ThreadSanitizer
#   make valgrind    unit tests and commands under valgrind
#   make coverage    what unit tests and commands run of src/, by gcovr
#   make install     what was built; PREFIX=/usr/local DESTDIR=
#   make uninstall   removes what install put there, with the same variables
#   make tidy        clang-format and static analysis; changes nothing
#   make clean       removes build/ and build-*/
#   make help        this list
#
# CC, CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS are yours, and come last.
# WERROR=1 makes warnings errors. ONLY=word runs only the tests with that
# word in their names; BENCH=word only the rows of the solver's figures;
# BULK=10000000 the largest catalogue that is measured; SVG=FILE beside it
# draws what catalogues of all sizes cost.

VERSION = 0.1.0
VERSION_DATE = 2026-11-21
# Until 1.0 each minor version is a library of its own; from 1.0 on, the major.
SOVERSION = $(basename $(VERSION))

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
PCDIR ?= $(LIBDIR)/pkgconfig
DATADIR ?= $(PREFIX)/share
# Where bash, zsh and fish look.
completions = $(addprefix $(DATADIR)/,bash-completion/completions/loyd \
    zsh/site-functions/_loyd fish/vendor_completions.d/loyd.fish)

BUILD ?= build
CFLAGS ?= -O3 -g
PKG_CONFIG ?= pkg-config
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)
CLANG ?= clang
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= 20000

# Asked once, and only by a goal that compiles.
packages = sqlite3 libsodium jansson zlib libxxhash
once = $(eval $(1) := $(shell $(2) 2>/dev/null))$($(1))
deps_cflags = $(call once,deps_cflags,$(PKG_CONFIG) --cflags $(packages))
deps_libs = $(call once,deps_libs,$(PKG_CONFIG) --libs $(packages))
test_cflags = $(call once,test_cflags,$(PKG_CONFIG) --cflags cmocka)
test_libs = $(call once,test_libs,$(PKG_CONFIG) --libs cmocka)

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
BASE_CFLAGS = -std=c11 $(WARN) -fPIC -fvisibility=hidden -pthread -Iinclude \
    -Isrc -I$(BUILD)/gen -D_POSIX_C_SOURCE=200809L \
    -DLOYD_VERSION='"$(VERSION)"' $(deps_cflags)
ALL_CFLAGS = $(BASE_CFLAGS) $(CPPFLAGS) $(CFLAGS)

lib_src = $(wildcard $(addsuffix /*.c,$(addprefix src/,base core generate \
    solve rate store catalogue pack daily)))
lib_obj = $(lib_src:src/%.c=$(BUILD)/obj/%.o)
# The command knows of the library its public face alone; src/base is below
# both, and each has its own copy.
cli_obj = $(patsubst src/%.c,$(BUILD)/obj/%.o,\
    $(wildcard src/cli/*.c src/base/*.c))
static = $(BUILD)/libloyd.a
internal = $(BUILD)/libloyd-internal.a
shared = $(BUILD)/libloyd.so.$(VERSION)
soname = libloyd.so.$(SOVERSION)
command = $(BUILD)/loyd

all: $(static) $(shared) $(command)

# Says in one line what is missing; installs nothing.
needs:
	@sh tests/install-deps.sh --check build

# One object whose hidden names have become its own, so that a program may
# have a utf8_read too.
$(static): $(lib_obj)
	rm -f $@
	$(CC) -r -nostdlib $(if $(findstring -flto,$(CFLAGS)),\
	    -flinker-output=nolto-rel) -o $(BUILD)/libloyd.o $(lib_obj)
	$(OBJCOPY) --localize-hidden $(BUILD)/libloyd.o
	$(AR) rcs $@ $(BUILD)/libloyd.o

# For tests and measurements, which look inside.
$(internal): $(lib_obj)
	rm -f $@
	$(AR) rcs $@ $(lib_obj)

$(shared): $(lib_obj)
	$(CC) -shared -Wl,-soname,$(soname) $(CFLAGS) $(LDFLAGS) -o $@ \
	    $(lib_obj) $(deps_libs) -pthread -lm $(LDLIBS)
	ln -sf $(notdir $@) $(BUILD)/$(soname)
	ln -sf $(notdir $@) $(BUILD)/libloyd.so

$(command): $(cli_obj) $(static)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(cli_obj) $(static) $(deps_libs) \
	    -pthread -lm $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags | needs
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The schedules of data/ become rows of C.
$(BUILD)/gen/daily_schedules.inc: src/daily/embed.sh data/schedules/daily-1.tsv
	@mkdir -p $(@D)
	sh src/daily/embed.sh $(filter %.tsv,$^) >$@

$(BUILD)/obj/daily/channel.o $(BUILD)/fuzz/obj/daily/channel.o: \
    $(BUILD)/gen/daily_schedules.inc

# The style sheet of sites becomes bytes.
$(BUILD)/gen/daily_style.inc: src/daily/embed_css.sh src/daily/style.css
	@mkdir -p $(@D)
	sh src/daily/embed_css.sh src/daily/style.css >$@

$(BUILD)/obj/daily/publish.o $(BUILD)/fuzz/obj/daily/publish.o: \
    $(BUILD)/gen/daily_style.inc

# The distributions of lengths too.
$(BUILD)/gen/distributions.inc: src/rate/embed.sh data/depths.txt \
    data/distributions.txt
	@mkdir -p $(@D)
	sh src/rate/embed.sh $(filter %.txt,$^) >$@.part
	mv $@.part $@

$(BUILD)/obj/rate/distribution.o $(BUILD)/fuzz/obj/rate/distribution.o: \
    $(BUILD)/gen/distributions.inc

# The migrations become rows of C as well.
$(BUILD)/gen/migrations.inc: src/store/embed.sh $(wildcard migrations/*.sql)
	@mkdir -p $(@D)
	sh src/store/embed.sh $(filter %.sql,$^) >$@.part
	mv $@.part $@

$(BUILD)/obj/store/migrate.o $(BUILD)/fuzz/obj/store/migrate.o: \
    $(BUILD)/gen/migrations.inc

# Other flags than last time: everything is compiled again.
$(BUILD)/flags: export flags_now = $(CC) $(filter-out -Werror,$(ALL_CFLAGS))
$(BUILD)/flags: always | needs
	@mkdir -p $(@D)
	@echo "$$flags_now" | cmp -s - $@ || echo "$$flags_now" >$@

# --- tests -----------------------------------------------------------------

unit = $(patsubst tests/unit/%.c,$(BUILD)/test/%,$(wildcard tests/unit/test_*.c))
fuzzers = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,\
    $(wildcard tests/fuzz/fuzz_*.c))

demo:
	@sh tests/install-deps.sh build
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) sh tests/demo.sh

test test-long:
	@sh tests/install-deps.sh build test
	@$(MAKE) --no-print-directory all unit fuzzers
	@BUILD=$(BUILD) CC='$(CC)' CLANG='$(CLANG)' FUZZ_RUNS=$(FUZZ_RUNS) \
	    LOYD_LONG=$(if $(filter test-long,$@),1) sh tests/run $(ONLY)

test-web:
	@sh tests/install-deps.sh build test web
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) LOYD_WEB=1 sh tests/run web/

# loyd under injected faults; see tests/fault/fault.py.
test-fault:
	@sh tests/install-deps.sh build test
	@$(MAKE) --no-print-directory all $(BUILD)/fault-shim.so
	@BUILD=$(BUILD) python3 tests/fault/fault.py $(ONLY)

fault_src = $(wildcard tests/fault/*.c)

$(BUILD)/fault-shim.so: $(fault_src) tests/fault/shim.h $(BUILD)/flags
	$(CC) -std=gnu11 $(WARN) $(CFLAGS) -fPIC -shared -o $@ $(fault_src) \
	    -ldl -pthread

unit: $(unit)
fuzzers: $(fuzzers)

$(BUILD)/test/%: tests/unit/%.c $(internal)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(test_cflags) -DLOYD_DATA='"data"' -MMD -MP \
	    $(LDFLAGS) -o $@ $< $(of_cli) $(internal) $(deps_libs) \
	    $(test_libs) -lm \
	    $(LDLIBS)

# Charts are the command's.
$(BUILD)/test/test_chart: $(BUILD)/obj/cli/chart.o
$(BUILD)/test/test_chart: of_cli = $(BUILD)/obj/cli/chart.o

# Between the library and its memory stand these tests.
$(BUILD)/test/test_memory $(BUILD)/test/test_starved: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc \
    -Wl,--wrap=realloc,--wrap=posix_memalign

fuzz: fuzzers
	@BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) sh tests/fuzz/run.sh $(ONLY)

# The parsers again, with clang's coverage and sanitizers. What they need of
# the library is small, so that their archive is of these folders only.
fuzz_src = $(wildcard src/base/*.c src/core/*.c src/generate/*.c \
    src/daily/*.c src/store/*.c src/pack/*.c) src/rate/band.c \
    src/rate/distribution.c src/rate/target_plan.c
fuzz_obj = $(fuzz_src:src/%.c=$(BUILD)/fuzz/obj/%.o)
fuzz_flags = -O1 -g -fno-sanitize-recover=all

$(BUILD)/fuzz/obj/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CLANG) $(BASE_CFLAGS) $(fuzz_flags) \
	    -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<

$(BUILD)/fuzz/libloyd.a: $(fuzz_obj)
	rm -f $@
	$(AR) rcs $@ $(fuzz_obj)

$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(BUILD)/fuzz/libloyd.a
	$(CLANG) $(BASE_CFLAGS) $(fuzz_flags) -fsanitize=fuzzer,address,undefined \
	    -MMD -MP -o $@ $< $(BUILD)/fuzz/libloyd.a $(deps_libs)

# A build that is watched stands in a folder of its own and runs unit tests
# and commands. ASan's allocator aligns more than others do, so that UBSan is
# run alone as well.
san_flags = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
san_asan = $(san_flags) -fsanitize=address,undefined
san_ubsan = $(san_flags) -fsanitize=undefined
san_tsan = $(san_flags) -fsanitize=thread
san_valgrind = -O1 -g

asan ubsan tsan valgrind:
	@sh tests/install-deps.sh build test $(filter valgrind,$@)
	@$(MAKE) --no-print-directory BUILD=build-$@ CFLAGS='$(san_$@)' \
	    build-$@/loyd unit
	@CC='$(CC)' sh tests/sanitize.sh $@ $(ONLY)

# The oracles search; what they run, others have run.
coverage:
	@sh tests/install-deps.sh build test coverage
	@$(MAKE) --no-print-directory BUILD=build-coverage \
	    CFLAGS='-O1 -g --coverage' build-coverage/loyd unit
	@BUILD=build-coverage sh tests/run cli/ $(patsubst tests/%.c,%,\
	    $(filter-out tests/unit/test_oracle_%,$(wildcard tests/unit/*.c)))
	@gcovr --root . --filter src/ --sort-percentage build-coverage/obj

bench:
	@sh tests/install-deps.sh build
	@$(MAKE) --no-print-directory all $(BUILD)/bench $(BUILD)/bench-find
	@BUILD=$(BUILD) sh tests/bench/bench.sh
	@BUILD=$(BUILD) sh tests/bench/daily.sh
	@BUILD=$(BUILD) sh tests/bench/site.sh
	@BUILD=$(BUILD) python3 tests/bench/bulk.py $(BULK) $(and $(BULK),$(SVG))
	@BUILD=$(BUILD) python3 tests/bench/packs.py
	@BUILD=$(BUILD) $(BUILD)/bench $(BENCH)
	@$(BUILD)/bench-find

$(BUILD)/bench-find: tests/bench/bench_find.c $(internal)
	$(CC) $(ALL_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(internal) $(deps_libs) \
	    -pthread -lm $(LDLIBS)

$(BUILD)/bench: tests/bench/bench.c $(internal)
	$(CC) $(ALL_CFLAGS) -DLOYD_DATA='"$(CURDIR)/data"' -MMD -MP $(LDFLAGS) \
	    -o $@ $< $(internal) $(deps_libs) -pthread -lm $(LDLIBS)

# What data/ holds of our own making, made again.
data: $(BUILD)/distributions
	$(BUILD)/distributions >$(BUILD)/distributions.txt
	cmp $(BUILD)/distributions.txt data/distributions.txt

$(BUILD)/distributions: tests/data/distributions.c $(internal)
	$(CC) $(ALL_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(internal) $(deps_libs) \
	    -pthread $(LDLIBS)

tidy:
	@sh tests/install-deps.sh build test tidy
	@CC='$(CLANG)' flags='$(BASE_CFLAGS)' sh tests/style/tidy.sh

# --- install ---------------------------------------------------------------

# What was built is installed as it is: root compiles nothing, and with no
# other flags. The .pc file is written here, for only now is PREFIX known.
products = $(static) $(shared) $(command)
install: $(if $(filter-out $(wildcard $(products)),$(products)),all,built)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR) $(DESTDIR)$(PCDIR) \
	    $(DESTDIR)$(INCLUDEDIR)/loyd
	install -m 755 $(command) $(DESTDIR)$(BINDIR)/loyd
	install -m 644 $(static) $(DESTDIR)$(LIBDIR)/libloyd.a
	install -m 755 $(shared) $(DESTDIR)$(LIBDIR)/
	ln -sf $(notdir $(shared)) $(DESTDIR)$(LIBDIR)/$(soname)
	ln -sf $(soname) $(DESTDIR)$(LIBDIR)/libloyd.so
	install -d $(DESTDIR)$(MANDIR)/man1
	sh docs/man.sh $(command) $(VERSION) $(VERSION_DATE) \
	    >$(DESTDIR)$(MANDIR)/man1/loyd.1
	chmod 644 $(DESTDIR)$(MANDIR)/man1/loyd.1
	install -d $(addprefix $(DESTDIR),$(dir $(completions)))
	$(command) help --completion bash >$(DESTDIR)$(word 1,$(completions))
	$(command) help --completion zsh >$(DESTDIR)$(word 2,$(completions))
	$(command) help --completion fish >$(DESTDIR)$(word 3,$(completions))
	chmod 644 $(addprefix $(DESTDIR),$(completions))
	install -m 644 include/loyd.h $(DESTDIR)$(INCLUDEDIR)/
	install -m 644 include/loyd/*.h $(DESTDIR)$(INCLUDEDIR)/loyd/
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    loyd.pc.in >$(DESTDIR)$(PCDIR)/loyd.pc
	chmod 644 $(DESTDIR)$(PCDIR)/loyd.pc
	@$(loader)
	@[ -n '$(DESTDIR)' ] || $(ldconfig) -p 2>/dev/null | \
	    grep -q '$(soname) ' || echo "loyd: the loader does not look in" \
	    "$(LIBDIR): link programs with -Wl,-rpath,$(LIBDIR)"

built:
	@newer=$$(find src include \( -name '*.c' -o -path 'include/*.h' \) \
	    -newer $(command)); [ -z "$$newer" ] || { echo "loyd: install:" \
	    $(BUILD) is older than $$newer": run make" >&2; exit 1; }

# The loader's list of libraries, which only root may write.
ldconfig = PATH=$$PATH:/sbin:/usr/sbin ldconfig
loader = [ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || \
    ! $(ldconfig) -p >/dev/null 2>&1 || $(ldconfig)

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/loyd $(DESTDIR)$(LIBDIR)/libloyd.a \
	    $(DESTDIR)$(LIBDIR)/$(notdir $(shared)) \
	    $(DESTDIR)$(LIBDIR)/$(soname) $(DESTDIR)$(LIBDIR)/libloyd.so \
	    $(DESTDIR)$(PCDIR)/loyd.pc $(DESTDIR)$(INCLUDEDIR)/loyd.h \
	    $(DESTDIR)$(MANDIR)/man1/loyd.1 \
	    $(addprefix $(DESTDIR),$(completions))
	rm -rf $(DESTDIR)$(INCLUDEDIR)/loyd
	@$(loader)

clean:
	rm -rf build build-asan build-ubsan build-tsan build-valgrind \
	    build-coverage

help:
	@sed -n '/^$$/q;s/^# \{0,1\}//p' Makefile

-include $(lib_obj:.o=.d) $(cli_obj:.o=.d) $(unit:=.d) $(fuzz_obj:.o=.d)
-include $(fuzzers:=.d) $(BUILD)/bench.d $(BUILD)/bench-find.d
-include $(BUILD)/distributions.d

# A recipe that fails leaves no half-made file that looks finished.
.DELETE_ON_ERROR:
.PHONY: all needs always demo test test-long test-web test-fault unit \
    fuzzers fuzz asan ubsan tsan valgrind coverage bench data tidy install built \
    uninstall clean help
