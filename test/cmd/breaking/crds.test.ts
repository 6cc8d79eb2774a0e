import { describe, expect, test } from "vitest";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { runHere } from "../run-here.js";

interface Pair {
  readonly name: string;
  readonly old: object;
  readonly now: object;
  readonly expected: readonly string[];
}

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });

/** Changes of the schema of `spec`. */
const schemas: readonly Pair[] = [
  { name: "same", old: object({ a: text }), now: object({ a: text }), expected: [] },
  {
    name: "descriptions",
    old: object({ a: text }),
    now: object({ a: { ...text, description: "A text" } }),
    expected: [],
  },
  {
    name: "removed",
    old: object({ a: text, b: text }),
    now: object({ a: text }),
    expected: ["removed-field breaking spec.b"],
  },
  {
    name: "removed, and unknown properties are kept",
    old: object({ a: text, b: text }),
    now: object({ a: text }, { "x-kubernetes-preserve-unknown-fields": true }),
    expected: [],
  },
  {
    name: "new and required",
    old: object({}),
    now: object({ a: text }, { required: ["a"] }),
    expected: ["new-required-field breaking spec.a"],
  },
  {
    name: "new and required, with a default",
    old: object({}),
    now: object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    expected: [],
  },
  {
    name: "required",
    old: object({ a: text }),
    now: object({ a: text }, { required: ["a"] }),
    expected: ["optional-to-required breaking spec.a"],
  },
  {
    name: "required, with the same default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    expected: [],
  },
  { name: "not required", old: object({ a: text }, { required: ["a"] }), now: object({ a: text }), expected: [] },
  { name: "type", old: object({ a: text }), now: object({ a: whole }), expected: ["changed-type breaking spec.a"] },
  {
    name: "integer to number",
    old: object({ a: { ...whole, format: "int32" } }),
    now: object({ a: { type: "number" } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "integer to integer or string",
    old: object({ a: whole }),
    now: object({ a: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "new member",
    old: object({ a: { ...text, enum: ["A"] } }),
    now: object({ a: { ...text, enum: ["A", "B"] } }),
    expected: ["added-enum-member compatible spec.a"],
  },
  {
    name: "removed member",
    old: object({ a: { ...text, enum: ["A", "B"] } }),
    now: object({ a: { ...text, enum: ["A"] } }),
    expected: ["removed-enum-member breaking spec.a"],
  },
  {
    name: "enumeration",
    old: object({ a: text }),
    now: object({ a: { ...text, enum: ["A"] } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "pattern instead of members",
    old: object({ a: { ...text, enum: ["a", "b"] } }),
    now: object({ a: { ...text, pattern: "^[a-z]$" } }),
    expected: [],
  },
  {
    name: "pattern that refuses a member",
    old: object({ a: { ...text, enum: ["a", "B"] } }),
    now: object({ a: { ...text, pattern: "^[a-z]$" } }),
    expected: ["removed-enum-member breaking spec.a"],
  },
  {
    name: "maximum",
    old: object({ a: { ...whole, maximum: 9 } }),
    now: object({ a: { ...whole, maximum: 5 } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "larger maximum",
    old: object({ a: { ...whole, maximum: 5 } }),
    now: object({ a: { ...whole, maximum: 9 } }),
    expected: [],
  },
  {
    name: "equivalent maximum",
    old: object({ a: { ...whole, maximum: 10 } }),
    now: object({ a: { ...whole, maximum: 11, exclusiveMaximum: true } }),
    expected: [],
  },
  {
    name: "exclusive maximum of numbers",
    old: object({ a: { type: "number", maximum: 10 } }),
    now: object({ a: { type: "number", maximum: 10, exclusiveMaximum: true } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "maximum in allOf",
    old: object({ a: { ...whole, allOf: [{ maximum: 9 }, { maximum: 5 }] } }),
    now: object({ a: { ...whole, maximum: 5 } }),
    expected: [],
  },
  { name: "minLength 0", old: object({ a: text }), now: object({ a: { ...text, minLength: 0 } }), expected: [] },
  { name: "unknown format", old: object({ a: text }), now: object({ a: { ...text, format: "colour" } }), expected: [] },
  {
    name: "null",
    old: object({ a: { ...text, nullable: true } }),
    now: object({ a: text }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: { ...text, default: "y" } }),
    expected: ["changed-default breaking spec.a"],
  },
  {
    name: "new default",
    old: object({ a: text }),
    now: object({ a: { ...text, default: "y" } }),
    expected: ["changed-default breaking spec.a"],
  },
  {
    name: "no default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: text }),
    expected: ["removed-default breaking spec.a"],
  },
  {
    name: "items",
    old: object({ a: list(object({ b: text, c: text })) }),
    now: object({ a: list(object({ b: text })) }),
    expected: ["removed-field breaking spec.a[].c"],
  },
  {
    name: "values",
    old: object({ a: { type: "object", additionalProperties: object({ b: text, c: text }) } }),
    now: object({ a: { type: "object", additionalProperties: object({ b: text }) } }),
    expected: ["removed-field breaking spec.a{}.c"],
  },
  {
    name: "set",
    old: object({ a: list(text) }),
    now: object({ a: list(text, { "x-kubernetes-list-type": "set" }) }),
    expected: ["changed-list-type breaking spec.a"],
  },
  {
    name: "keys",
    old: object({
      a: list(object({ b: text, c: text }, { required: ["b", "c"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b", "c"],
      }),
    }),
    now: object({
      a: list(object({ b: text, c: text }, { required: ["b", "c"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b"],
      }),
    }),
    expected: ["changed-map-key breaking spec.a"],
  },
  {
    name: "unknown properties",
    old: object({ a: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
    now: object({ a: object({ b: text }) }),
    expected: ["changed-type breaking spec.a"],
  },
  {
    name: "any object",
    old: object({ a: object({ b: text }) }),
    now: object({ a: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "message of a rule",
    old: object({ a: whole }, { "x-kubernetes-validations": [{ rule: "self.a > 1" }] }),
    now: object({ a: whole }, { "x-kubernetes-validations": [{ rule: "self.a > 1", message: "too small" }] }),
    expected: [],
  },
];

interface Definition {
  readonly spec?: object;
  readonly versions?: readonly object[];
  readonly names?: object;
  readonly scope?: string;
  readonly name?: string;
}

const version = (name: string, spec: object = object({ a: text }), more: object = {}): object => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: object({ spec }) },
  ...more,
});

function definition({ spec, versions, names = {}, scope = "Namespaced", name = "Widget" }: Definition): object {
  const plural = `${name.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope,
      names: { kind: name, plural, ...names },
      versions: versions ?? [version("v1", spec, { storage: true })],
    },
  };
}

/** Compares files with definitions, and returns the lines `code severity path` or `… kind`. */
async function compare(old: readonly object[], now: readonly object[]) {
  const folder = temporaryFolder({
    "old.json": JSON.stringify({ kind: "List", items: old }),
    "new.json": JSON.stringify({ kind: "List", items: now }),
  });
  return runHere(folder, ["breaking", "--crd", "old.json", "new.json", "--format", "json"]);
}

function linesOf(stdout: string): readonly string[] {
  const { changes } = JSON.parse(stdout) as { readonly changes?: readonly Readonly<Record<string, string>>[] };
  expect(changes, stdout).toBeDefined();
  return (changes ?? []).map(({ code = "", severity, kind, path }) =>
    [code.replace("breaking/", ""), severity, path === "" ? kind : path].join(" "),
  );
}

describe("two definitions of another project", () => {
  test.each(schemas)("$name", async ({ old, now, expected }) => {
    const { stdout, stderr } = await compare([definition({ spec: old })], [definition({ spec: now })]);
    expect(stderr).toBe("");
    expect(linesOf(stdout)).toEqual(expected);
  });

  const stored = version("v1", undefined, { storage: true });
  test.each<readonly [string, Definition, Definition, readonly string[]]>([
    ["removed version", { versions: [version("v1alpha1"), stored] }, {}, ["removed-version breaking v1alpha1"]],
    [
      "removed beta version",
      { versions: [version("v1beta1"), stored] },
      {},
      ["dropped-too-early breaking v1beta1", "removed-version breaking v1beta1"],
    ],
    [
      "removed beta version that was deprecated",
      { versions: [version("v1beta1", undefined, { deprecated: true }), stored] },
      {},
      ["removed-version breaking v1beta1"],
    ],
    [
      "version that is not served any more",
      { versions: [version("v1alpha1"), stored] },
      { versions: [version("v1alpha1", undefined, { served: false }), stored] },
      ["removed-version breaking v1alpha1"],
    ],
    ["new version", {}, { versions: [stored, version("v2")] }, []],
    [
      "storage version",
      { versions: [stored, version("v2")] },
      { versions: [version("v1"), version("v2", undefined, { storage: true })] },
      ["changed-storage-version compatible v2.Widget"],
    ],
    ["short name", { names: { shortNames: ["w"] } }, {}, ["removed-short-name breaking v1.Widget"]],
    ["scope", {}, { scope: "Cluster" }, ["changed-scope breaking v1.Widget"]],
    [
      "status",
      {},
      { versions: [version("v1", undefined, { storage: true, subresources: { status: {} } })] },
      ["added-subresource breaking v1.Widget"],
    ],
    [
      "column",
      {},
      {
        versions: [
          version("v1", undefined, {
            storage: true,
            additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
          }),
        ],
      },
      ["changed-column compatible v1.Widget"],
    ],
  ])("%s", async (_name, old, now, expected) => {
    const { stdout } = await compare([definition(old)], [definition(now)]);
    expect(linesOf(stdout)).toEqual(expected);
  });
});

test("definitions are paired by name: one that is gone is a removed kind, a new one is a note", async () => {
  const [widget, gadget, tool] = ["Widget", "Gadget", "Tool"].map((name) => definition({ name }));
  const { stdout, stderr, status } = await compare([widget ?? {}, gadget ?? {}], [widget ?? {}, tool ?? {}]);
  expect(linesOf(stdout)).toEqual(["removed-kind breaking v1.Gadget"]);
  expect(stderr).toBe("codegen: note: tools.example.com is new in new.json\n");
  expect(status).toBe(1);
});

test("the exit code is 2 for files without a common definition, and for files that cannot be read", async () => {
  const unpaired = await compare([definition({})], [definition({ name: "Tool" })]);
  expect(unpaired).toMatchObject({ status: 2, stdout: "" });
  expect(unpaired.stderr).toBe("codegen: no definition of old.json is in new.json: widgets.example.com\n");
  const broken = await compare([definition({ spec: { type: 3 } })], [definition({})]);
  expect(broken.status).toBe(2);
  expect(broken.stdout).toContain("crd/wrong-type");
  const folder = temporaryFolder({ "old.yaml": "kind: Pod\n" });
  expect((await runHere(folder, ["breaking", "--crd", "old.yaml"])).status).toBe(2);
  const other = await runHere(folder, ["breaking", "--crd", "old.yaml", "old.yaml"]);
  expect(other).toMatchObject({ status: 2 });
  expect(other.stderr).toContain("old.yaml:1:1 error crd/no-definition");
});

test("definitions of real projects do not differ from themselves", async () => {
  const definitions = knownCRDs();
  expect(definitions.length).toBeGreaterThan(10);
  const { stdout, status } = await compare(definitions, definitions);
  expect(linesOf(stdout)).toEqual([]);
  expect(status).toBe(0);
});
