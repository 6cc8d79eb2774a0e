import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiProject, groupDoc } from "./api-project.js";
import { runHere } from "./run-here.js";

const hats = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: hats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: hats, singular: hat, kind: Hat, listKind: HatList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              x-kubernetes-validations:
                - rule: self.size <= self.limit
                  message: too large
                - rule: oldSelf.size <= self.size
                  message: a hat never shrinks
              properties:
                size: {type: integer}
                limit: {type: integer, default: 3}
                tags: {type: array, maxItems: 10, items: {type: string, maxLength: 20}}
`;
const hat = (size: number) => `apiVersion: example.com/v1
kind: Hat
metadata: {name: a}
spec: {size: ${String(size)}, tags: [new, red]}
`;

async function cel(...args: readonly string[]): Promise<readonly [status: number, output: string]> {
  const files = { "empty.yaml": "", "two.yaml": "a: 1\n---\nb: 1\n", "broken.yaml": "a: [1\nb: }" };
  const list = `kind: List\nitems:\n  - ${hats.trimEnd().replaceAll("\n", "\n    ")}\n`;
  const root = apiProject({
    "hats.yaml": hats,
    "list.yaml": list,
    "small.yaml": hat(2),
    "large.yaml": hat(4),
    ...files,
  });
  writeFileSync(join(root, "latin1.yaml"), Buffer.from("a: caf\u00e9", "latin1"));
  const { status, stdout, stderr } = await runHere(root, ["cel", ...args]);
  return [status, stdout + stderr];
}

test.each([
  ["1 + 2 * 3", [], 0, "7\ntype: int\ncost: 2 (estimated: 2)\n"],
  ["self.a > 1", ["--self", '{"a": 2}'], 0, "true\ntype: bool\ncost: 3 (estimated: 2)\n"],
  ["self.a > 1", ["--self", '{"a": 1}'], 1, "false\ntype: bool\ncost: 3 (estimated: 2)\n"],
  ["self.b", ["--self", "{}"], 1, "error: no such key: b\ntype: dyn\ncost: 2 (estimated: 1)\n"],
  ["[1u, 2u].map(x, x > 1u ? 'a' : \"b\\n\")", [], 0, '["b\\n", "a"]\n'],
  [
    "{'d': dyn(duration('90m')), 't': dyn(timestamp('2026-01-02T03:04:05Z'))}",
    [],
    0,
    '{"d": duration("1h30m0s"), "t": timestamp("2026-01-02T03:04:05Z")}\n',
  ],
  ["[optional.of(1), optional.none()]", [], 0, "[optional.of(1), optional.none()]\n"],
  ["[dyn(type(1.0)), dyn(bytes('a\\x00é'))]", [], 0, '[double, b"a\\x00\\xc3\\xa9"]\n'],
  ["self.size", [], 0, "not evaluated: the expression needs --self\ntype: dyn\nestimated cost: 1\n"],
  ["self > oldSelf", ["--self", "1"], 0, "not evaluated: the expression needs --old\n"],
  ["self > oldSelf", [], 0, "not evaluated: the expression needs --self and --old\n"],
  ["self", ["--self", "9223372036854775807"], 0, "9223372036854775807\n"],
  ["self", ["--self", "9223372036854775808"], 0, "9223372036854775808.0\n"],
  ["self == null", ["--self", "null"], 0, "true\n"],
  ["self", ["--self", '{"a": 1, "unknown": 2}', "--crd", "hats.yaml"], 0, "{}\n"],
  ["self.spec.limit", ["--self", "small.yaml", "--crd", "hats.yaml"], 0, "3\n"],
  ["self.spec.limit", ["--self", "small.yaml", "--crd", "list.yaml"], 0, "3\n"],
  [
    "self.limit > oldSelf.limit",
    ["--self", '{"limit": 4}', "--old", "{}", "--crd", "hats.yaml", "--path", "spec"],
    0,
    "true\n",
  ],
])("codegen cel %j %j", async (expression, args, status, output) => {
  const [code, text] = await cel(expression, ...args);
  expect(text.slice(0, output.length)).toBe(output);
  expect(code).toBe(status);
});

test("a wrong expression is printed with its line and a caret", async () => {
  const [code, text] = await cel("1 + 'a'");
  expect(text).toBe(
    "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a'\n | ..^\n",
  );
  expect(code).toBe(1);
});

test("JSON has strings for ints and costs, and the position of a problem", async () => {
  const [, right] = await cel("self.a", "--self", '{"a": [9007199254740993, 1.5, "x", null]}', "--format=json");
  expect(JSON.parse(right)).toEqual({
    value: ["9007199254740993", 1.5, "x", null],
    type: "dyn",
    estimated: "1",
    cost: "2",
  });
  const [, numbers] = await cel("[0.0 / 0.0, -1.0 / 0.0, 0.5]", "--format=json");
  expect(JSON.parse(numbers)).toMatchObject({ value: ["NaN", "-Infinity", 0.5] });
  const [, wrong] = await cel("1 +\n  x", "--format=json");
  expect(JSON.parse(wrong)).toMatchObject({
    line: 2,
    column: 3,
    error: expect.stringContaining("undeclared") as string,
  });
});

test("an object gets the answer of an API server, and each rule its costs", async () => {
  expect(await cel("--crd", "hats.yaml", "--self", "small.yaml")).toEqual([
    0,
    `API servers accept the object

