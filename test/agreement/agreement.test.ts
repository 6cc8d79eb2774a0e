import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import * as v1alpha1 from "../../apis/restaurant/v1alpha1/zz_generated.schema.js";
import * as v1beta1 from "../../apis/restaurant/v1beta1/zz_generated.schema.js";
import type { CRD } from "../../runtime/crd/index.js";
import { workFolder } from "../generators/run-generated.js";
import { repository } from "../interop/repository.js";
import { seedOf, sizeOf } from "../sizes.js";
import { Server, type BothForms } from "./answers.js";
import { compare, lineOf, sentSamples, shortest, rows, type Comparison, type Samples } from "./compare.js";
import { formsOf } from "./forms.js";
import { generatedTypes } from "./generated-types.js";
import { idleRows } from "./part-rows.js";
import { group, version } from "./small-types.js";
import { cel, examples, ruleOutputs, tableText, type RuleName } from "./rule-outputs.js";
import { knownDifferences } from "./known-differences.js";

const work = workFolder("agreement");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

const { addToScheme, kinds, reported, costs } = await generatedTypes(work);
const server = new Server(
  group,
  version,
  addToScheme,
  kinds.map(({ kind }) => kind),
);
const samples: Samples = { seed: seedOf("AGREEMENT_SEED"), runs: sizeOf("AGREEMENT_OBJECTS") };

/** Prints the counts, and expects no differences, and few excused objects. */
function expectAgreement(result: Comparison, { schema, kind }: BothForms, mayExcuse: boolean): void {
  console.info(lineOf(result, samples));
  const known = knownDifferences[kind];
  const found = shortest(result);
  if (known === undefined) expect(found, lineOf(result, samples)).toEqual([]);
  else expect(found, `${kind} agrees: remove it from known-differences.ts`).not.toEqual([]);
  const { excused, objects, accepted } = result;
  if (!mayExcuse) expect(accepted, "objects that are stored").toBeGreaterThan(0);
  const idle = [
    ...idleRows(schema),
    ...(mayExcuse ? [] : (["handWritten", "reported", "schemaless", "added"] as const)),
  ];
  for (const row of idle) expect(excused.get(row) ?? 0, row).toBeLessThanOrEqual(0.01 * objects);
}

test.each(kinds.map((form) => [form.kind, form] as const))(
  "%s: a server and a cluster store the same objects",
  async (kind, form) => {
    const isReported = reported.has(kind);
    const addsImmutable = kind === "ImmutableParts";
    const isSchemaless = kind === "Schemaless";
    const result = await compare(server, form, sentSamples(form, samples), {
      isReported,
      isHandWritten: false,
      addsImmutable,
      isSchemaless,
    });
    expectAgreement(result, form, isReported || addsImmutable || isSchemaless);
  },
);

test("each rule is in the CRD in the form that docs/rules.md has (UPDATE_GOLDEN=1 rewrites its table)", () => {
  const rulesOf = new Map(
    kinds.map(({ kind, crd }) => [kind, JSON.stringify(crd).includes(`"x-kubernetes-validations"`)]),
  );
  for (const [name, type] of Object.entries(examples)) {
    const { as } = ruleOutputs[name as RuleName].CRD;
    expect(rulesOf.has(type), type).toBe(true);
    if (as === "reported") expect(reported.has(type), name).toBe(true);
    if (ruleOutputs[name as RuleName].CRD === cel) expect(rulesOf.get(type), name).toBe(true);
  }
  const page = join(repository, "docs/rules.md");
  const before = readFileSync(page, "utf8");
  const after = before.replace(/(?<=\n)\| rule \|[^]*?\n(?=\n)/, () => tableText((type) => costs.get(type)));
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, after);
  expect(readFileSync(page, "utf8")).toBe(after);
  const reasons = Object.values(rows).filter((reason) => !before.includes(`- ${reason}`));
  expect(reasons, "reasons for differences that the page does not have").toEqual([]);
});

const restaurant = "restaurant.programming-kubernetes.info";

/** The kinds of the pizza API. Pizzas have a hand-written default. */
const pizzas = (["pizzas", "toppings"] as const).flatMap((plural): readonly BothForms[] => {
  const file = join(repository, `generated/crds/${restaurant}_${plural}.yaml`);
  const crd = parse(readFileSync(file, "utf8")) as CRD;
  return [
    ...formsOf(crd, { group: restaurant, version: "v1alpha1" }, v1alpha1),
    ...formsOf(crd, { group: restaurant, version: "v1beta1" }, v1beta1),
  ];
});

test.each(pizzas.map((form) => [`${form.kind} ${form.version}`, form] as const))(
  "%s: a server and a cluster store the same objects, except for hand-written functions",
  async (_title, form) => {
    const isHandWritten = form.kind === "Pizza";
    const result = await compare(server, form, sentSamples(form, samples), {
      isReported: false,
      isHandWritten,
      addsImmutable: false,
    });
    expectAgreement(result, form, isHandWritten);
  },
);
