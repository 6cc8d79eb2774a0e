import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { temporaryFolder } from "./temporary-folder.js";

const runtime = fileURLToPath(new URL("../../runtime", import.meta.url));
const doc = (deepcopy: string): string =>
  `/**\n * +k8s:deepcopy-gen=${deepcopy}\n * +k8s:defaulter-gen=TypeMeta\n * +k8s:openapi-gen=true\n * +groupName=x.example.com\n */\nexport {};\n`;
const head = `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";\n`;
const kind = (fields: string): string =>
  `export interface A extends TypeMeta<"x.example.com/v1", "A"> { metadata: ObjectMeta; ${fields} }\n`;

/** Loads the folder apis/v1 with the given text as its types.ts. */
function projectOf(types: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder({
    "package.json": `{ "type": "module" }`,
    "apis/v1/doc.ts": doc("package"),
    "apis/v1/types.ts": `${head}${types}`,
    ...more,
  });
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(runtime, join(folder, "node_modules/@apimachinery/runtime"));
  return folder;
}

test("the error for an enum names the line of the enum and the union to write", async () => {
  const { stderr } = await runHere(
    projectOf(`enum Priority { Low = "Low", High = "High" }\n${kind("p: Priority")}`),
    [],
  );
  expect(stderr).toMatch(
    /^apis\/v1\/types\.ts:3:\d+ error load\/enum: A\.p: Priority \(apis\/v1\/types\.ts:2\) is an enum/m,
  );
  expect(stderr).toContain(`write a union of literals: export type Priority = "Low" | "High";`);
});

test("the error for an optional discriminator names it", async () => {
  const { stderr } = await runHere(
    projectOf(
      `export interface B { type?: "b"; x: string }\nexport interface C { type?: "c"; y: string }\n${kind("u: B | C")}`,
    ),
    [],
  );
  expect(stderr).toContain(
    "`type`, which distinguishes the members of `B | C`, is optional\n    make type required in each member",
  );
});

test("the markers of a comment that belongs to no declaration are one warning", async () => {
  const { stderr } = await runHere(
    projectOf(`/**\n * +k8s:deepcopy-gen=false\n * +k8s:defaulter-gen=true\n */\n\n\n${kind("a: string")}`),
    [],
  );
  expect(stderr.match(/markers\/unattached/g)).toHaveLength(1);
  expect(stderr).toContain("`+k8s:deepcopy-gen` and 1 more marker are in a comment that belongs to no declaration");
});

test("the hint for a generated file without its header begins with the removal of the file", async () => {
  const folder = projectOf(kind("a: string"));
  expect((await runHere(folder, [])).status).toBe(0);
  const file = join(folder, "apis/v1/zz_generated.deepcopy.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^.*DO NOT EDIT.*\n/m, ""));
  const { stderr } = await runHere(folder, []);
  expect(stderr).toMatch(
    /zz_generated\.deepcopy\.ts:1:1 error output\/hand-written: .*\n {4}delete or rename the file, then run codegen again/,
  );
});

test("a hexadecimal number is the value of a marker", async () => {
  const folder = projectOf(kind("/** +k8s:minimum=0x10 */ n: int32"));
  expect(await runHere(folder, [])).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, "apis/v1/zz_generated.schema.ts"), "utf8")).toMatch(/"minimum", limit: 16\b/);
});

test("a function name with a small first letter is compared with the type that the name ends with", async () => {
  const types = `export interface Sub { x: string }\nexport interface UB { y: string }\n${kind("s: Sub; u: UB")}`;
  const defaults = `import type { UB } from "./types.js";\nexport function setDefaults_UB(obj: UB): void { obj.y = "a"; }\n`;
  const { stderr } = await runHere(projectOf(types, { "apis/v1/defaults.ts": defaults }), []);
  expect(stderr).toContain(
    "defaults/near-miss: setDefaults_UB is not called by generated code: the defaulting function of UB must have the name SetDefaults_UB\n",
  );
});

test("+k8s:deepcopy-gen=false on a package generates no copies, without a problem", async () => {
  const folder = projectOf(kind("a: string"), { "apis/v1/doc.ts": doc("false") });
  const { stderr, stdout, status } = await runHere(folder, []);
  expect(status).toBe(0);
  expect(stderr).not.toContain("deepcopy/");
  expect(stdout).toContain("zz_generated.schema.ts");
  expect(stdout).not.toContain("zz_generated.deepcopy.ts");
});
