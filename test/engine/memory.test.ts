import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Project } from "../../engine/config/project.js";
import { createMemory } from "../../engine/memory.js";
import { run, type RunRequest, type RunResult } from "../../engine/run.js";
import { selectGenerators } from "../../engine/select.js";
import { generators as builtIn } from "../../generators/index.js";
import { workFolder } from "../generators/run-generated.js";

/** Under --watch a run takes over what earlier ones have read and printed. That must never be seen in what it comes to. */

const root = workFolder("memory");
const doc = (markers: string): string => `/**\n * +k8s:deepcopy-gen=package\n * +groupName=shop.example.com\n${markers} */\nexport {};\n`;
const types = (apiVersion: string, fields: string, more: string): string => `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Order extends TypeMeta<"shop.example.com/${apiVersion}", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}
export interface OrderSpec {
${fields}}
export interface Part {
  name: string;
}
${more}export type Count = int32;
`;

/** What a file may hold, by path: undefined is no file. */
const choices: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "apis/shop/doc.ts": [doc(""), doc(" * +k8s:openapi-gen=true\n")],
  "apis/shop/types.ts": [
    types("__internal", "  parts: Part[];\n  note?: string;\n", ""),
    types("__internal", "  parts: Part[];\n  note?: string;\n  urgent?: boolean;\n", ""),
    types("__internal", "  parts: Part[];\n", "export interface Extra {\n  size: int32;\n}\n"),
    types("__internal", "  parts: Part[", ""),
  ],
  "apis/shop/v1/doc.ts": [doc(" * +k8s:conversion-gen=..\n * +k8s:defaulter-gen=TypeMeta\n"), doc(" * +k8s:defaulter-gen=TypeMeta\n")],
  "apis/shop/v1/types.ts": [
    types("v1", "  parts: Part[];\n  note?: string;\n", ""),
    types("v1", "  parts: Part[];\n  /** +default=\"none\" */\n  note?: string;\n", ""),
    types("v1", "  parts: Part[];\n  /** +k8s:nonsense */\n  note?: string;\n", ""),
    types("v1", "  parts: Shared[];\n  note?: string;\n", "").replace("import", 'import type { Shared } from "../../shared/types.js";\nimport'),
  ],
  "apis/shop/v1/defaults.ts": [
    undefined,
    'import type { OrderSpec } from "./types.js";\nexport function SetDefaults_OrderSpec(obj: OrderSpec): void {\n  obj.note ??= "";\n}\n',
  ],
  "apis/shared/doc.ts": ["/** +k8s:deepcopy-gen=package */\nexport {};\n"],
  "apis/shared/types.ts": ["export interface Shared {\n  name: string;\n}\n", "export interface Shared {\n  name: string;\n  tags: string[];\n}\n", "export type Shared = string;\n"],
};

const project: Project = { root, folders: ["apis"], settings: {} };

const edit = fc.constantFrom(...Object.entries(choices).flatMap(([path, texts]) => texts.map((text) => ({ path, text }))));

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test("after any edits a run that remembers comes to what one does that starts anew", { timeout: 60_000 }, async () => {
  const { generators, definitions } = await selectGenerators(builtIn, project);
  const request: RunRequest = { project, generators, definitions, mode: "tell", strict: false };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 6 }), async (rounds) => {
      rmSync(root, { recursive: true, force: true });
      for (const [path, [text]] of Object.entries(choices)) put(path, text);
      const memory = createMemory();
      for (const edits of [[], ...rounds]) {
        for (const { path, text } of edits) put(path, text);
        const remembering = await run({ ...request, memory });
        // What the edits begin with is right, so that something is printed and remembered.
        if (edits.length === 0) expect(remembering.changes.length).toBeGreaterThan(8);
        expect(outcome(remembering)).toEqual(outcome(await run(request)));
      }
    }),
    { numRuns: 8 },
  );
});

function outcome({ problems, changes }: RunResult): unknown {
  return { problems, changes };
}

function put(path: string, text: string | undefined): void {
  const file = join(root, path);
  if (text === undefined) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
