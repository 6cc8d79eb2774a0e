import { describe, expect, test } from "vitest";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { runHere } from "../run-here.js";
import { definition, schemas, version, type Definition } from "./definitions.js";

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
  expect(unpaired.stderr).toBe("codegen: new.json contains none of the definitions of old.json: widgets.example.com\n");
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
