import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { edit } from "./names-project.js";
import { runHere } from "./run-here.js";

const api = ["create", "api", "--group", "cafe.example.com", "--version", "v1alpha1", "--kind", "Coffee"];
const version = (from: string, to: string, ...more: readonly string[]) => [
  ...["create", "version", "--from", from, "--to", to],
  ...more,
];

/** Creates a project with the API group cafe.example.com and its version v1alpha1. */
async function cafe(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = temporaryFolder({ "package.json": "{}", ...files });
  await runHere(root, api);
  return root;
}

const conversion = `import type { ConversionScope } from "@apimachinery/runtime";
import type * as v1beta1 from "../v1beta1/types.js";
import type * as v1alpha1 from "./types.js";
import { autoConvert_v1alpha1_CoffeeSpec_To_v1beta1_CoffeeSpec } from "./zz_generated.conversion.js";

/** The annotation of v1beta1 stays: "v1beta1". */
export function Convert_v1alpha1_CoffeeSpec_To_v1beta1_CoffeeSpec(
  input: v1alpha1.CoffeeSpec,
  scope: ConversionScope,
): v1beta1.CoffeeSpec {
  return autoConvert_v1alpha1_CoffeeSpec_To_v1beta1_CoffeeSpec(input, scope);
}
`;

