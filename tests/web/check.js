// usage: check.js [-l] SCHEMA FILE
// As tests/judge.py, by ajv: is a JSON file, or with -l each line of it, what
// the schema says? A field that the schema does not name is wrong here.
"use strict";
const fs = require("fs");
const Ajv = require("ajv/dist/2020").default;

// These name a part of an object's fields, and the object is closed.
const branches = ["if", "then", "else", "not", "oneOf", "anyOf", "allOf",
                  "$defs"];

function close(schema) {
    if (schema === null || typeof schema !== "object") return;
    for (const key of Object.keys(schema))
        if (!branches.includes(key))
            close(schema[key]);
    if (schema.properties !== undefined &&
        schema.unevaluatedProperties === undefined)
        schema.unevaluatedProperties = false;
}

const words = process.argv.slice(2);
const lines = words[0] === "-l";
const [name, file] = words.slice(lines ? 1 : 0);
const schema = JSON.parse(fs.readFileSync(name, "utf8"));
close(schema);
const ajv = new Ajv({strict: true, strictRequired: false, allErrors: false,
                     strictTypes: false});
const judge = ajv.compile(schema);
const text = fs.readFileSync(file, "utf8");
const docs = lines ? text.split("\n").slice(0, -1) : [text];
docs.forEach((doc, i) => {
    if (!judge(JSON.parse(doc))) {
        console.log(`${file}:${i + 1}: ${ajv.errorsText(judge.errors)}`);
        process.exit(1);
    }
});
