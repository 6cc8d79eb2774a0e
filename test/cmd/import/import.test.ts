import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { pizzaCRD } from "./crd-yaml.js";

const types = "apis/pizza/v1/types.ts";

/** Imports a CRD whose spec has the given schema. Returns its types.ts, and the output. */
async function imported(
  spec: string,
  more = "",
): Promise<{ readonly text: string; readonly err: string; readonly root: string }> {
  const root = apiProject({ "crd.yaml": pizzaCRD(spec, more) });
  const { status, stderr } = await runHere(root, ["import", "crd.yaml"]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return { text: readFileSync(join(root, types), "utf8"), err: stderr, root };
}

/** Returns the lines of an interface, without blanks and without its own name. */
function fieldsOf(text: string, name: string): readonly string[] {
  const body = new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, "s").exec(text)?.[1] ?? "";
  return body.split("\n").map((line) => line.trim());
}

test("constraints of a schema become types and markers, and descriptions become comments", async () => {
  const { text, err } = await imported(`
type: object
description: The desired state.
required: [size, slices, mode]
properties:
  size: { type: string, enum: [Small, Large], description: The size. }
  slices: { type: integer, format: int32, minimum: 1, maximum: 12, default: 8 }
  name: { type: string, maxLength: 63, pattern: "^[a-z]+$" }
  port: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }] }
  baked: { type: string, format: date-time, nullable: true }
  mode: { type: string, enum: [A, B, null], nullable: true }
  price: { type: number }
  labels: { type: object, additionalProperties: { type: string } }
  any: { x-kubernetes-preserve-unknown-fields: true }
  open: { type: object, x-kubernetes-preserve-unknown-fields: true }
  template: { type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }
  tags: { type: array, x-kubernetes-list-type: set, items: { type: string, minLength: 1 } }
`);
  expect(err).toBe("");
  expect(fieldsOf(text, "PizzaSpec")).toEqual([
    "/** The size. */",
    'size: "Small" | "Large";',
    "/**",
    "* +required",
    "* +kubebuilder:validation:Minimum=1",
    "* +kubebuilder:validation:Maximum=12",
    "* +default=8",
    "*/",
    "slices: int32;",
    "/**",
    "* +kubebuilder:validation:MaxLength=63",
    "* +kubebuilder:validation:Pattern=`^[a-z]+$`",
    "*/",
    "name?: string;",
    "port?: IntOrString;",
    "/** +nullable */",
    "baked?: Time | null;",
    "/** +nullable */",
    'mode: "A" | "B" | null;',
    "price?: float64;",
    "labels?: Record<string, string>;",
    "any?: unknown;",
    "/** +kubebuilder:pruning:PreserveUnknownFields */",
    "open?: RawExtension;",
    "/**",
    "* +kubebuilder:pruning:PreserveUnknownFields",
    "* +kubebuilder:validation:EmbeddedResource",
    "*/",
    "template?: RawExtension;",
    "/**",
    "* +listType=set",
    "* +kubebuilder:validation:items:MinLength=1",
    "*/",
    "tags?: string[];",
  ]);
});

test("rules, unions of properties, and elements with a default of their own keep their meaning", async () => {
  const { text, err } = await imported(`
type: object
x-kubernetes-validations:
  - { rule: "self.a == \\"x\\"\\n  || true", message: "a, b", reason: FieldValueInvalid, optionalOldSelf: true }
oneOf: [{ required: [a] }, { required: [b] }]
anyOf: [{ required: [a] }, { required: [c] }]
properties:
  a: { type: string }
  b: { type: string }
  c:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name]
    items: { type: object, description: One topping., required: [name], properties: { name: { type: string } } }
  d: { type: object, additionalProperties: { type: string, maxLength: 3 } }
`);
  expect(err).toBe("");
  const [, above = ""] = /\/\*\*([^/]*?)\*\/\nexport interface PizzaSpec /s.exec(text) ?? [];
  expect(
    above
      .split("\n")
      .map((line) => line.replace(/^ \* ?/, "").trim())
      .filter((line) => line !== ""),
  ).toEqual([
    '+kubebuilder:validation:XValidation:rule="self.a == \\"x\\"\\n  || true",message="a, b",reason="FieldValueInvalid",optionalOldSelf=true',
    "+kubebuilder:validation:AtLeastOneOf=a;c",
    "+kubebuilder:validation:ExactlyOneOf=a;b",
    "+k8s:crd-gen:without-cel",
  ]);
  expect(text).toContain("/** One topping. */\nexport interface PizzaSpecC {\n  name: string;\n}");
  expect(text).toContain("/** +kubebuilder:validation:MaxLength=3 */\nexport type PizzaSpecD = string;");
  expect(text).toContain("d?: Record<string, PizzaSpecD>;");
  expect(text).toContain("   * +listType=map\n   * +listMapKey=name\n");
});