describe("create version in a group without an internal hub", () => {
  test("the version that is stored stays that of a CustomResourceDefinition", async () => {
    const root = await cafe();
    const typesOf = (name: string): string => readTree(root)[`apis/cafe/${name}/types.ts`] ?? "";
    const mark = (name: string, marker: string): void => {
      const text = typesOf(name).replace(" * +kubebuilder:subresource", ` * ${marker}\n$&`);
      edit(root, `apis/cafe/${name}/types.ts`, text);
    };
    mark("v1alpha1", "+kubebuilder:object:root=true");
    const { stdout } = await runHere(root, version("v1alpha1", "v1beta1"));
    expect(stdout).toContain(
      "  apis/cafe/v1alpha1/types.ts:6 add +kubebuilder:storageversion to Coffee of v1alpha1: a CustomResourceDefinition with several versions requires it, or v1beta1 after every running server has the version v1beta1\n",
    );
    mark("v1beta1", "+kubebuilder:storageversion");
    const next = await runHere(root, version("v1beta1", "v1"));
    expect(next.stdout).not.toContain("+kubebuilder:storageversion");
    expect(typesOf("v1beta1")).toContain("+kubebuilder:storageversion");
    expect(typesOf("v1")).toContain("+kubebuilder:object:root=true");
    expect(typesOf("v1")).not.toContain("+kubebuilder:storageversion");
  });

  test("a more mature version becomes the hub", async () => {
    const root = await cafe({
      "src/main.ts": `import { Install } from "../apis/cafe/zz_generated.install.js";
import { Kinds } from "../apis/cafe/v1alpha1/zz_generated.register.js";

export const group = { install: Install, storageVersion: v1alpha1, kinds: { Coffee: {} } };
`,
      "src/other.ts": "export const other = { storageVersion: v1 };\n",
    });
    const { stdout, status, stderr } = await runHere(root, version("v1alpha1", "v1"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(`created apis/cafe/v1/doc.ts
created apis/cafe/v1/types.ts
updated apis/cafe/v1alpha1/doc.ts

--- a/apis/cafe/v1alpha1/doc.ts
+++ b/apis/cafe/v1alpha1/doc.ts
@@ -2,6 +2,7 @@
  * cafe.example.com/v1alpha1: the types that clients send and receive.
  *
  * +k8s:deepcopy-gen=package
+ * +k8s:conversion-gen=../v1
  * +k8s:defaulter-gen=TypeMeta
  * +groupName=cafe.example.com
  *

v1 is now the hub, to which v1alpha1 converts. The types of v1 equal those of v1alpha1, so no conversion functions are needed yet. When the types differ, codegen prints a function for each difference.

Next: change the types in apis/cafe/v1/types.ts, then npx --no -- codegen

Then change by hand:
  src/main.ts:2 imports from apis/cafe/v1alpha1: for objects of the hub, import from apis/cafe/v1
  src/main.ts:4 check storageVersion, required with several versions: v1alpha1, or v1 after every running server has the version v1
  check the strategies and admission plugins of the group, which receive objects of v1 instead of v1alpha1
`);
    const tree = readTree(root);
    expect(tree["apis/cafe/v1alpha1/doc.ts"]).toMatch("package\n * +k8s:conversion-gen=../v1\n * +k8s:defaulter-gen");
    expect(tree["apis/cafe/v1/doc.ts"]).not.toMatch("conversion-gen");
    expect(tree["apis/cafe/v1/types.ts"]).toMatch(`TypeMeta<"cafe.example.com/v1", "Coffee">`);
  });

  test("the hub moves from one version to the next, with the names in hand-written conversions", async () => {
    const root = await cafe();
    await runHere(root, version("v1alpha1", "v1beta1"));
    const withConversion = temporaryFolder({ ...readTree(root), "apis/cafe/v1alpha1/conversion.ts": conversion });
    const { stdout } = await runHere(withConversion, version("v1beta1", "v1"));
    expect(stdout).toMatch("v1 is now the hub, to which v1beta1 and v1alpha1 convert.");
    expect(stdout).toMatch("\n- * +k8s:conversion-gen=../v1beta1\n+ * +k8s:conversion-gen=../v1\n");
    expect(stdout).not.toMatch("conversion.ts:2 imports");
    const tree = readTree(withConversion);
    expect(Object.keys(tree)).not.toContain("apis/cafe/v1/conversion.ts");
    expect(tree["apis/cafe/v1beta1/doc.ts"]).toMatch(" * +k8s:conversion-gen=../v1\n");
    expect(tree["apis/cafe/v1alpha1/doc.ts"]).toMatch(" * +k8s:conversion-gen=../v1\n");
    expect(tree["apis/cafe/v1alpha1/conversion.ts"]).toBe(
      conversion
        .replaceAll(/(?<=_To_|as |\.\.\/|: )v1beta1(?=[_./ ]|$)/g, "v1")
        .replace("annotation of v1 stays", "annotation of v1beta1 stays"),
    );
  });

  test("a less mature version is a spoke of the present hub", async () => {
    const root = await cafe();
    await runHere(root, version("v1alpha1", "v1"));
    const before = readTree(root);
    expect((await runHere(root, version("v1", "v2alpha1"))).stdout).toMatch(
      "v1 stays the hub, because it is more mature than v2alpha1. The types of v2alpha1 equal those of v1",
    );
    await runHere(root, version("v1alpha1", "v1alpha2"));
    const tree = readTree(root);
    expect(tree).toMatchObject(before);
    for (const name of ["v2alpha1", "v1alpha2"])
      expect(tree[`apis/cafe/${name}/doc.ts`]).toMatch("\n * +k8s:conversion-gen=../v1\n * +k8s:defaulter-gen");
  });

  const definition = `import { Install } from "../apis/cafe/zz_generated.install.js";

export const group = {
  install: Install,
  kinds: { Coffee: {} },
};
`;
  const added = `src/definition.ts:4 add the storage version, required with several versions: storageVersion: { group: "cafe.example.com", version: "v1alpha1" }`;

  test.each([
    ["v1", `  ${added}, or v1 after every running server has the version v1\n`],
    ["v1alpha2", `Then change by hand:\n  ${added}, or v1alpha2 after`],
  ])("the second version %s asks for a storage version", async (to, text) => {
    const root = await cafe({ "src/definition.ts": definition });
    expect((await runHere(root, version("v1alpha1", to))).stdout).toContain(text);
  });

  test("a second version that is less mature than the hub, or has an internal hub, asks for a storage version", async () => {
    const spoke = temporaryFolder({ "package.json": "{}", "src/definition.ts": definition });
    await runHere(spoke, api.with(5, "v1"));
    const text = `Then change by hand:\n  ${added.replace("v1alpha1", "v1")}\n`;
    expect((await runHere(spoke, version("v1", "v2alpha1"))).stdout).toContain(text);
    expect((await runHere(spoke, version("v1", "v2alpha2"))).stdout).toContain(text);
    const internal = temporaryFolder({ "package.json": "{}", "src/definition.ts": definition });
    await runHere(internal, [...api, "--internal-hub"]);
    expect((await runHere(internal, version("v1alpha1", "v1"))).stdout).toContain(`Then change by hand:\n  ${added}\n`);
    edit(internal, "src/definition.ts", definition.replace("  kinds", "  storageVersion: v1alpha1,\n  kinds"));
    expect((await runHere(internal, version("v1alpha1", "v2"))).stdout).not.toContain("by hand");
  });

  test.each([
    ["the hub", "v1alpha1", "v1"],
    ["a spoke", "v1", "v1alpha1"],
    ["the same version", "v1", "v1"],
  ])("an existing version is a usage error, and nothing is written: %s", async (_, from, to) => {
    const created = await cafe();
    await runHere(created, version("v1alpha1", "v1beta1"));
    edit(created, "apis/cafe/v1alpha1/conversion.ts", conversion);
    await runHere(created, version("v1beta1", "v1"));
    const tree = readTree(created);
    expect(await runHere(created, version(from, to))).toEqual({
      stdout: "",
      stderr: `codegen: apis/cafe/${to} already exists; nothing was written\n`,
      status: 2,
    });
    expect(readTree(created)).toEqual(tree);
  });

  test("a version without hand-written files is not copied", async () => {
    const root = await cafe({ "apis/cafe/v1alpha2/notes.md": "" });
    expect(await runHere(root, version("v1alpha2", "v1"))).toEqual({
      stdout: "",
      stderr: "codegen: apis/cafe/v1alpha2 has no hand-written files to copy; nothing was written\n",
      status: 2,
    });
  });

  test("a new hub starts as a copy of the present hub", async () => {
    const root = await cafe();
    await runHere(root, version("v1alpha1", "v1beta1"));
    const tree = readTree(root);
    expect(await runHere(root, version("v1alpha1", "v1"))).toEqual({
      stdout: "",
      stderr: `codegen: v1 would replace v1beta1 as the hub of apis/cafe, so it must start as a copy of v1beta1:
  npx --no -- codegen create version --from v1beta1 --to v1 --group cafe
`,
      status: 2,
    });
    expect(readTree(root)).toEqual(tree);
  });

  test("--dry-run prints the same changes and writes nothing", async () => {
    const root = await cafe();
    const tree = readTree(root);
    const { stdout, status } = await runHere(root, version("v1alpha1", "v1", "--dry-run"));
    expect(status).toBe(0);
    expect(stdout).toMatch(
      "create apis/cafe/v1/doc.ts\ncreate apis/cafe/v1/types.ts\nupdate apis/cafe/v1alpha1/doc.ts\n",
    );
    expect(stdout).toMatch("\n+ * +k8s:conversion-gen=../v1\n");
    expect(stdout).toMatch(/\nNothing was written \(--dry-run\)\.\n$/);
    expect(readTree(root)).toEqual(tree);
  });

  test("a doc.ts with Windows line endings keeps them", async () => {
    const root = await cafe();
    const path = "apis/cafe/v1alpha1/doc.ts";
    edit(root, path, (readTree(root)[path] ?? "").replaceAll("\n", "\r\n"));
    await runHere(root, version("v1alpha1", "v1"));
    expect(readTree(root)[path]).toMatch("package\r\n * +k8s:conversion-gen=../v1\r\n * +k8s:defaulter-gen");
  });

  test.each([
    [
      "a marker of another form",
      "// +k8s:conversion-gen=false\n/**\n * +groupName=cafe.example.com\n */\n",
      "1:4 the hub has a marker that names another version",
    ],
    [
      "two markers",
      "/**\n * +k8s:conversion-gen=../v1\n * +k8s:conversion-gen=../v1\n */\n",
      "3:4 the file has several",
    ],
    ["the group in another comment", "// +groupName=cafe.example.com\n", "1:4 the file has no line"],
    ["no file", undefined, "1:1 the file does not exist"],
  ])("a doc.ts with %s is not changed", async (_, text, fault) => {
    const root = await cafe();
    const doc = "apis/cafe/v1alpha1/doc.ts";
    if (text === undefined) rmSync(join(root, doc));
    else edit(root, doc, text);
    const tree = readTree(root);
    const { stderr, stdout, status } = await runHere(root, version("v1alpha1", "v1"));
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toMatch(`${doc}:${fault}`);
    expect(stderr).toMatch(
      /; nothing was written\n {4}Write this line into .*\n {5}\* \+k8s:conversion-gen=\.\.\/v1\n$/,
    );
    expect(readTree(root)).toEqual(tree);
  });

  test("a spoke cannot be copied from a hub whose doc.ts does not have the generated form", async () => {
    const root = await cafe();
    edit(root, "apis/cafe/v1alpha1/doc.ts", "// +groupName=cafe.example.com\n");
    const moved = temporaryFolder(
      Object.fromEntries(Object.entries(readTree(root)).map(([path, text]) => [path.replace("v1alpha1", "v1"), text])),
    );
    expect(await runHere(moved, version("v1", "v2alpha1"))).toEqual({
      stdout: "",
      stderr: `apis/cafe/v1/doc.ts:1:4 the file has no line \` * +groupName=…\`, which codegen generated; nothing was written
    Copy apis/cafe/v1 to apis/cafe/v2alpha1 by hand, with this line in the comment of apis/cafe/v2alpha1/doc.ts:
     * +k8s:conversion-gen=../v1
`,
      status: 1,
    });
  });
});

test("the help of create version explains which version becomes the hub", async () => {
  const { stdout, status } = await runHere(temporaryFolder(), ["create", "version", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/--dry-run .* A version that is more mature than the current hub becomes the hub/s);
  expect(stdout).toMatch("A less mature version (v2alpha1 beside v1) converts to the current hub");
});
