import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeIn } from "../../../engine/load/syntax/data-only.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { pizzaCRD } from "./crd-yaml.js";
import { placesOf, wholeOpenAPI, withText } from "./documents.js";

async function refused(text: string, file = "crd.yaml"): Promise<string> {
  const root = apiProject({ [file]: text });
  const { status, stderr } = await runHere(root, ["import", file]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/\nnothing was written\n$/);
  expect(existsSync(join(root, "apis"))).toBe(false);
  return stderr;
}

const plain = pizzaCRD("{ type: object }");

test.each([
  [
    "plural: pizzas",
    "plural: Pizzas",
    '10:13 error import/invalid-crd: spec.names.plural: "Pizzas" is not a valid resource name',
  ],
  [
    "singular: pizza",
    "singular: -p",
    '11:15 error import/invalid-crd: spec.names.singular: "-p" is not a valid resource name',
  ],
  ["plural: pizzas", "plural: a,scope=Cluster", "10:13 error import/invalid-crd: spec.names.plural: "],
  [
    "plural: pizzas",
    'plural: pizzas\n    shortNames: [p, "q;r"]',
    '11:21 error import/invalid-crd: spec.names.shortNames[1]: "q;r" is not a valid resource name',
  ],
  [
    "plural: pizzas",
    'plural: pizzas\n    categories: ["a\\rb"]',
    '11:18 error import/invalid-crd: spec.names.categories[0]: "a\\rb" is not a valid resource name',
  ],
])("a name of a resource that Kubernetes refuses is an error at its place: %s", async (from, to, message) => {
  expect(await refused(plain.replace(from, to))).toContain(`crd.yaml:${message}`);
});

test.each([
  [
    "{ name: A, type: text, jsonPath: .a }",
    "18:28 error import/invalid-crd: the type of a printer column must be one of",
  ],
  [
    "{ name: A, type: string, format: uuid, jsonPath: .a }",
    "18:44 error import/invalid-crd: the format of a printer column must be one of int32, int64,",
  ],
])("a column with an unknown word is an error at its place: %s", async (column, message) => {
  const crd = pizzaCRD("{ type: object }", `additionalPrinterColumns:\n  - ${column}`);
  expect(await refused(crd)).toContain(`crd.yaml:${message}`);
});

test.each([
  ["group", "Pizza!", '"Pizza!" is not a valid group'],
  ["version", "../../x", '"../../x" is not a valid version'],
  ["kind", "Pizza {", '"Pizza {" is not a valid name of a kind'],
])("a %s of an OpenAPI document that is not a name is an error", async (keyword, text, message) => {
  const places = placesOf(wholeOpenAPI).filter(({ path }) => path.at(-1) === keyword && !path.includes("schema"));
  const document = places.reduce<unknown>((whole, place) => withText(whole, place, text), wholeOpenAPI);
  expect(await refused(JSON.stringify(document), "openapi.json")).toContain(message);
});

test.each([
  ["pizza.example.com", true],
  ["apps", false],
  ["pizza.k8s.io", false],
])(
  "the kinds of %s in an OpenAPI document get a CustomResourceDefinition only if clusters accept it",
  async (group, isRoot) => {
    const text = JSON.stringify(wholeOpenAPI).replaceAll('"group":"pizza.example.com"', `"group":"${group}"`);
    const root = apiProject({ "openapi.json": text });
    expect(await runHere(root, ["import", "openapi.json"])).toMatchObject({ status: 0 });
    const types = readFileSync(join(root, "apis", group.replace(/\..*/, ""), "v1/types.ts"), "utf8");
    expect(types.includes("+kubebuilder:object:root=true")).toBe(isRoot);
  },
);