path  estimated  total  cost  passes  rule
spec          5      5     5  yes     self.size <= self.limit
spec          5      5     0  yes     oldSelf.size <= self.size
`,
  ]);
  const [code, text] = await cel("--crd", "hats.yaml", "--self", "large.yaml", "--format", "json");
  expect(JSON.parse(text)).toMatchObject({
    valid: false,
    errors: [{ path: "spec", type: "FieldValueInvalid", detail: "too large" }],
    rules: [
      { path: "spec", rule: "self.size <= self.limit", estimated: "5", total: "5", passes: false },
      { path: "spec", passes: true, cost: "0" },
    ],
  });
  expect(code).toBe(1);
  const [update, refused] = await cel("--crd", "hats.yaml", "--self", "small.yaml", "--old", "large.yaml");
  expect(refused).toContain("API servers refuse the object:\nspec: Invalid value: a hat never shrinks\n");
  expect(update).toBe(1);
});

test("an expression about a part of the objects of a definition has the types of its schema", async () => {
  const [, text] = await cel(
    "self.map(tag, size(tag))",
    "--crd",
    "hats.yaml",
    "--path",
    "spec.tags",
    "--self",
    '["a"]',
  );
  expect(text).toMatch(/^\[1\]\ntype: list\(int\)\n/);
  const [code, wrong] = await cel("self.spec.colour == ''", "--crd", "hats.yaml", "--version", "v1");
  expect(wrong).toContain("undefined field 'colour'");
  expect(code).toBe(1);
});

test.each([
  [["--crd", "hats.yaml"], "an expression is missing; to check all rules for an object, use --crd FILE --self FILE"],
  [["--crd", "hats.yaml", "--self", "[1]"], "--self must be a complete object, with apiVersion and kind"],
  [
    ["--crd", "hats.yaml", "--self", '{"apiVersion": "a.com/v1", "kind": "Hat"}'],
    "no definition for the apiVersion and kind of the object; its definitions are hats.example.com",
  ],
  [["true", "--crd", "none.yaml"], "none.yaml:1:1: the file does not exist"],
  [["true", "--crd", "small.yaml"], "the file has no CustomResourceDefinition"],
  [["true", "--crd", "hats.yaml", "--version", "v2"], "hats.example.com has no version v2; its versions are v1"],
  [
    ["true", "--crd", "hats.yaml", "--path", "spec.x"],
    "--path=spec.x: the schema has no spec.x; known properties: size, limit, tags",
  ],
  [["true", "--crd", "hats.yaml", "--type", "v1.Hat"], "--type and --crd cannot be used together"],
  [["true", "--path", "spec"], "--path and --version need --crd or --type"],
  [
    ["true", "--crd", "hats.yaml", "--path", "spec..tags"],
    "--path=spec..tags: write a path such as spec.toppings[].name",
  ],
  [
    ["self", "--crd", "hats.yaml", "--path", "spec", "--self", "small.yaml"],
    "with --path=spec, --self must be the value of spec, not the complete object",
  ],
  [["true", "--config", "codegen.config.json"], "--config needs --type"],
  [["true", "--type", "Hat"], "write a version and a kind, such as v1.Pizza"],
  [["true", "--self", "{"], "--self: the value is not JSON: "],
  [["true", "--self", " "], "--self is empty: it must be JSON, or the name of a file"],
  [["true", "--self", "abc"], "--self=abc is neither JSON nor a file that can be read: the file does not exist"],
  [["true", "--self", "."], "--self=. is neither JSON nor a file that can be read: this is a folder"],
  [["true", "--self", "empty.yaml"], "--self: empty.yaml must contain exactly one document"],
  [["true", "--self", "two.yaml"], "--self: two.yaml must contain exactly one document"],
  [["true", "--self", "broken.yaml"], "broken.yaml:2:1: the YAML is invalid: Flow sequence"],
  [
    ["true", "--self", "latin1.yaml"],
    "--self=latin1.yaml is neither JSON nor a file that can be read: the file is not in UTF-8",
  ],
  [["true", "--self", '{"a": [1e400]}'], "--self:1:8: a[0]: 1e400 is not a JSON number"],
  [
    ["true", "--self", "[".repeat(9000) + "]".repeat(9000)],
    "the value is nested more than 1000 levels deep, or contains itself",
  ],
  ...["34", "1.99", "1.22"].map((version): [string[], string] => [
    ["true", "--kubernetes", version],
    "Write a version of Kubernetes from 1.23 to 1.37, such as 1.31.",
  ]),
  [["true", "--crd", ""], "--crd is empty: it must be the name of a file"],
])("usage: codegen cel %j", async (args, message) => {
  const [code, text] = await cel(...args);
  expect(text).toContain(message);
  expect(code).toBe(2);
});

test("--type names a kind of the project, and lists the kinds that it could mean", async () => {
  const project = apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Hat extends TypeMeta<"shop.example.com/v1", "Hat"> {
  metadata: ObjectMeta;
  size?: string;
}
`,
  });
  const { status, stdout } = await runHere(project, ["cel", "self.size", "--type", "v1.Hat"]);
  expect(stdout).toMatch(/^not evaluated: .*\ntype: string\n/);
  expect(status).toBe(0);
  const self = '{ "apiVersion": "shop.example.com/v1beta1", "kind": "Hat", "size": "L" }';
  const other = await runHere(project, ["cel", "self.size", "--type", "v1.Hat", "--self", self]);
  expect(other.stderr).toBe(
    "codegen: --self has the kind Hat of shop.example.com/v1beta1, but --type=v1.Hat is another type\n",
  );
  for (const type of ["v1.Hat", "shop.example.com/v1.Hat"]) {
    const same = await runHere(project, ["cel", "self.size", "--type", type, "--self", self.replace("beta1", "")]);
    expect(same.stdout).toMatch(/^"L"\n/);
  }
  const unknown = await runHere(project, ["cel", "true", "--type", "shop.example.com/v1.Cap"]);
  expect(unknown.stderr).toMatch(
    /^codegen: no kind shop\.example\.com\/v1\.Cap has \+kubebuilder:object:root=true; the kinds with this marker are v1\.Hat/,
  );
  expect(unknown.status).toBe(2);
});

