// usage: check.js --cases FILE
// Like tests/judge.py, with ajv: checks JSON against its schema. A field that
// the schema does not define is an error here.
"use strict";
const fs = require("fs");
const Ajv = require("ajv/dist/2020").default;

// These contain parts of an object's schema; only the whole object is closed.
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

// The only format that the schemas name.
function isDate(text) {
    const date = new Date(text);
    return !isNaN(date) && date.toISOString().slice(0, 10) === text;
}

const judges = new Map();
function judgeOf(name) {
    if (!judges.has(name)) {
        const schema = JSON.parse(fs.readFileSync(name, "utf8"));
        close(schema);
        const ajv = new Ajv({strict: true, strictRequired: false,
                             allErrors: false, strictTypes: false,
                             formats: {date: isDate}});
        judges.set(name, ajv.compile(schema));
    }
    return judges.get(name);
}

function errorOf(name, file, lines) {
    const judge = judgeOf(name);
    const text = fs.readFileSync(file, "utf8");
    const docs = lines ? text.split("\n").slice(0, -1) : [text];
    for (let i = 0; i < docs.length; i++)
        if (!judge(JSON.parse(docs[i])))
            return `${file}:${i + 1}: ${JSON.stringify(judge.errors)}`;
    return null;
}

const [option, cases] = process.argv.slice(2);
if (option !== "--cases") throw new Error("expected --cases FILE");
for (const line of fs.readFileSync(cases, "utf8").split("\n").slice(0, -1)) {
    const [expected, kind, name, file] = line.split("\t");
    const error = errorOf(name, file, kind === "lines");
    if ((error !== null) === (expected === "refuses")) continue;
    console.log(error ?? `${name}: accepts ${file}`);
    process.exitCode = 1;
}