test("equal objects share a type that is named after the common words of their properties", async () => {
  const ref = "{ type: object, required: [name], properties: { name: { type: string } } }";
  const { text } = await imported(`
type: object
properties:
  oven: { type: object, properties: { doorProbe: ${ref}, heatProbe: ${ref} } }
  box: { type: object, properties: { probe: ${ref} } }
`);
  expect(text.match(/export interface \w+/g)).toEqual([
    "export interface Pizza",
    "export interface PizzaSpec",
    "export interface PizzaSpecOven",
    "export interface Probe",
    "export interface PizzaSpecBox",
    "export interface PizzaList",
  ]);
});

test("columns, subresources and flags of a version become markers of the kind", async () => {
  const { text, root } = await imported(
    "{ type: object, properties: { replicas: { type: integer, format: int32 } } }",
    `
deprecated: true
deprecationWarning: use v2
subresources: { status: {}, scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas } }
selectableFields: [{ jsonPath: .spec.replicas }]
additionalPrinterColumns: [{ name: Replicas, type: integer, jsonPath: .spec.replicas, priority: 1 }]
`,
  );
  expect(text).toContain(`/**
 * +kubebuilder:object:root=true
 * +kubebuilder:deprecatedversion:warning="use v2"
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
 * +kubebuilder:selectablefield:JSONPath=".spec.replicas"
 * +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=".spec.replicas",priority=1
 * +kubebuilder:resource:path=pizzas
 */
export interface Pizza extends TypeMeta<"pizza.example.com/v1", "Pizza"> {
  metadata: ObjectMeta;
  spec?: PizzaSpec;
  status?: PizzaStatus;
}`);
  expect(readFileSync(join(root, "apis/pizza/v1/doc.ts"), "utf8")).toContain(" * +groupName=pizza.example.com\n");
});

test("a part of a schema that no marker states is a warning with its position", async () => {
  const { err } = await imported(`
type: object
properties:
  size: { type: string, format: pizza-size }
  oven: { type: object, not: { required: [a] }, properties: { a: { type: string } } }
`);
  expect(err).toContain("crd.yaml:27:47 warning import/lost: the format pizza-size");
  expect(err).toContain(
    "crd.yaml:28:44 warning import/lost: no marker can express this not, so the imported types do not contain it",
  );
});

