import { expect, test } from "vitest";
import { compareAPIs } from "../../../cmd/codegen/breaking/compare/compare-apis.js";
import type { API, APIKind } from "../../../cmd/codegen/breaking/form/api.js";
import { valueOfSchema } from "../../../cmd/codegen/breaking/read/read-schemas.js";
import { withExamples } from "../../../cmd/codegen/breaking/samples/find-examples.js";
import { randomOf } from "../../../cmd/codegen/breaking/samples/random.js";
import type { CRD, CRDSchema } from "../../../runtime/crd/index.js";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { sizeOf } from "../../sizes.js";
import { isRefused } from "./answers.js";
import { edited, rewritten } from "./schema-edits.js";

const position = { file: "crd.yaml", line: 1, column: 1 };

/** Returns the API of one kind with a schema. */
function apiOf(schema: CRDSchema): { readonly kind: APIKind; readonly api: API } {
  const kind: APIKind = {
    ...{ group: "example.com", version: "v1", name: "Kind", position, folder: "", isStored: true },
    value: valueOfSchema(schema, [], "Kind", () => position),
    schema: () => schema,
  };
  return { kind, api: { kinds: [kind], losses: [], functions: [] } };
}

/** The schemas of real projects without rules of CEL, which edits would break by chance. */
const schemas = (knownCRDs() as readonly CRD[]).flatMap(({ spec }): CRDSchema[] => {
  const schema = spec?.versions?.[0]?.schema?.openAPIV3Schema?.properties?.["spec"];
  const text = JSON.stringify(schema ?? {});
  return schema?.type === "object" && text.length < 20_000 && !/"(x-kubernetes-validations|oneOf|not)"/.test(text)
    ? [{ type: "object", properties: { spec: schema } }]
    : [];
});

const edits = sizeOf("SCHEMA_EDITS");

test("no edit that changes the answer for an object is reported as compatible, and few are unknown", async () => {
  expect(schemas.length).toBeGreaterThan(20);
  const missed: string[] = [];
  let [breaking, unknown] = [0, 0];
  for (let seed = 0; seed < edits; seed++) {
    const random = randomOf(seed);
    const before = schemas[random.below(schemas.length)] ?? {};
    const { schema: after, path } = edited(before, random);
    const [old, now] = [apiOf(before), apiOf(after)];
    const compared = compareAPIs(old.api, now.api, { unit: "definition" });
    const changes = await withExamples(compared, old.api, now.api, { samples: 100, seed });
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

test("schemas of the same values that are written in another way have no difference", () => {
  for (const schema of schemas) {
    const changes = compareAPIs(apiOf(schema).api, apiOf(rewritten(schema)).api, {
      unit: "definition",
    });
    expect(changes.filter(({ severity }) => severity !== "compatible")).toEqual([]);
  }
});
