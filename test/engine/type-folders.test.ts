import { expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { temporaryFolder } from "./temporary-folder.js";

const types = "export interface Pizza { name: string }\n";
const advice = `src/api contains types.ts: run npx --no -- codegen src/api, or write {"paths": ["src/api"]} into codegen.config.json`;

test("types in an unconfigured folder are a problem that shows the command and the setting", async () => {
  const alone = await runHere(
    temporaryFolder({ "package.json": "{}", "src/api/types.ts": types, "node_modules/a/types.ts": types }),
    [],
  );
  expect(alone.stderr).toContain(`the folder "apis" does not exist\n    ${advice}\n`);
  const empty = await runHere(
    temporaryFolder({ "package.json": "{}", "apis/readme.md": "", "src/api/types.ts": types }),
    [],
  );
  expect(empty.stderr).toContain(`apis:1:1 error load/no-package: apis has no API types\n    ${advice}\n`);
});

test("the message for a project without types asks for the folder", async () => {
  const { stderr } = await runHere(temporaryFolder({ "package.json": "{}", "node_modules/a/types.ts": types }), []);
  expect(stderr).toContain("    codegen path/to/apis ");
});

const kinds = (version: string): string => `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
export interface Pot extends TypeMeta<"tea.example.com/${version}", "Pot"> { metadata: ObjectMeta }
`;

test("a version without +groupName is an error below a hub, since Install omits it, or else a warning", async () => {
  const version = {
    "package.json": "{}",
    "apis/tea/v1/doc.ts": "/** +k8s:deepcopy-gen=package */\nexport {};\n",
    "apis/tea/v1/types.ts": kinds("v1"),
  };
  const hub = {
    "apis/tea/doc.ts": "/**\n * +k8s:deepcopy-gen=package\n * +groupName=tea.example.com\n */\nexport {};\n",
    "apis/tea/types.ts": kinds("__internal"),
  };
  const runtime = {
    "node_modules/@apimachinery/runtime/package.json": `{ "name": "@apimachinery/runtime", "version": "0.1.0" }`,
  };
  const run = async (tree: Record<string, string>): Promise<string> =>
    (await runHere(temporaryFolder({ ...tree, ...runtime }), [])).stderr;
  expect(await run({ ...version, ...hub })).toContain(
    "error register/no-group: apis/tea/v1 has kinds of tea.example.com (Pot), but no +groupName, so they are not registered, and Install of apis/tea omits the version",
  );
  expect(await run(version)).toContain("warning register/no-group: apis/tea/v1 has kinds");
});
