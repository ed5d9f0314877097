// usage: check.js --cases FILE
// Like tests/judge.py, with ajv: checks JSON against its schema.
"use strict";
const fs = require("fs");
const path = require("path");
const Ajv = require("ajv/dist/2020").default;

// The only format that the schemas name.
function isDate(text) {
    const date = new Date(text);
    return !isNaN(date) && date.toISOString().slice(0, 10) === text;
}

// The schemas refer to others in their folder.
const ajv = new Ajv({strict: true, strictRequired: false, allErrors: false,
                     strictTypes: false, formats: {date: isDate}});
function judgeOf(name) {
    const file = path.basename(name);
    if (ajv.getSchema(file) === undefined)
        for (const other of fs.readdirSync(path.dirname(name)))
            ajv.addSchema(JSON.parse(fs.readFileSync(
                path.join(path.dirname(name), other), "utf8")), other);
    return ajv.getSchema(file);
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