test("ints in files and in arguments keep all digits, and keys may be repeated as in API servers", async () => {
  const { status, stdout } = await runHere(apiProject({ "big.yaml": "a: -9223372036854775808\n" }), [
    "cel",
    "self.a",
    "--self",
    "big.yaml",
  ]);
  expect([status, stdout.split("\n", 1)]).toEqual([0, ["-9223372036854775808"]]);
  expect((await cel("self.a", "--self", '{"a": 1, "a": 2}'))[1]).toMatch(/^2\n/);
});

test("the costs of rules are information with numbers, and the hint of an expensive rule has computed bounds", async () => {
  const types = (marker: string) => `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Hat extends TypeMeta<"shop.example.com/v1", "Hat"> {
  metadata: ObjectMeta;
  /**
   * +kubebuilder:validation:XValidation:rule="self.all(a, self.exists_one(b, a.size == b.size))"
   * ${marker}
   */
  bands: Band[];
}

export interface Band {
  size: int32;
}
`;
  const problemsOf = async (source: string): Promise<readonly object[]> => {
    const root = apiProject({ "apis/shop/v1/doc.ts": groupDoc("shop.example.com"), "apis/shop/v1/types.ts": source });
    const { stdout } = await runHere(root, ["--dry-run", "--only", "crd", "--verbose", "--format", "json"]);
    return (JSON.parse(stdout) as { readonly problems: readonly { readonly code: string }[] }).problems.filter(
      ({ code }) => code === "cel/cost",
    );
  };
  const [expensive] = (await problemsOf(types(""))) as readonly { readonly hint: string }[];
  const bound = /^add \+kubebuilder:validation:MaxItems=(\d+) to Hat\.bands$/.exec(expensive?.hint ?? "")?.[1] ?? "0";
  const bounded = (items: number) => problemsOf(types(`+kubebuilder:validation:MaxItems=${String(items)}`));
  expect(Number(bound)).toBeGreaterThan(100);
  const [cheap] = (await bounded(Number(bound))) as readonly { readonly numbers: { readonly factor: number } }[];
  expect(cheap).toMatchObject({ severity: "info", numbers: { places: 1 } });
  expect(cheap?.numbers.factor).toBeGreaterThan(0.9);
  expect(await bounded(Number(bound) + 1)).toMatchObject([
    { severity: "error", hint: `lower Hat.bands to +kubebuilder:validation:MaxItems=${bound}` },
  ]);
});
