import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { crdErrors, type CRD } from "../../../runtime/crd/index.js";
import { valueInDocument } from "../../../cmd/codegen/import/schema.js";
import { apiProject, doc, kind } from "../api-project.js";
import { runHere } from "../run-here.js";
import { pizzaCRD } from "./crd-yaml.js";

const written = "generated/crds/pizza.example.com_pizzas.yaml";

/** Imports a CRD, and generates it again. Returns the types and the CRD. */
async function again(text: string): Promise<{ readonly types: string; readonly crd: CRD }> {
  const root = apiProject({ "crd.yaml": text, "codegen.config.json": '{ "generators": ["crd"] }\n' });
  expect(await runHere(root, ["import", "crd.yaml"])).toMatchObject({ status: 0, stderr: "" });
  expect(await runHere(root, ["apis"])).toMatchObject({ status: 0 });
  const types = readFileSync(join(root, "apis/pizza/v1/types.ts"), "utf8");
  return { types, crd: parse(readFileSync(join(root, written), "utf8")) as CRD };
}

const fields = `  spec: PizzaSpec;
}

export interface PizzaSpec {
  /** How the pizza is baked. */
  baking: Baking;
  ovens?: Record<string, Baking>;
  rest?: Duration;
  /** +listType=atomic */
  pauses: Duration[];
  price: Quantity;
  weights?: Record<string, Quantity>;
}

export type Baking = Stone | Pan | Fire;

/** +kubebuilder:validation:XValidation:rule="!has(self.degrees) || self.degrees > 100",message="too cold" */
export interface Stone {
  kind: "stone";
  degrees?: int32;
  /** +kubebuilder:validation:MaxLength=20 */
  note?: string;
}

export interface Pan {
  kind: "pan";
  size: "Small" | "Large";
  /** +kubebuilder:validation:MaxLength=10 */
  note?: string;
}

export interface Fire {
  kind: "open-fire";
  wood: string;
`;

test("unions, durations and quantities of a generated CRD are the same types again", async () => {
  const root = apiProject({
    "codegen.config.json": '{ "generators": ["crd"] }\n',
    "apis/pizza/v1/doc.ts": doc("groupName=pizza.example.com"),
    "apis/pizza/v1/types.ts": kind(
      "pizza.example.com/v1",
      "Pizza",
      fields,
      'import type { Duration, Quantity, int32 } from "@apimachinery/runtime";\n',
    ).replace("export interface Pizza ", "/** +kubebuilder:object:root=true */\nexport interface Pizza "),
  });
  expect(await runHere(root, ["apis"])).toMatchObject({ status: 0 });
  const text = readFileSync(join(root, written), "utf8");
  const { types, crd } = await again(text);
  expect(types).toMatch(/export type (\w+) = \1Stone \| \1Pan \| \1OpenFire;/);
  expect(types).toMatch(
    /rule="!has\(self\.degrees\) \|\| self\.degrees > 100",message="too cold" \*\/\nexport interface \w+Stone \{/,
  );
  expect(types).toContain("  rest?: Duration;\n");
  expect(types).toMatch(/pauses: Duration\[\];\n/);
  expect(types).toContain("  price: Quantity;\n");
  expect(types).toContain("  weights?: Record<string, Quantity>;\n");
  expect(crd).toEqual(parse(text));
});

test("five alternatives in a list without a bound stay a oneOf, because their CEL rule is too expensive for a cluster", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const properties = names.map((name) => `${name}: { type: string }`).join(", ");
  const { crd } = await again(
    pizzaCRD(`type: object
properties:
  items:
    type: array
    items:
      type: object
      properties: { ${properties}, f: { type: string } }
      oneOf: [${names.map((name) => `{ required: [${name}] }`).join(", ")}]
      anyOf: [{ required: [a] }, { required: [f] }]
      allOf:
        - not: { required: [a, f] }
        - oneOf: [{ not: { anyOf: [{ required: [b] }, { required: [c] }, { required: [f] }] } }, { required: [b] }, { required: [c] }, { required: [f] }]
`),
  );
  const path = "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.items.items";
  expect(valueInDocument(crd, path.split("."))).toEqual({
    type: "object",
    properties: Object.fromEntries([...names, "f"].map((name) => [name, { type: "string" }])),
    allOf: [
      { not: { required: ["a", "f"] } },
      {
        oneOf: [
          { not: { anyOf: [{ required: ["b"] }, { required: ["c"] }, { required: ["f"] }] } },
          { required: ["b"] },
          { required: ["c"] },
          { required: ["f"] },
        ],
      },
      { anyOf: [{ required: ["a"] }, { required: ["f"] }] },
      { oneOf: names.map((name) => ({ required: [name] })) },
    ],
  });
  expect(crdErrors(crd)).toEqual([]);
});

const union = `{
  "type": "object", "required": ["kind"],
  "properties": { "kind": { "type": "string", "enum": ["pan", "stone"] }, "degrees": { "type": "integer" } },
  "oneOf": [
    { "properties": { "kind": { "enum": ["stone"] } }, "required": ["degrees"] },
    { "properties": { "kind": { "enum": ["pan"] } }, "not": { "anyOf": [{ "required": ["degrees"] }] } }
  ]
}`.replaceAll("\n", " ");

test.each([
  ["another value", '{ "enum": ["stone"] }', '{ "enum": ["fire"] }'],
  ["two values of a branch", '{ "enum": ["stone"] }', '{ "enum": ["stone", "pan"] }'],
  ["a further keyword of a branch", '"required": ["degrees"]', '"required": ["degrees"], "minProperties": 1'],
  ["a further keyword of the object", '"type": "object"', '"type": "object", "minProperties": 1'],
  ["an unknown property", '"required": ["degrees"]', '"required": ["stones"]'],
  ["a property without a type", '{ "type": "integer" }', '{ "x-kubernetes-preserve-unknown-fields": true }'],
])("a oneOf that differs from that of a union is lost with a warning: %s", async (_, from, to) => {
  expect(union).toContain(from);
  // The branch of stone has a limit, which only a property with a type can state.
  const limited = union.replace('{ "enum": ["stone"] }', '{ "enum": ["stone"] }, "degrees": { "minimum": 1 }');
  const root = apiProject({ "a.yaml": pizzaCRD(limited), "b.yaml": pizzaCRD(limited.replace(from, to)) });
  expect(await runHere(root, ["import", "a.yaml"])).toMatchObject({ status: 0, stderr: "" });
  const { status, stderr } = await runHere(root, ["import", "b.yaml"]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stderr).toContain("import/lost: no marker can express this oneOf");
});

test("a type beside x-kubernetes-int-or-string stays, with its constraints", async () => {
  const size = { type: "string", "x-kubernetes-int-or-string": true, pattern: "^[0-9]+$" };
  const port = { type: "integer", format: "int32", "x-kubernetes-int-or-string": true };
  const sizes = { type: "array", items: size };
  const properties = { port, size, sizes };
  const { types, crd } = await again(pizzaCRD(JSON.stringify({ type: "object", properties })));
  expect(types).toContain("port?: int32;");
  expect(types).toContain("size?: string;");
  const spec = valueInDocument(crd, ["spec", "versions", 0, "schema", "openAPIV3Schema", "properties", "spec"]);
  expect(spec).toMatchObject({ properties });
});
