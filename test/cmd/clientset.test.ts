import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const types = (
  group: string,
  kind: string,
  marker = "+genclient",
) => `import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** ${marker} */
export interface ${kind} extends TypeMeta<"${group}.example.com/v1", "${kind}"> {
  metadata: ObjectMeta;
}
export interface ${kind}List extends TypeMeta<"${group}.example.com/v1", "${kind}List"> {
  metadata: ListMeta;
  items: ${kind}[];
}
`;

const doc = (group: string, ...markers: readonly string[]) =>
  `/**\n${["+k8s:deepcopy-gen=package", `+groupName=${group}.example.com`, ...markers].map((marker) => ` * ${marker}\n`).join("")} *\n * @packageDocumentation\n */\nexport {};\n`;

/** Creates a project with two groups, in which the given packages are installed. */
function project(...installed: readonly string[]): string {
  const root = temporaryFolder({
    "package.json": `{ "type": "module" }\n`,
    "apis/bar/v1/doc.ts": doc("bar"),
    "apis/bar/v1/types.ts": types("bar", "Glass"),
    "apis/tea/v1/doc.ts": doc("tea"),
    "apis/tea/v1/types.ts": types("tea", "Pot"),
  });
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  for (const name of ["runtime", ...installed]) {
    const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    symlinkSync(folder, join(root, "node_modules/@apimachinery", name));
  }
  return root;
}

const all = ["client", "apiserver"];
const ofGroup = (group: string) => ["-apply", "-listers", ""].map((end) => `${group}.example.com/v1${end}.ts`);
const ofAll = ["fake.ts", "group-versions.ts", "index.ts", "informers.ts"];

/** Returns the files of the clientset, relative to its folder. */
function clientset(root: string): string[] {
  const paths = Object.keys(readTree(root)).filter((path) => path.startsWith("generated/clientset/"));
  return paths.map((path) => path.slice("generated/clientset/".length)).sort();
}

const text = (root: string, path: string): string => readTree(root)[`generated/clientset/${path}`] ?? "";

test("clients are generated if the client is installed, and the fake one if the server is", async () => {
  const without = project();
  expect(await runHere(without, [])).toMatchObject({ status: 0 });
  expect(clientset(without)).toEqual([]);
  const withClient = project("client");
  expect(await runHere(withClient, [])).toMatchObject({ status: 0 });
  expect(clientset(withClient)).toEqual([...ofGroup("bar"), ...ofAll.slice(1), ...ofGroup("tea")]);
  const withBoth = project(...all);
  await runHere(withBoth, []);
  expect(clientset(withBoth)).toEqual([...ofGroup("bar"), ...ofAll, ...ofGroup("tea")]);
  expect(await runHere(withBoth, ["--check"])).toMatchObject({ status: 0 });
});

test("files of a removed marker are removed, after --check has reported them", async () => {
  const root = project(...all);
  await runHere(root, []);
  writeFileSync(join(root, "apis/tea/v1/types.ts"), types("tea", "Pot", "no marker"));
  expect((await runHere(root, ["--check"])).stdout).toContain(
    "--- a/generated/clientset/tea.example.com/v1.ts\n+++ /dev/null",
  );
  await runHere(root, []);
  expect(clientset(root)).toEqual([...ofGroup("bar"), ...ofAll]);
  expect(text(root, "group-versions.ts")).not.toContain("tea");
  writeFileSync(join(root, "apis/bar/v1/types.ts"), types("bar", "Glass", "no marker"));
  await runHere(root, []);
  expect(clientset(root)).toEqual([]);
});

