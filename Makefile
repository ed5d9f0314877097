# loyd: sliding-tile puzzles
#
#   make             build/loyd, build/libloyd.a and the shared library
#   make demo        install what is missing, build, run the main job
#   make test        install what is missing, build, run the tests (15 minutes at most)
#   make bench       measure, as figures side by side
#   make asan        the unit tests under AddressSanitizer and UBSan
#   make tsan        the threaded unit tests under ThreadSanitizer
#   make install     PREFIX=/usr/local DESTDIR=
#   make uninstall   removes what install put there
#   make tidy        clang-format and static analysis
#   make clean       removes build/
#   make help        this list

VERSION = 0.1.0
SOVERSION = 0

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PCDIR ?= $(LIBDIR)/pkgconfig

BUILD ?= build
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config

deps = sqlite3 libsodium
deps_cflags = $(shell $(PKG_CONFIG) --cflags $(deps))
deps_libs = $(shell $(PKG_CONFIG) --libs $(deps))

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
ALL_CFLAGS = -std=c11 $(WARN) -fPIC -fvisibility=hidden -pthread -Iinclude \
    -Isrc -I$(BUILD)/gen -D_POSIX_C_SOURCE=200809L \
    -DLOYD_VERSION='"$(VERSION)"' $(deps_cflags) $(CPPFLAGS) $(CFLAGS)

lib_src = $(wildcard $(addsuffix /*.c,$(addprefix src/,core generate solve \
    rate store catalogue pack daily)))
lib_obj = $(lib_src:src/%.c=$(BUILD)/obj/%.o)
cli_obj = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/cli/*.c))
static = $(BUILD)/libloyd.a
shared = $(BUILD)/libloyd.so.$(VERSION)
command = $(BUILD)/loyd

all: $(static) $(shared) $(command)

$(static): $(lib_obj)
	rm -f $@
	$(AR) rcs $@ $(lib_obj)

$(shared): $(lib_obj)
	$(CC) -shared -Wl,-soname,libloyd.so.$(SOVERSION) $(CFLAGS) $(LDFLAGS) \
	    -o $@ $(lib_obj) $(deps_libs) -pthread $(LDLIBS)
	ln -sf $(notdir $@) $(BUILD)/libloyd.so.$(SOVERSION)
	ln -sf $(notdir $@) $(BUILD)/libloyd.so

$(command): $(cli_obj) $(static)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(cli_obj) $(static) $(deps_libs) \
	    -pthread $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(lib_obj:.o=.d) $(cli_obj:.o=.d)

clean:
	rm -rf build build-*

.PHONY: all clean