describe("a number that JavaScript does not hold exactly", () => {
  const withSpec = (property: string) => pizzaCRD(`type: object\nproperties:\n  a: ${property}`);
  const path = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a";

  test.each([
    [
      "default: 9007199254740993",
      "default",
      "9007199254740993",
      'write the number as a string: "9007199254740993", in a property with type: string',
    ],
    ["default: -9007199254740992", "default", "-9007199254740992", 'write the number as a string: "-9007199254740992"'],
    ["maximum: 9223372036854775807", "maximum", "9223372036854775807", "remove maximum, or write a limit of at most"],
    ["minimum: -9223372036854775808", "minimum", "-9223372036854775808", "remove minimum, or write a limit of at"],
    ["enum: [1, 18446744073709551616]", "enum[1]", "18446744073709551616", "write the number as a string"],
    ["default: 1e400", "default", "1e400", "write the number as a string"],
    ["default: .inf", "default", ".inf", "write the number as a string"],
  ])("is an error with its path, digits and advice: %s", async (written, keyword, digits, hint) => {
    const stderr = await refused(withSpec(`{ type: integer, ${written} }`));
    expect(stderr).toContain("error import/inexact-number: ");
    expect(stderr).toContain(`${path}.${keyword}: ${digits} is a number that JavaScript cannot represent exactly`);
    expect(stderr).toContain(`\n    ${hint}`);
    const line = withSpec(`{ type: integer, ${written} }`).split("\n")[26] ?? "";
    expect(stderr).toContain(`crd.yaml:27:${String(line.indexOf(digits) + 1)} error`);
  });

  test("is an error in JSON, too", async () => {
    const json = JSON.stringify({ kind: "CustomResourceDefinition", spec: { x: 1 } }).replace(
      '"x":1',
      '"x":9007199254740993',
    );
    expect(await refused(json, "crd.json")).toContain(
      "crd.json:1:48 error import/inexact-number: spec.x: 9007199254740993 is a number",
    );
  });

  test("is not 2^53 - 1, a fraction, or a number with an exponent, which is a float64", async () => {
    const root = apiProject({
      "crd.yaml": withSpec(
        "{ type: number, enum: [9007199254740991, -9007199254740991, 0.1, 1.0, 1e300, 1e+18, -0.0], maximum: 1.5e18 }",
      ),
    });
    expect(await runHere(root, ["import", "crd.yaml"])).toMatchObject({ status: 0, stderr: "" });
  });
});

const doubled = Array.from("bcdefgh", (name, index) => {
  const before = "abcdefgh".charAt(index);
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]\n`;
});

test.each([
  ["an alias without an anchor", "kind: *none\n", "1:7 error import/syntax: the YAML is invalid: Unresolved alias"],
  [
    "aliases of aliases",
    `a: &a [1]\n${doubled.join("")}`,
    "1:1 error import/syntax: the YAML is invalid: Excessive alias",
  ],
  [
    "an alias of itself",
    "spec: &a\n  x: *a\n",
    "2:6 error import/too-deep: spec.x.x: the value is nested more than 1000 levels deep",
  ],
  [
    "lists too deep for the parser",
    `spec: ${"[".repeat(50_000)}\n`,
    "error import/syntax: the YAML is invalid: its values are nested",
  ],
])("%s in a file is an error at its place", async (_, text, message) => {
  expect(await refused(text)).toContain(message);
});

test("a string of a file in a message has no characters on which a terminal acts, and adds no line", async () => {
  const stderr = await refused('kind: "a\\e[31mb\\nx.yaml:1:1 error forged\\r\\L"\n');
  expect(stderr).toContain(
    String.raw`has the kind a\u001b[31mb\u000ax.yaml:1:1 error forged\u000d\u2028, but must be a Custom`,
  );
  expect(stderr.split("\n")).toHaveLength(4);
});

test("deep JSON is an error, too", async () => {
  expect(await refused(`{"spec":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, "crd.json")).toContain(
    "crd.json:1:1 error import/too-deep: spec[0][0]: the value is nested more than 1000 levels deep, or contains itself",
  );
});

test.each([
  ["console.log(1);", 'line 1 has a statement: "console.log(1);"'],
  ["// a\u2028f();", 'line 2 has a statement: "f();"'],
  ["export const a = 1;", 'line 1 has a statement: "export const a = 1;"'],
  ['import { a } from "a";', "line 1 has a statement"],
  ['import "a";', "line 1 has a statement"],
  ['export * from "a";', "line 1 has a statement"],
  ["export { a };", "line 1 has a statement"],
  ["export interface A { a: string", "line 1 is not TypeScript: '}' expected"],
])("a printed file with anything but types is refused: %j", (text, fault) => {
  expect(codeIn("types.ts", text)).toContain(fault);
});

test("a printed file of imports, interfaces, aliases and comments is data", () => {
  const text = 'import type { A } from "a";\n/** b */\nexport interface B { a: A }\nexport type C = B;\nexport {};\n';
  expect(codeIn("types.ts", text)).toBeUndefined();
});

test("a value of a type that API servers cannot decode is an error at its place", async () => {
  expect(await refused(pizzaCRD("{ type: object, maxProperties: many }"))).toContain(
    "crd.yaml:25:46 error crd/wrong-type: spec.versions[0].schema.openAPIV3Schema.properties.spec.maxProperties must be a whole number",
  );
});

test("an unknown field is a warning at its place", async () => {
  const size = "{ type: string, maxlength: 3 }";
  const root = apiProject({ "crd.yaml": pizzaCRD(`{ type: object, properties: { size: ${size} } }`) });
  const { status, stderr } = await runHere(root, ["import", "crd.yaml"]);
  const path = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size";
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `crd.yaml:25:78 warning crd/unknown-field: unknown field "${path}.maxlength"
    the import ignores this part
`,
  });
});
