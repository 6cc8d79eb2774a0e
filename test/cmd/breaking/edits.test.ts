import { expect, test } from "vitest";
import { compareAPIs } from "../../../cmd/codegen/breaking/compare/compare-apis.js";
import type { API, Kind } from "../../../cmd/codegen/breaking/form/api.js";
import { acceptsText } from "../../../cmd/codegen/breaking/read/accepts-text.js";
import { valueOfSchema } from "../../../cmd/codegen/breaking/read/read-schemas.js";
import {
  objectWith,
  randomValue,
  smallValue,
  stepsOf,
  valueAtPath,
} from "../../../cmd/codegen/breaking/samples/build-object.js";
import { candidatesOf, type Maker } from "../../../cmd/codegen/breaking/samples/candidates.js";
import { withExamples } from "../../../cmd/codegen/breaking/samples/find-examples.js";
import { judge, schemasOf } from "../../../cmd/codegen/breaking/samples/judge.js";
import { randomOf } from "../../../cmd/codegen/breaking/samples/random.js";
import type { CRD, Schema } from "../../../runtime/crd/index.js";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { sizeOf } from "../../sizes.js";
import { edited, rewritten } from "./schema-edits.js";

const position = { file: "crd.yaml", line: 1, column: 1 };

/** Returns the API of one kind with a schema. */
function apiOf(schema: Schema): { readonly kind: Kind; readonly api: API } {
  const kind: Kind = {
    ...{ group: "example.com", version: "v1", name: "Kind", position, folder: "", isStored: true },
    value: valueOfSchema(schema, [], "Kind", () => position),
    schema: () => schema,
  };
  return { kind, api: { kinds: [kind], losses: [], functions: [] } };
}

/** The schemas of real projects without rules of CEL, which edits would break by chance. */
const schemas = (knownCRDs() as readonly CRD[]).flatMap(({ spec }): Schema[] => {
  const schema = spec?.versions?.[0]?.schema?.openAPIV3Schema?.properties?.["spec"];
  const text = JSON.stringify(schema ?? {});
  return schema?.type === "object" && text.length < 20_000 && !/"(x-kubernetes-validations|oneOf|not)"/.test(text)
    ? [{ type: "object", properties: { spec: schema } }]
    : [];
});

const edits = sizeOf("SCHEMA_EDITS");
const objects = 60;

test("no edit that changes the answer for an object is reported as compatible, and few are unknown", () => {
  expect(schemas.length).toBeGreaterThan(20);
  const missed: string[] = [];
  let [breaking, unknown] = [0, 0];
  for (let seed = 0; seed < edits; seed++) {
    const random = randomOf(seed);
    const before = schemas[random.below(schemas.length)] ?? {};
    const { schema: after, path } = edited(before, random);
    const [old, now] = [apiOf(before), apiOf(after)];
    const compared = compareAPIs(old.api, now.api, { accepts: acceptsText, unit: "definition" });
    const changes = withExamples(compared, old.api, now.api, { accepts: acceptsText, samples: 100, seed });
    const severities = new Set(changes.map(({ severity }) => severity));
    const isBreaking = severities.has("breaking");
    if (!isBreaking && severities.has("unknown")) unknown++;
    if (isBreaking) breaking++;
    else if (!severities.has("unknown") && isRefused(old.kind, before, after, path, seed))
      missed.push(`seed ${String(seed)}: ${path} ${JSON.stringify(changes.map(({ message }) => message))}`);
  }
  expect(missed).toEqual([]);
  expect(breaking).toBeGreaterThan(edits / 4);
  expect(unknown).toBeLessThanOrEqual(edits * 0.05);
});

/** Reports whether an object near the edited place has another answer than before. */
function isRefused(kind: Kind, before: Schema, after: Schema, path: string, seed: number): boolean {
  const both = schemasOf(before, after);
  const random = randomOf(seed + 1);
  const maker: Maker = {
    ...{ accepts: acceptsText, random, known: new WeakMap() },
    small: (value) => smallValue(value, maker),
  };
  const steps = stepsOf(path);
  const value = valueAtPath(kind.value, steps);
  if (value === undefined) return false;
  const candidates = [null, ...candidatesOf(value, undefined, maker)];
  return Array.from({ length: objects }).some((_, index) => {
    const candidate = index < candidates.length ? candidates[index] : randomValue(value, maker);
    const verdict = judge(both, { sent: objectWith(kind, steps, candidate, maker) });
    return typeof verdict !== "string";
  });
}

test("schemas of the same values that are written in another way have no difference", () => {
  for (const schema of schemas) {
    const changes = compareAPIs(apiOf(schema).api, apiOf(rewritten(schema)).api, {
      accepts: acceptsText,
      unit: "definition",
    });
    expect(changes.filter(({ severity }) => severity !== "compatible")).toEqual([]);
  }
});
