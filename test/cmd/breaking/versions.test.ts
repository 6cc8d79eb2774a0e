import { expect, test } from "vitest";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { apiProject, groupDoc } from "../api-project.js";
import { runHere } from "../run-here.js";

const group = "shop.example.com";

interface Version {
  readonly spec: string;
  readonly kind?: string;
  readonly markers?: readonly string[];
  readonly more?: string;
}

/** Returns the files of a version with the kind Pizza. */
function version(name: string, { spec, kind = "", markers = [], more = "" }: Version): Tree {
  return {
    [`apis/shop/${name}/doc.ts`]: groupDoc(group, ...markers),
    [`apis/shop/${name}/types.ts`]: `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
${kind}
export interface Pizza extends TypeMeta<"${group}/${name}", "Pizza"> {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec { ${spec} }
${more}`,
  };
}

const hub = (spec: string): Tree => ({
  "apis/shop/doc.ts": groupDoc(group),
  "apis/shop/types.ts": `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Pizza extends TypeMeta<"${group}/__internal", "Pizza"> {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec { ${spec} }
`,
});
const ofHub = { markers: ["k8s:conversion-gen=.."] };

/** Compares two states, and returns the changes and the exit code. */
async function report(old: Tree, now: Tree, ...args: readonly string[]) {
  const root = apiProject(now);
  const folder = temporaryFolder(old);
  const { stdout, status } = await runHere(root, ["breaking", "--against", folder, "--format", "json", ...args]);
  const { changes } = JSON.parse(stdout) as { readonly changes?: readonly Readonly<Record<string, string>>[] };
  expect(changes, stdout).toBeDefined();
  return { changes: changes ?? [], status };
}

/** Compares two states, and returns the lines `code severity kind path` and the exit code. */
async function compare(old: Tree, now: Tree, ...args: readonly string[]) {
  const { changes, status } = await report(old, now, ...args);
  const lines = changes.map(({ code = "", severity, kind, path }) =>
    [code.replace("breaking/", ""), severity, kind, path].join(" "),
  );
  return { lines, status };
}

test("a kind that a version lacks is removed, also if another version has it", async () => {
  const order = { more: `export interface Order extends TypeMeta<"${group}/v1", "Order"> { metadata: ObjectMeta }` };
  const old = version("v1", { spec: "a: string", ...order });
  expect(await compare(old, version("v1", { spec: "a: string" }))).toEqual({
    lines: ["removed-kind breaking v1.Order "],
    status: 1,
  });
});

test("a new version does not change the others; objects are stored in it", async () => {
  const beta = version("v1beta1", { spec: "a: string", markers: ["k8s:conversion-gen=../v1"] });
  const old = version("v1beta1", { spec: "a: string" });
  expect(await compare(old, { ...beta, ...version("v1", { spec: "a: string" }) })).toEqual({
    lines: ["changed-storage-version compatible v1.Pizza "],
    status: 0,
  });
});

test("a new version that refuses objects of the version that it replaces is unknown", async () => {
  const markers = ["k8s:conversion-gen=../v1"];
  const beta = version("v1beta1", { spec: "a: string; b: int32", markers });
  const old = version("v1beta1", { spec: "a: string; b: int32" });
  const now = { ...beta, ...version("v1", { spec: "/** +k8s:maxLength=5 */ a: string; b: int32" }) };
  expect(await compare(old, now)).toEqual({
    lines: ["changed-storage-version compatible v1.Pizza ", "tightened-rule unknown v1.Pizza spec.a"],
    status: 0,
  });
});

test("a new version that lacks a property of the version that it replaces loses it", async () => {
  const both = "a: string; b?: string";
  const beta = version("v1beta1", { spec: both, ...ofHub });
  const old = { ...hub(both), ...beta };
  const { lines, status } = await compare(old, {
    ...old,
    ...version("v1", { spec: "a: string", ...ofHub, kind: "/** +k8s:conversion-gen:preserve=annotation */" }),
  });
  expect({ lines, status }).toEqual({ lines: ["changed-storage-version compatible v1.Pizza "], status: 0 });
  const losing = version("v1", { spec: "a: string", ...ofHub });
  const accepted = hub("a: string; /** +k8s:conversion-gen=false */ b?: string");
  expect((await compare(old, { ...beta, ...accepted, ...losing })).lines).toEqual([
    "changed-storage-version breaking v1.Pizza ",
    "lost-in-conversion breaking v1.Pizza spec.b",
    "lost-in-conversion breaking v1beta1.Pizza spec.b",
  ]);
});

