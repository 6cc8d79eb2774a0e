import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { field, type Operation } from "@apimachinery/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCase, emptyCase } from "./random-cases.js";
import { rules, type Case } from "./rules.js";
import { asksGo, sizeOf } from "../../sizes.js";

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
const hasGo = asksGo && answer([]).status === 0;
const recordedFile = join(import.meta.dirname, "go-answers.jsonl");

interface GoError {
  readonly Type: string;
  readonly Field: string;
  readonly Text: string;
  readonly Origin: string;
}

/** The arguments of a case that its rule reads, and the errors that Go returns. */
interface Recorded extends Partial<Case> {
  readonly Rule: string;
  readonly Errors: readonly GoError[];
}

test("every rule returns the recorded errors of Kubernetes' library", () => {
  const recorded = readFileSync(recordedFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
  for (const { Errors, ...one } of recorded)
    expect(errorsOf({ ...emptyCase, ...one }), JSON.stringify(one)).toEqual(Errors);
  expect([...new Set(recorded.map(({ Rule }) => Rule))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

// GO_SEED repeats the cases of a run. GO_ANSWERS=write records the errors of some cases.
test.skipIf(!hasGo)(
  "every rule gives random values the errors of Kubernetes' library (needs Go and its module k8s.io/apimachinery)",
  () => {
    const writes = process.env["GO_ANSWERS"] === "write";
    const seed = Number(process.env["GO_SEED"] ?? (writes ? 1 : Date.now() % 2 ** 31));
    const cases = fc.sample(anyCase, { numRuns: sizeOf("GO_RULES"), seed });
    const { stdout, stderr, status } = answer(cases);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const expected = JSON.parse(stdout) as readonly (readonly GoError[])[];
    if (writes) record(cases, expected);
    const found = cases.map(errorsOf);
    for (const [at, errors] of found.entries())
      expect(errors, `GO_SEED=${seed} ${JSON.stringify(cases[at])}`).toEqual(expected[at]);
    expect(found.flat().length).toBeGreaterThan(cases.length / 8);
  },
);

function errorsOf(input: Case): readonly GoError[] {
  const found: field.FieldError[] = [];
  const type = input.Update ? "Update" : "Create";
  const op: Operation = { type, options: input.Options, request: { subresources: [] } };
  rules[input.Rule]?.(op, field.newPath("f"), input, found);
  return found.map((error) => ({
    Type: error.type,
    Field: error.field,
    Text: field.errorText(error),
    Origin: error.origin ?? "",
  }));
}

/** Writes the cases whose errors differ in more than their values, up to 16 of each rule. */
function record(cases: readonly Case[], answers: readonly (readonly GoError[])[]): void {
  const lines = new Map<string, Map<string, string>>();
  for (const [at, one] of cases.entries()) {
    const Errors = answers[at] ?? [];
    const ofRule = lines.get(one.Rule) ?? new Map<string, string>();
    lines.set(one.Rule, ofRule);
    const read = argumentsOf(one);
    const errors = Errors.map((error) => `${error.Field} ${error.Text.replace(/"[^"]*"/, "")}`).join("\n");
    // The errors of unions do not show which members the old object has.
    const key = "Set" in read ? `${JSON.stringify(read)} ${errors}` : errors;
    if (ofRule.size < 16 && !ofRule.has(key)) ofRule.set(key, JSON.stringify({ Rule: one.Rule, ...read, Errors }));
  }
  const all = [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ofRule]) => [...ofRule.values()]);
  writeFileSync(recordedFile, `${all.join("\n")}\n`);
}

/** Returns the arguments that the rule of a case reads. */
function argumentsOf(input: Case): Partial<Case> {
  const names = new Set<string | symbol>();
  const watched = new Proxy(input, {
    get: (target, name) => {
      names.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  errorsOf(watched);
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "Rule" && names.has(name)));
}
