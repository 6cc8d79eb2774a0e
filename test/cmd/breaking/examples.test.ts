import { expect, test } from "vitest";
import { answerOfDefinition, errorText, type CRDSchema } from "../../../runtime/crd/index.js";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { selectedCases } from "../../sizes.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { definition, schemas } from "./definitions.js";
import { executedAgain, type Printed } from "./executed-again.js";
import { fieldCases, groupOf, ruleCases } from "./one-version.js";
import { readTree, startPrograms } from "./two-programs.js";

interface Listed {
  readonly seed: number;
  readonly changes: readonly (Printed & {
    readonly severity: string;
    readonly file: string;
    readonly samples?: number;
  })[];
}

async function run(folder: string, ...args: readonly string[]) {
  const { stdout, stderr, status } = await runHere(folder, ["breaking", "--format", "json", ...args]);
  expect(stderr).toBe("");
  return { ...(JSON.parse(stdout) as Listed), status };
}

test("each breaking change has an object that shows it, and both states answer it again as it says", async () => {
  const cases = selectedCases([...fieldCases, ...ruleCases], { quick: 3 });
  const treeOf = (state: "old" | "now"): Tree =>
    Object.assign({}, ...cases.map((one) => groupOf(one.name, one[state]))) as Tree;
  const { changes } = await run(apiProject(treeOf("now")), "--against", temporaryFolder(treeOf("old")));
  const [old, now] = [await readTree(treeOf("old")), await readTree(treeOf("now"))];
  const programs = await startPrograms(old.code, now.code);
  for (const change of changes) await executedAgain(programs, change);
  await programs.close();
  const breaking = changes.filter(({ severity }) => severity === "breaking");
  expect(breaking.length).toBeGreaterThan(cases.length / 3);
  const withoutExample = breaking.filter(({ example }) => example === undefined).map(({ file }) => file.split("/")[1]);
  expect(withoutExample).toEqual([]);
});

/** Compares two schemas of `spec`. */
function compare(old: object, now: object, ...args: readonly string[]) {
  const folder = temporaryFolder({
    "old.json": JSON.stringify(definition({ spec: old })),
    "new.json": JSON.stringify(definition({ spec: now })),
  });
  return run(folder, "--crd", "old.json", "new.json", ...args);
}

const property = (schema: object): object => ({ type: "object", properties: { a: schema } });
const text = (more: object): object => property({ type: "string", ...more });
const ruled = (rule: string): object => ({
  ...property({ type: "integer" }),
  required: ["a"],
  "x-kubernetes-validations": [{ rule }],
});

test.each([
  ["a pattern", text({ pattern: "^[a-z]+$" }), text({ pattern: "^[a-z][a-z]*$" })],
  ["a CEL rule", ruled("self.a > 1"), ruled("self.a >= 2")],
  ["a combination", { ...text({}), anyOf: [{ required: ["a"] }, {}] }, text({})],
])("%s that was rewritten is unknown, with the number of objects that were tried", async (name, old, now) => {
  const { changes, status } = await compare(old, now, "--samples", "50", "--seed", "1");
  if (name === "a combination") expect(changes).toEqual([]);
  else expect(changes).toMatchObject([{ code: "breaking/tightened-rule", severity: "unknown", samples: 50 }]);
  expect(status).toBe(0);
});

test.each([
  ["a pattern", text({ pattern: "^[a-z]+$" }), text({ pattern: "^[a-c]+$" })],
  ["a new pattern", text({}), text({ pattern: "^[a-z]+$" })],
  ["a CEL rule", ruled("self.a > 1"), ruled("self.a > 5")],
  ["a CEL rule for updates", property({ type: "integer" }), ruled("self.a >= oldSelf.a")],
  ["a combination", text({}), { ...text({}), not: { required: ["a"] } }],
])("%s that refuses an old object is breaking, with the object", async (_name, old, now) => {
  const { changes, status } = await compare(old, now);
  expect(changes.at(-1)).toMatchObject({
    severity: "breaking",
    example: { after: { error: expect.any(String) as string } },
  });
  expect(status).toBe(1);
});

test("an example shows its own change, not another one of the same object", async () => {
  const old = { ...text({ pattern: "^[a-z]+$" }), required: ["a"] };
  const now = {
    type: "object",
    properties: { a: { type: "string", pattern: "^[a-z][a-z]*$" }, b: { type: "string" } },
    required: ["a", "b"],
  };
  const { changes } = await compare(old, now);
  expect(changes).toMatchObject([
    { code: "breaking/tightened-rule", severity: "unknown", samples: 200 },
    { code: "breaking/new-required-field", example: { after: { error: "spec.b: Required value" } } },
  ]);
});

test("an example of a field is a new object, whose other fields have values of their formats", async () => {
  const others = "amount: Quantity; start: Time;";
  const [old, now] = ['"thin" | "thick"', '"thin"'].map((crusts) =>
    groupOf("pizza", `${others} crust: ${crusts};`),
  ) as [Tree, Tree];
  const { changes } = await run(apiProject(now), "--against", temporaryFolder(old), "--seed", "1");
  const spec = { amount: "1", start: "2024-01-02T03:04:05Z", crust: "thick" };
  expect(changes).toMatchObject([
    { code: "breaking/removed-enum-member", example: { operation: "create", before: { spec } } },
  ]);
});

test("a seed repeats a run", async () => {
  const [old, now] = [ruled("self.a > 1"), ruled("self.a > 5")];
  const first = await compare(old, now);
  expect(await compare(old, now, "--seed", String(first.seed))).toEqual(first);
});

test("each example is answered by both definitions as it says, and the old one accepts it", async () => {
  let count = 0;
  for (const { old, now } of schemas) {
    const { changes } = await compare(old, now);
    const [before, after] = [old, now].map((spec): CRDSchema => ({ type: "object", properties: { spec } }));
    for (const { example } of changes) {
      if (example === undefined || before === undefined || after === undefined) continue;
      count++;
      expect(answerOfDefinition(before, example.before, example.stored).errors).toEqual([]);
      const answer = answerOfDefinition(after, example.before, example.stored);
      const { error } = example.after as { readonly error?: string };
      if (error?.startsWith("strict decoding error: unknown field") === true)
        expect(answer.object).not.toEqual(example.before);
      else if (error === undefined) expect(answer).toMatchObject({ object: example.after, errors: [] });
      else expect(answer.errors.map(errorText)[0]).toBe(error);
    }
  }
  expect(count).toBeGreaterThan(15);
});

test("the number of objects and the seed must be numbers", async () => {
  const folder = temporaryFolder();
  for (const args of [
    ["--samples", "0"],
    ["--samples", "x"],
    ["--seed", "x"],
  ])
    expect((await runHere(folder, ["breaking", "--against", "v1", ...args])).status).toBe(2);
});