test.each([
  ["of the hub", hub("a: string; /** +k8s:conversion-gen=false */ b?: string"), "a: string", true],
  ["of the version", hub("a: string"), "a: string; /** +k8s:conversion-gen=false */ b?: string", false],
])("an annotation is proposed for a lost value %s: %#", async (_, hubNow, spec, proposed) => {
  // The marker has no effect on values of the version.
  const kind = proposed ? "" : "/** +k8s:conversion-gen:preserve=annotation */";
  const old = { ...hub("a: string; b?: string"), ...version("v1", { spec: "a: string; b?: string", ...ofHub }) };
  const { changes } = await report(old, { ...hubNow, ...version("v1", { spec, ...ofHub, kind }) });
  const hints = changes.flatMap(({ code, hint }) => (code === "breaking/lost-in-conversion" ? [hint] : []));
  const annotation = ", or preserve the value in an annotation: +k8s:conversion-gen:preserve=annotation";
  expect(hints).toEqual([
    `add the property to the peer type, or write a conversion function${proposed ? annotation : ""}`,
  ]);
});

test("types of the hub are no part of the API", async () => {
  const served = version("v1", { spec: "a: string", ...ofHub });
  const now = { ...hub("a: string; /** +k8s:conversion-gen=false */ b?: string"), ...served };
  expect(await compare({ ...hub("a: string"), ...served }, now)).toEqual({ lines: [], status: 0 });
});

test.each([
  ["1.35", ["dropped-too-early breaking v1beta1 ", "removed-version breaking v1beta1 "]],
  ["1.36", ["removed-version breaking v1beta1 "]],
])("a beta version may go three releases after its deprecation: in %s", async (release, lines) => {
  const kind = `/** +k8s:prerelease-lifecycle-gen:introduced=1.30
 * +k8s:prerelease-lifecycle-gen:deprecated=1.33 */`;
  const now = version("v1", { spec: "a: string" });
  const old = { ...now, ...version("v1beta1", { spec: "a: string", kind, markers: ["k8s:conversion-gen=../v1"] }) };
  expect((await compare(old, now, "--release", release)).lines).toEqual(lines);
});

test("a stable version is never removed", async () => {
  const now = version("v2", { spec: "a: string" });
  const old = { ...now, ...version("v1", { spec: "a: string", markers: ["k8s:conversion-gen=../v2"] }) };
  expect((await compare(old, now)).lines).toEqual(["dropped-too-early breaking v1 ", "removed-version breaking v1 "]);
});

test("protobuf numbers in generated.proto and in markers never change", async () => {
  const marker = { markers: ["k8s:protobuf-gen=package"] };
  const state = (number: number): Tree =>
    version("v1", { spec: `/** +protobuf=${String(number)} */ a: string`, ...marker });
  expect((await compare(state(3), state(4))).lines).toEqual(["changed-protobuf-number breaking v1.Pizza spec.a"]);
  expect((await compare(state(3), state(3))).lines).toEqual([]);
});

test("protobuf numbers of the members of a union never change", async () => {
  const state = (union: string): Tree =>
    version("v1", {
      spec: "way: Way",
      markers: ["k8s:protobuf-gen=package"],
      more: `export interface Air { type: "Air" }
export interface Road { type: "Road" }
export type Way = ${union};`,
    });
  expect((await compare(state("Air | Road"), state("Road | Air"))).lines).toEqual([
    "changed-protobuf-number breaking v1.Pizza spec.way",
    "changed-protobuf-number breaking v1.Pizza spec.way",
  ]);
  expect((await compare(state("Air | Road"), state("Air | Road"))).lines).toEqual([]);
});

test("a hand-written function that sets another default is breaking; comments and its place in the files are not", async () => {
  const types = version("v1", { spec: "a: string" });
  const state = (text: string, file = "defaults.ts"): Tree => ({ ...types, [`apis/shop/v1/${file}`]: text });
  const body = (value: string): string =>
    `import type { Spec } from "./types.js";\nexport function SetDefaults_Spec(spec: Spec): void {\n  spec.a ||= "${value}";\n}\n`;
  expect(await compare(state(body("x")), state(body("y")))).toEqual({
    lines: ["changed-default breaking v1.Spec "],
    status: 1,
  });
  const commented = body("x").replace("export", "/** Sets it. */\nexport").replace("{\n", "{\n  // a comment\n");
  expect((await compare(state(body("x")), state(commented, "more.ts"))).lines).toEqual([]);
  expect((await compare(types, state(body("x")))).lines).toEqual(["changed-default breaking v1.Spec "]);
});
