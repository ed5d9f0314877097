// Applies the deltas of chains as docs/packs.md describes them, to
// puzzles.json and puzzles.csv, and prints both states after each pack as a
// line of JSON. pack_chains.py compares them.
//
//     node pack_chains.mjs CHAIN ...      folders of the packs 0, 1, 2, ...
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

function textOf(folder, name) {
    const path = `${folder}/${name}`;
    return (existsSync(path) ? readFileSync(path)
        : gunzipSync(readFileSync(`${path}.gz`))).toString("utf8");
}

const byNumber = (a, b) => a.number - b.number;

// An app keeps puzzles by their number.
class App {
    puzzles = new Map();
    withdrawn = new Map();

    // head: what tells whether a delta continues the packs applied so far.
    apply(head, puzzles, withdrawn) {
        if (this.pack && (head.since !== this.pack.pack_id ||
                head.name !== this.pack.name)) {
            throw new Error(`${head.pack_id} does not continue the chain`);
        }
        this.pack = head;
        for (const { number, puzzle_id } of withdrawn) {
            this.puzzles.delete(number);
            this.withdrawn.set(number, puzzle_id);
        }
        for (const puzzle of puzzles) {
            this.puzzles.set(Number(puzzle.number), puzzle);
            this.withdrawn.delete(Number(puzzle.number));
        }
    }

    rows() {
        return [...this.puzzles.values()].sort(byNumber);
    }
}

// --- puzzles.json ---

// A number is left out if it is the next one.
function numbered(puzzles) {
    let number = 0;
    return puzzles.map((puzzle) => {
        number = puzzle.number ?? number + 1;
        return { ...puzzle, number };
    });
}

class JsonApp extends App {
    lengths = new Map();

    apply(delta) {
        const { version, pack_id, name, licence, since } = delta;
        super.apply({ version, pack_id, name, licence, since },
            numbered(delta.puzzles), delta.withdrawn);
        this.goals = delta.goals;
        // Those of earlier packs stay: puzzles that are kept need them.
        for (const { class_no, stm, ...length } of delta.lengths) {
            this.lengths.set(`${class_no} ${stm}`, length);
        }
    }

    // A row of puzzles.csv, without the recipe.
    row({ goal_no, ...puzzle }) {
        const { class_no, size, layout, goal } = this.goals[goal_no - 1];
        const { stm, upper, mtm, mtm_upper } = puzzle;
        const row = { ...puzzle, size, layout, goal };
        row.status = stm !== undefined ? "proven"
            : upper !== undefined ? "bounded" : "unrated";
        if (stm !== undefined) {
            Object.assign(row, { lower: stm, upper: stm },
                this.lengths.get(`${class_no} ${stm}`));
        }
        if (mtm !== undefined) {
            Object.assign(row, { mtm_lower: mtm, mtm_upper: mtm });
        }
        const mtmStatus = mtm !== undefined ? "proven"
            : mtm_upper !== undefined ? "bounded" : undefined;
        return mtmStatus ? { ...row, mtm_status: mtmStatus } : row;
    }

    state() {
        const withdrawn = [...this.withdrawn].map(
            ([number, puzzle_id]) => ({ number, puzzle_id }));
        return {
            pack: [this.pack],
            goals: this.goals,
            withdrawn: withdrawn.sort(byNumber),
            puzzles: this.rows().map((puzzle) => this.row(puzzle)),
        };
    }
}

// --- puzzles.csv ---

// The records of CSV; fields in quotes may contain commas and doubled quotes.
function records(text) {
    const all = [[]];
    for (const [, quoted, plain, end] of
        text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)) {
        all.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
        if (end === "\n") {
            all.push([]);
        }
    }
    return all.slice(0, -1);
}

// Columns are found by the heading, which is not the same in all packs. An
// empty field is one that the puzzle does not have.
function csvRows(text) {
    const [names, ...rows] = records(text);
    return rows.map((row) => Object.fromEntries(
        names.map((name, i) => [name, row[i]]).filter(([, cell]) => cell)));
}

// The file has no tombstones: they are in ids.tsv.
function tombstones(folder) {
    return textOf(folder, "ids.tsv").split("\n").slice(1, -1)
        .map((line) => line.split("\t"))
        .filter(([, , , state]) => state === "withdrawn" || state === "revoked")
        .map(([number, puzzle_id]) => ({ number: Number(number), puzzle_id }));
}

for (const chain of process.argv.slice(2)) {
    const json = new JsonApp();
    const csv = new App();
    for (let i = 0; existsSync(`${chain}/${i}`); i++) {
        const folder = `${chain}/${i}`;
        const manifest = JSON.parse(textOf(folder, "manifest.json"));
        const head = { ...manifest, since: manifest.since?.pack_id };
        const withdrawn = tombstones(folder);
        json.apply(JSON.parse(textOf(folder, "puzzles.json")));
        csv.apply(head, csvRows(textOf(folder, "puzzles.csv")), withdrawn);
        console.log(JSON.stringify({
            json: json.state(),
            csv: { puzzles: csv.rows() },
        }));
    }
}
