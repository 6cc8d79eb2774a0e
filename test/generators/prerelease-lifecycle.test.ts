import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prereleaseLifecycle } from "../../generators/prerelease-lifecycle/index.js";
import { apiProject, doc } from "../cmd/api-project.js";
import { runHere } from "../cmd/run-here.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";

const marker = "+k8s:prerelease-lifecycle-gen";

interface Result {
  /** The entry of the kind Simple in `APILifecycle`; undefined if no file was written. */
  readonly lifecycle: string | undefined;
  readonly errors: readonly string[];
}

/** Generates the lifecycle of a kind with the given markers, in a folder of the given name. */
async function generated(
  version: string,
  markers: readonly string[],
  pkg: readonly string[] = ["k8s:prerelease-lifecycle-gen=true"],
  declaration = `export interface Simple extends TypeMeta<"core.example.com/${version}", "Simple"> {\n  metadata: ObjectMeta;\n}`,
): Promise<Result> {
  const folder = `apis/core/${version}`;
  const lines = markers.map((line) => `// ${line}\n`).join("");
  const root = apiProject({
    [`${folder}/doc.ts`]: doc("groupName=core.example.com", ...pkg),
    [`${folder}/types.ts`]: `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";\n\n${lines}${declaration}\n`,
  });
  const { stderr } = await runHere(root, ["--only", "prerelease-lifecycle"]);
  const file = join(root, folder, "zz_generated.prerelease_lifecycle.ts");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [, entry] = /\n {2}Simple: (\{.*?\}),\n\};/s.exec(text) ?? [];
  return { lifecycle: entry?.replaceAll(/\s+/g, " "), errors: stderr.match(/error [\w/-]+/g) ?? [] };
}

/** The cases of Go's TestArgsFromType. */
test.each([
  ["v1", ["introduced=1.5"], '{ introduced: "1.5" }'],
  ["v2", ["introduced=1.5"], '{ introduced: "1.5" }'],
  ["v1", ["introduced=1.5", "deprecated=1.7"], '{ introduced: "1.5", deprecated: "1.7" }'],
  ["v1", ["introduced=1.5", "removed=1.9"], '{ introduced: "1.5", removed: "1.9" }'],
  [
    "v1",
    ["introduced=1.5", "deprecated=1.7", "removed=1.9"],
    '{ introduced: "1.5", deprecated: "1.7", removed: "1.9" }',
  ],
  ["v1beta1", ["introduced=1.5"], '{ introduced: "1.5", deprecated: "1.8", removed: "1.11" }'],
  [
    "v1beta1",
    ["introduced=1.5", "deprecated=1.7", "removed=1.9"],
    '{ introduced: "1.5", deprecated: "1.7", removed: "1.9" }',
  ],
  ["v1beta1", ["introduced=1.5", "deprecated=1.7"], '{ introduced: "1.5", deprecated: "1.7", removed: "1.10" }'],
  ["v1beta1", ["introduced=1.5", "removed=1.9"], '{ introduced: "1.5", deprecated: "1.8", removed: "1.9" }'],
  ["v1alpha1", ["introduced=1.5"], '{ introduced: "1.5", deprecated: "1.8", removed: "1.11" }'],
])("the releases of %s with %j are those of Go", async (version, markers, expected) => {
  expect(
    await generated(
      version,
      markers.map((text) => `${marker}:${text}`),
    ),
  ).toEqual({ lifecycle: expected, errors: [] });
});

/** The cases of Go's Test_extractKubeVersionTag and Test_extractTag that Go refuses. */
test.each([
  [[], "error prerelease-lifecycle/no-introduced"],
  [["introduced=1.5", "introduced=v1.7"], "error markers/bad-value"],
  [["introduced=1.5", "introduced=1.7"], "error markers/repeated"],
  [["introduced=1.5,something"], "error markers/bad-value"],
  [["introduced=.5"], "error markers/bad-value"],
  [["introduced=1."], "error markers/bad-value"],
  [["introduced=1.5.7"], "error markers/bad-value"],
  [["introduced=blah.5"], "error markers/bad-value"],
  [["introduced=1.blah"], "error markers/bad-value"],
  [["introduced"], "error markers/bad-value"],
])("releases that Go refuses are errors: %j", async (markers, error) => {
  const { lifecycle, errors } = await generated(
    "v1",
    markers.map((text) => `${marker}:${text}`),
  );
  expect(lifecycle).toBeUndefined();
  expect(errors).toContain(error);
});

/** The cases of Go's Test_extractReplacementTag. */
test.each([
  ["my_group,v1,KindOf", 'replacement: { group: "my_group", version: "v1", kind: "KindOf" }'],
  [",v1,KindOf", 'replacement: { group: "", version: "v1", kind: "KindOf" }'],
  ["my_group,v1,KindOf,subKind", undefined],
  ["my_group,v1", undefined],
  ["myGroup,v1,KindOf", undefined],
  ["my_group,bestVersion,KindOf", undefined],
  ["my_group,v1Beta,KindOf", undefined],
  ["my_group,v1,kindOf", undefined],
  ["my_group,,KindOf", undefined],
  ["my_group,v1,", undefined],
])("the replacement %j is read, or refused, as in Go", async (value, expected) => {
  const { lifecycle, errors } = await generated("v1", [
    `${marker}:introduced=1.5`,
    `${marker}:deprecated=1.7`,
    `${marker}:replacement=${value}`,
  ]);
  const entry = expected === undefined ? undefined : `{ introduced: "1.5", deprecated: "1.7", ${expected} }`;
  expect({ lifecycle, errors }).toEqual({
    lifecycle: entry,
    errors: expected === undefined ? ["error markers/bad-value"] : [],
  });
});

test("markers in the comment above the closest one count, as Go's second closest comment", async () => {
  const { lifecycle } = await generated("v1", [`${marker}:introduced=1.5\n\n/** A kind. */`]);
  expect(lifecycle).toBe('{ introduced: "1.5" }');
});

/** The cases of Go's Test_isAPIType. */
test.each([
  ["an interface that is not exported", 'interface Simple extends TypeMeta<"core.example.com/v1", "Simple"> {}'],
  ["a list of texts", "export type Simple = string[];"],
  ["an interface without TypeMeta", "export interface Simple { name: string }"],
])("%s has no lifecycle and needs no marker", async (_name, declaration) => {
  expect(await generated("v1", [], undefined, declaration)).toEqual({ lifecycle: undefined, errors: [] });
});

/** The cases of Go's TestGetTargets. */
test.each([
  [["k8s:prerelease-lifecycle-gen=true"], true],
  [["k8s:prerelease-lifecycle-gen=false"], false],
  [["k8s:deepcopy-gen=package"], false],
  [["k8s:deepcopy-gen=package", "k8s:prerelease-lifecycle-gen=true"], true],
])("a package with the markers %j gets the file: %s", async (pkg, isActive) => {
  const { lifecycle } = await generated("v1", [`${marker}:introduced=1.5`], pkg);
  expect(lifecycle !== undefined).toBe(isActive);
});

test.skipIf(corpora === undefined)("every kind and list of Kubernetes' prerelease versions has its releases", () => {
  const { files, problems } = planOf(prereleaseLifecycle, loadKubernetes());
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const kinds = files.flatMap(({ view }) => (view as { readonly kinds: readonly { readonly name: string }[] }).kinds);
  expect(files.length).toBeGreaterThan(5);
  expect(kinds.length).toBeGreaterThan(20);
});
