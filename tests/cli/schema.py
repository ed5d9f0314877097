"""Validates JSON files against a schema: schema.py SCHEMA FILE ...

With python3-jsonschema, a validator of somebody else's; 77 where it is not
there."""

import json
import sys

try:
    import jsonschema
except ImportError:
    print("no python3-jsonschema here")
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
bad = 0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        value = json.load(file)
    for error in validator.iter_errors(value):
        print(f"{name}: {error.message} at {list(error.absolute_path)}")
        bad = 1
sys.exit(bad)
