// usage: check.js SCHEMA FILE [lines]
// Is a JSON file, or each line of it, what the schema says? A field that the
// schema does not name is wrong here, so that none stays undocumented.
"use strict";
const fs = require("fs");
const Ajv = require("ajv/dist/2020").default;

function close(schema) {
    if (schema === null || typeof schema !== "object") return;
    for (const key of Object.keys(schema))
        if (key !== "if" && key !== "then" && key !== "not" && key !== "oneOf")
            close(schema[key]);
    if (schema.properties !== undefined &&
        schema.additionalProperties === undefined)
        schema.additionalProperties = false;
}

const [name, file, lines] = process.argv.slice(2);
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
console.log(`${docs.length} right`);