test("text that would be a marker, a tag or the end of a comment stays text", async () => {
  const { text, root } = await imported(`
type: object
properties:
  a: { type: string, pattern: "^.*/.*$", description: "+default=1\\n@deprecated no\\n---\\nsee */ here" }
`);
  expect(text).toContain("   * \\+default=1\n   * \\@deprecated no\n   * \\---\n   * see *\\/ here\n");
  expect(text).toContain("   * +kubebuilder:validation:Pattern=`^.*\\/.*$`\n   */\n  a?: string;");
  const { status, stderr } = await runHere(root, ["apis", "--only", "schema"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the certificates of a conversion webhook are reported, because they belong into a file", async () => {
  const imports = async (conversion: string) => {
    const crd = pizzaCRD("{ type: object }").replace(
      "  scope: Namespaced\n",
      `  scope: Namespaced\n  conversion: ${conversion}\n`,
    );
    return (await runHere(apiProject({ "crd.yaml": crd }), ["import", "crd.yaml"])).stderr;
  };
  const webhook = (caBundle: string): string =>
    `{ strategy: Webhook, webhook: { clientConfig: { url: "https://a.example/b", caBundle: ${caBundle} }, conversionReviewVersions: [v1] } }`;
  expect(await imports(webhook("QUJD"))).toMatch(
    /^crd\.yaml:\d+:\d+ warning import\/lost: the certificates of the conversion webhook are not imported: write them into a file, and add its path as caBundle to the webhook in codegen\.config\.json\n/,
  );
  expect(await imports(webhook("Cg=="))).toBe("");
});

test("a conversion webhook is a hint for the configuration", async () => {
  const conversion = `  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { service: { name: pizza, namespace: kitchen, path: /convert }, caBundle: Cg== }
      conversionReviewVersions: [v1]
`;
  const crd = pizzaCRD("{ type: object }").replace("  scope: Namespaced\n", `  scope: Namespaced\n${conversion}`);
  const root = apiProject({ "crd.yaml": crd });
  const { stdout } = await runHere(root, ["import", "crd.yaml"]);
  const [, hint = ""] = /codegen\.config\.json:\n(.*)\nNext:/s.exec(stdout) ?? [];
  expect(JSON.parse(hint)).toEqual({
    options: {
      crd: {
        conversion: {
          "pizza.example.com": {
            service: { name: "pizza", namespace: "kitchen", path: "/convert" },
            conversionReviewVersions: ["v1"],
          },
        },
      },
    },
  });
});

test.each([
  ["package-lock.json", "npm i re2js, then npx --no -- codegen apis"],
  ["pnpm-lock.yaml", "pnpm add re2js, then pnpm exec codegen apis"],
  ["yarn.lock", "yarn add re2js, then yarn run codegen apis"],
  ["bun.lock", "bun add re2js, then bun run codegen apis"],
])("the next commands are those of the package manager with %s, and install what patterns need", async (lock, next) => {
  const crd = pizzaCRD("{ type: object, properties: { a: { type: string, pattern: '^a' } } }");
  const root = apiProject({ "crd.yaml": crd, "plain.yaml": pizzaCRD("{ type: object }"), [lock]: "" });
  expect((await runHere(root, ["import", "crd.yaml"])).stdout).toContain(`\nNext: ${next}\n`);
  const plain = await runHere(root, ["import", "plain.yaml"]);
  expect(plain.stdout).toContain(`\nNext: ${next.replace(/^.*, then /, "")}\n`);
});

test("the runtime is a package to install where it is missing", async () => {
  const root = temporaryFolder({ "package.json": "{}", "crd.yaml": pizzaCRD("{ type: object }") });
  const { stdout } = await runHere(root, ["import", "crd.yaml"]);
  expect(stdout).toContain("\nNext: npm i @apimachinery/runtime, then npx --no -- codegen apis\n");
});

test("an edited file is not replaced without --force, and an unedited one is", async () => {
  const root = apiProject({ "crd.yaml": pizzaCRD("{ type: object, properties: { a: { type: string } } }") });
  await runHere(root, ["import", "crd.yaml"]);
  expect((await runHere(root, ["import", "crd.yaml"])).stdout).toContain(`unchanged ${types}`);
  writeFileSync(join(root, "crd.yaml"), pizzaCRD("{ type: object, properties: { b: { type: string } } }"));
  expect((await runHere(root, ["import", "crd.yaml"])).stdout).toContain(`updated ${types}`);
  const edited = readFileSync(join(root, types), "utf8").replace("b?: string", "b: string");
  writeFileSync(join(root, types), edited);
  const refused = await runHere(root, ["import", "crd.yaml"]);
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain(`changed after the import:\n  ${types}\nnothing was written`);
  expect(readFileSync(join(root, types), "utf8")).toBe(edited);
  expect((await runHere(root, ["import", "--force", "crd.yaml"])).status).toBe(0);
  expect(readFileSync(join(root, types), "utf8")).toContain("b?: string");
});

test("a later import removes no kind of an earlier one without --force", async () => {
  const pizza = pizzaCRD("{ type: object }");
  const oven = pizza.replaceAll("pizzas", "ovens").replaceAll("Pizza", "Oven");
  const root = apiProject({ "pizzas.yaml": pizza, "ovens.yaml": oven });
  await runHere(root, ["import", "pizzas.yaml"]);
  const before = readFileSync(join(root, types), "utf8");
  expect(await runHere(root, ["import", "ovens.yaml"])).toEqual({
    status: 1,
    stdout: "",
    stderr: `codegen: these kinds of an earlier import are not in the given files:
  ${types}: Pizza
nothing was written; import all files of a group with one command, or remove the kinds with --force
`,
  });
  expect(readFileSync(join(root, types), "utf8")).toBe(before);
  expect((await runHere(root, ["import", "pizzas.yaml", "ovens.yaml"])).stdout).toContain(`updated ${types}`);
  expect((await runHere(root, ["import", "ovens.yaml", "--force"])).stdout).toContain(`updated ${types}`);
  expect(readFileSync(join(root, types), "utf8")).not.toContain("Pizza");
});

test("several documents, lists and JSON are read; other documents are left out with a warning", async () => {
  const other = pizzaCRD("{ type: object }").replaceAll("pizza.example.com", "oven.example.com");
  const crd = pizzaCRD("{ type: object }").replaceAll("\n", "\n    ").replace(/^/, "  - ");
  const root = apiProject({
    "many.yaml": `apiVersion: v1\nkind: Namespace\nmetadata: { name: kitchen }\n---\n${other}\n---\n`,
    "list.yaml": `apiVersion: v1\nkind: List\nitems:\n${crd}\n`,
  });
  const { status, stderr } = await runHere(root, ["import", "many.yaml", "list.yaml"]);
  expect(status).toBe(0);
  expect(stderr).toContain("many.yaml:1:1 warning import/not-a-crd: the document has the kind Namespace");
  expect(existsSync(join(root, types))).toBe(true);
  expect(existsSync(join(root, "apis/oven/v1/types.ts"))).toBe(true);
});

test.each([
  ["a: [1", "x.yaml:1:6 error import/syntax: the YAML is invalid: Flow sequence"],
  ["kind: Pod\n", "x.yaml:1:1 error import/not-a-crd: the document has the kind Pod"],
  ["- 1\n", "x.yaml:1:1 error import/not-a-crd: the document is not an object"],
  ["", "x.yaml:1:1 error import/empty"],
  [
    "kind: CustomResourceDefinition\nspec:\n  group: Pizza!\n  names: { kind: Pizza }\n  versions: [{ name: one }]\n",
    'x.yaml:3:10 error import/invalid-crd: spec.group: "Pizza!" is not a valid group',
  ],
  [
    "kind: CustomResourceDefinition\nspec:\n  group: a.example.com\n  names: { kind: Pizza }\n  versions: [{ name: one }]\n",
    'x.yaml:5:22 error import/invalid-crd: "one" is not a valid version',
  ],
])("a file without a usable CRD is an error with its position, and nothing is written: %j", async (text, message) => {
  const root = apiProject({ "x.yaml": text, "good.yaml": pizzaCRD("{ type: object }") });
  const { status, stderr } = await runHere(root, ["import", "good.yaml", "x.yaml"]);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(existsSync(join(root, "apis"))).toBe(false);
});

test("a missing file, a folder outside of the project and a repeated kind are errors", async () => {
  const root = apiProject({ "a.yaml": pizzaCRD("{ type: object }"), "b.yaml": pizzaCRD("{ type: object }") });
  expect((await runHere(root, ["import", "no.yaml"])).stderr).toContain(
    "no.yaml:1:1 error import/unreadable: the file does not exist",
  );
  expect(await runHere(root, ["import", "a.yaml", "--out", "../x"])).toMatchObject({ status: 2 });
  expect((await runHere(root, ["import", "a.yaml", "b.yaml"])).stderr).toContain(
    "b.yaml:1:1 error import/repeated-kind: Pizza of pizza.example.com/v1 is in two documents",
  );
  expect((await runHere(root, ["import", "a.yaml", "--group", "oven.example.com"])).stderr).toContain(
    "no kinds of the group oven.example.com",
  );
});
