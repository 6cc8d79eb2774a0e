import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { decodeJSON, type ObjectSchema } from "../../../runtime/index.js";
import { compileProject } from "../../compile.js";
import { plainStrict, strictFlags } from "../../golden/compile.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { pizzaCRD } from "./crd-yaml.js";

/** Names that every JavaScript object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);
const unusual = ["", `a"b`, "a'b", "a`b", "a\\b", "a\nb", "a\u2028b", "*/", "${a}", "日本", "1", "a b", "a/b", "a~b"];

/** Schemas of properties, in the form in which codegen writes them again. */
const schemas: readonly Readonly<Record<string, unknown>>[] = [
  { type: "string" },
  { type: "integer", format: "int32" },
  { type: "boolean" },
  { type: "array", items: { type: "string" } },
  { type: "object", properties: { a: { type: "string" } } },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "string", enum: ["A", "B"] },
  { type: "string", default: "thin" },
];

function objectWith(names: readonly string[], schema: unknown): unknown {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, schema])) };
}

test("each property name of a CRD is taken over, goes through all generators, and comes back", async () => {
  const places = schemas.map(
    (schema, index) => [`p${String(index)}`, objectWith(inherited.slice(0, 3), schema)] as const,
  );
  const spec = {
    type: "object",
    properties: {
      ...Object.fromEntries(places),
      names: objectWith([...inherited, ...unusual], { type: "string" }),
    },
  };
  // JSON is YAML, and `__proto__` is a property in both.
  const root = apiProject({ "crd.yaml": pizzaCRD(JSON.stringify(spec)) });
  const { status, stderr } = await runHere(root, ["import", "crd.yaml"]);
  const warned = [...stderr.matchAll(/^crd\.yaml:\d+:\d+ warning import\/inherited-name: .* inherits (\w+), /gm)];
  expect(status).toBe(0);
  expect(warned.map(([, name]) => name).slice(-inherited.length)).toEqual(inherited);
  expect(warned).toHaveLength(3 * schemas.length + inherited.length);

  const generated = await runHere(root, ["apis"]);
  expect({ status: generated.status, stderr: generated.stderr }).toEqual({ status: 0, stderr: "" });
  const crd = parse(readFileSync(join(root, "generated/crds/pizza.example.com_pizzas.yaml"), "utf8")) as {
    readonly spec: { readonly versions: readonly [{ readonly schema: { readonly openAPIV3Schema: Schema } }] };
  };
  expect(crd.spec.versions[0].schema.openAPIV3Schema.properties.spec).toEqual(JSON.parse(JSON.stringify(spec)));

  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...plainStrict, ...strictFlags }, include: ["apis"] }),
  );
  expect(compileProject(join(root, "tsconfig.json"))).toBe("");

  const { PizzaSchema } = (await import(join(root, "apis/pizza/v1/zz_generated.schema.ts"))) as {
    readonly PizzaSchema: ObjectSchema<{ readonly spec: Readonly<Record<string, object>> }>;
  };
  const pizza = (given: unknown) => ({ kind: "Pizza", apiVersion: "pizza.example.com/v1", metadata: {}, spec: given });
  const names = Object.fromEntries([...inherited, ...unusual].map((name) => [name, `of ${name}`]));
  const read = decodeJSON(PizzaSchema, JSON.stringify(pizza({ names })), "strict").value.spec;
  expect(Object.entries(read["names"] ?? {}).sort()).toEqual(Object.entries(names).sort());
  // A property that a client leaves out has the zero value of its type.
  const empty = decodeJSON(PizzaSchema, JSON.stringify(pizza({ p1: {}, p4: {} })), "strict").value.spec;
  const filled = (value: unknown) => inherited.slice(0, 3).map((name) => [name, value]);
  expect(Object.entries(empty["p1"] ?? {}).sort()).toEqual(filled(0).sort());
  expect(Object.entries(empty["p4"] ?? {}).sort()).toEqual(filled({}).sort());
});

interface Schema {
  readonly properties: { readonly spec: unknown };
}