test("a run of one folder leaves the files about all folders unchanged", async () => {
  const root = project(...all);
  await runHere(root, []);
  const before = text(root, "group-versions.ts");
  writeFileSync(join(root, "apis/tea/v1/types.ts"), types("tea", "Pot", "+genclient\n * +genclient:readonly"));
  rmSync(join(root, "apis/bar"), { recursive: true });
  expect(await runHere(root, ["apis/tea"])).toMatchObject({ status: 0 });
  expect(text(root, "tea.example.com/v1.ts")).toContain(`"get" | "list" | "watch"`);
  expect(text(root, "group-versions.ts")).toBe(before);
  writeFileSync(join(root, "apis/tea/v1/types.ts"), types("tea", "Pot", "no marker"));
  await runHere(root, ["apis/tea"]);
  expect(clientset(root)).toEqual(ofAll);
  await runHere(root, []);
  expect(clientset(root)).toEqual([]);
});

test("--only writes the files of one generator", async () => {
  for (const [generator, files] of [
    ["lister", [...ofGroup("bar"), ...ofGroup("tea")].filter((path) => path.endsWith("-listers.ts"))],
    ["applyconfiguration", [...ofGroup("bar"), ...ofGroup("tea")].filter((path) => path.endsWith("-apply.ts"))],
    ["informer", ["informers.ts"]],
  ] as const) {
    const root = project(...all);
    await runHere(root, ["--only", generator]);
    expect(clientset(root)).toEqual(files);
  }
});

test("without its generator or with its marker, a part of the clients is left out", async () => {
  const root = project(...all);
  writeFileSync(
    join(root, "codegen.config.json"),
    `{ "paths": ["apis"], "generators": ["schema", "deepcopy", "register", "client", "informer"] }\n`,
  );
  await runHere(root, []);
  expect(clientset(root)).toEqual(["bar.example.com/v1.ts", ...ofAll, "tea.example.com/v1.ts"]);
  expect(text(root, "bar.example.com/v1.ts")).not.toContain(`"apply"`);
  expect(text(root, "bar.example.com/v1.ts")).toContain(`"patch"`);

  rmSync(join(root, "codegen.config.json"));
  writeFileSync(join(root, "apis/bar/v1/doc.ts"), doc("bar", "+k8s:lister-gen=false", "+k8s:informer-gen=false"));
  writeFileSync(join(root, "apis/tea/v1/doc.ts"), doc("tea", "+k8s:applyconfiguration-gen=false"));
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  expect(clientset(root)).toEqual([
    "bar.example.com/v1-apply.ts",
    "bar.example.com/v1.ts",
    ...ofAll,
    "tea.example.com/v1-listers.ts",
    "tea.example.com/v1.ts",
  ]);
  expect(text(root, "informers.ts")).toContain(`InformersOf<Pick<GroupVersions, "teaV1">>`);

  writeFileSync(join(root, "apis/bar/v1/doc.ts"), doc("bar", "+k8s:client-gen=false"));
  await runHere(root, []);
  expect(clientset(root).filter((path) => path.startsWith("bar"))).toEqual([]);
});

test("a marker names the group in the clientset", async () => {
  const root = project(...all);
  writeFileSync(join(root, "apis/bar/v1/doc.ts"), doc("bar", "+groupGoName=PublicHouse"));
  await runHere(root, []);
  expect(text(root, "group-versions.ts")).toContain("readonly publicHouseV1: PublicHouseV1;");
  writeFileSync(join(root, "apis/bar/v1/doc.ts"), doc("bar", "+groupGoName=public-house"));
  expect((await runHere(root, [])).stderr).toContain("`+groupGoName` needs an identifier");
});

test("a folder outside of the project, to which types refer, has no clients", async () => {
  const root = project(...all);
  writeFileSync(join(root, "codegen.config.json"), `{ "paths": ["apis/tea"] }\n`);
  const pot = types("tea", "Pot").replace("metadata: ObjectMeta;", "metadata: ObjectMeta;\n  glass: Glass;");
  writeFileSync(join(root, "apis/tea/v1/types.ts"), `import type { Glass } from "../../bar/v1/types.js";\n${pot}`);
  expect((await runHere(root, [])).stderr).not.toContain("error client/");
  expect(clientset(root).filter((path) => path.startsWith("bar"))).toEqual([]);
  expect(text(root, "group-versions.ts")).not.toContain("bar");
});
