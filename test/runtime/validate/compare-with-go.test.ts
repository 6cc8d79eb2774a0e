import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { field, type Operation } from "@apimachinery/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rules, type Case } from "./rules.js";

const judge = join(import.meta.dirname, "judge");
// With this environment, Go uses only the modules in its module cache, and downloads nothing.
const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };
const answer = (cases: readonly Case[]) =>
  spawnSync("go", ["run", "."], {
    cwd: judge,
    env,
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
const hasGo = answer([]).status === 0;

interface GoError {
  readonly Type: string;
  readonly Field: string;
  readonly Text: string;
  readonly Origin: string;
}

const letters = [
  "a",
  "Z",
  "09",
  ".",
  "-",
  "/",
  "_",
  "%",
  '"',
  "é",
  "€",
  "🙂",
  "ſ",
  "\u212a",
  "kubernetes.io/",
  "requests.",
  "example.com/x",
  "1.2.3.4",
];
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom("a", "b.c", "0") }, fc.constantFrom(...letters)), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const long = fc.tuple(text, fc.nat(300)).map(([unit, count]) => unit.repeat(count).slice(0, 400));
const uuids = fc.uuid().map((id) => id.replace(/.$/, (last) => (last > "8" ? last.toUpperCase() : last)));
const name = fc.constantFrom("a", "b", "c", "d", "e\u{10000}", "e\uffff");
const pair = fc.record(
  { name, port: fc.integer({ min: 0, max: 2 }), note: fc.constantFrom("", "x") },
  { requiredKeys: ["name", "note"] },
);
const longList = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 30 });
const map = fc.dictionary(name, fc.constantFrom("1", "2"), { maxKeys: 4 });
const set = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
const mode = fc.constantFrom("", "A", "B", "X");
const small = fc.integer({ min: -3, max: 5 });

const anyCase = fc.record<Case>({
  Rule: fc.constantFrom(...Object.keys(rules)),
  Update: fc.boolean(),
  Options: fc.constantFrom({}, { A: true }, { A: false, B: true }, { A: true, B: false }),
  Text: fc.oneof({ weight: 4, arbitrary: text }, long, uuids, name, mode),
  Limit: fc.oneof(small, fc.integer({ min: 0, max: 400 })),
  Number: small,
  Old: fc.option(small),
  List: fc.oneof({ weight: 4, arbitrary: fc.array(name, { maxLength: 6 }) }, longList),
  OldList: fc.array(name, { maxLength: 6 }),
  Pairs: fc.array(pair, { maxLength: 6 }),
  OldPairs: fc.array(pair, { maxLength: 6 }),
  Map: map,
  OldMap: map,
  Set: set,
  OldSet: fc.option(set),
  Mode: mode,
  OldMode: mode,
  Values: fc.uniqueArray(fc.oneof(name, mode), { maxLength: 4 }),
  Exclude: fc.array(
    fc.record({ Value: fc.oneof(name, mode), Option: fc.constantFrom("A", "B"), WhenEnabled: fc.boolean() }),
    { maxLength: 2 },
  ),
});

test.skipIf(!hasGo)(
  "every rule gives random values the errors of Kubernetes' library (needs Go and its module k8s.io/apimachinery)",
  { timeout: 120_000 },
  () => {
    const cases = fc.sample(anyCase, 8000);
    const { stdout, stderr, status } = answer(cases);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const expected = JSON.parse(stdout) as readonly (readonly GoError[])[];
    let errors = 0;
    cases.forEach((input, at) => {
      const found: field.FieldError[] = [];
      const type = input.Update ? "Update" : "Create";
      const op: Operation = { type, options: input.Options, request: { subresources: [] } };
      rules[input.Rule]?.(op, field.newPath("f"), input, found);
      errors += found.length;
      const got = found.map((error) => ({
        Type: error.type,
        Field: error.field,
        Text: field.errorText(error),
        Origin: error.origin ?? "",
      }));
      expect(got, JSON.stringify(input)).toEqual(expected[at]);
    });
    expect(errors).toBeGreaterThan(1000);
  },
);
