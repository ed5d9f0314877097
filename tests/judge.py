"""Checks JSON against its schema: judge.py [-l] SCHEMA FILE ...

With -l each line of a file is a document. A schema may refer to others in its
folder. Uses python3-jsonschema, an independent validator.

judge.py --cases FILE: one check per line: "fits" or "refuses", "whole" or
"lines", the schema and the file, separated by tabs.
"""
import functools
import json
import os
import pathlib
import sys

SYSTEM = "/usr/bin/python3"  # the first in PATH may not see Debian's packages
try:
    import jsonschema
except ImportError:
    if os.access(SYSTEM, os.X_OK) and not os.environ.get("JUDGE_AGAIN"):
        os.environ["JUDGE_AGAIN"] = "1"
        os.execv(SYSTEM, [SYSTEM] + sys.argv)
    sys.exit("python3-jsonschema is not installed")
try:
    import referencing
except ImportError:
    referencing = None  # before jsonschema 4.18, as on Debian 12

BASE = "file:///"  # to which references are relative


def documents(name, is_lines):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    if not is_lines:
        return [text]
    return text.split("\n")[:-1]


@functools.lru_cache(maxsize=None)
def validator_of(name):
    with open(name, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    folder = pathlib.Path(name).parent
    others = {BASE + path.name: json.loads(path.read_text(encoding="utf-8"))
              for path in folder.glob("*.schema.json")}
    if referencing is None:
        return jsonschema.Draft202012Validator(
            schema, resolver=jsonschema.RefResolver(BASE, schema, others))
    return jsonschema.Draft202012Validator(
        dict(schema, **{"$id": BASE}), registry=referencing.Registry().with_resources(
            (other, referencing.Resource.from_contents(text))
            for other, text in others.items()))


def errors_of(schema, file, is_lines):
    for line, text in enumerate(documents(file, is_lines), 1):
        for error in validator_of(schema).iter_errors(json.loads(text)):
            yield "%s:%d: %s at %s" % (file, line, error.message[:500],
                                       list(error.absolute_path))


def judge_cases(name):
    bad = False
    with open(name, encoding="utf-8") as cases:
        for case in cases:
            expected, kind, schema, file = case.rstrip("\n").split("\t")
            errors = list(errors_of(schema, file, kind == "lines"))
            if bool(errors) == (expected == "refuses"):
                continue
            bad = True
            print("\n".join(errors) or "%s: accepts %s" % (schema, file))
    return int(bad)


def main(arguments):
    if arguments[:1] == ["--cases"]:
        return judge_cases(arguments[1])
    is_lines = arguments[:1] == ["-l"]
    name, *files = arguments[is_lines:]
    errors = [e for file in files for e in errors_of(name, file, is_lines)]
    for error in errors:
        print(error)
    return int(bool(errors) or not files)


sys.exit(main(sys.argv[1:]))
