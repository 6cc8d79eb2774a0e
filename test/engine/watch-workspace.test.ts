import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Project } from "../../engine/config/project.js";
import { isEqual } from "../../engine/util/equal.js";
import type { FilePlan } from "../../engine/plan/generator.js";
import { WatchWorkspace } from "../../engine/incremental/watch-workspace.js";
import { openStored } from "../../engine/incremental/stored-workspace.js";
import type { RunRequest } from "../../engine/run/run-request.js";
import { runProject, type RunResult } from "../../engine/run/run.js";
import { selectGenerators } from "../../engine/run/select.js";
import { generators as builtIn } from "../../generators/index.js";
import { workFolder } from "../generators/run-generated.js";
import { sizeOf } from "../sizes.js";

/**
 * A run reuses what earlier runs have read and planned: under --watch in memory, and in a new
 * process from disk. Its result must be the same as the result of a run that starts from nothing.
 */

const root = workFolder("workspace");
const doc = (markers: string): string =>
  `/**\n * +k8s:deepcopy-gen=package\n * +groupName=shop.example.com\n${markers} */\nexport {};\n`;
const types = (
  apiVersion: string,
  fields: string,
  more: string,
): string => `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
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

const scoped = 'import type { ConversionScope } from "@apimachinery/runtime";\n';
const convert = (from: string, to: string, comment: string, output: string): string =>
  `${comment}export function Convert_${from.replace(".", "_")}_To_${to.replace(".", "_")}(input: ${from}, _scope: ConversionScope): ${to} {\n  return ${output};\n}\n`;

/** Possible texts of files, by path. The choice undefined means that the file does not exist. */
const choices: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "apis/shop/doc.ts": [doc(""), doc(" * +k8s:openapi-gen=true\n")],
  "apis/shop/types.ts": [
    types("__internal", "  parts: Part[];\n  note?: string;\n", ""),
    types("__internal", "  parts: Part[];\n  note?: string;\n  urgent?: boolean;\n", ""),
    types("__internal", "  parts: Part[];\n", "export interface Extra {\n  size: int32;\n}\n"),
    types("__internal", "  parts: Part[", ""),
  ],
  "apis/shop/v1/doc.ts": [
    doc(" * +k8s:conversion-gen=..\n * +k8s:defaulter-gen=TypeMeta\n"),
    doc(" * +k8s:conversion-gen=..\n * +k8s:conversion-gen=../../shared\n * +k8s:defaulter-gen=TypeMeta\n"),
    doc(" * +k8s:defaulter-gen=TypeMeta\n"),
    doc(" * +k8s:conversion-gen=apis/shop\n"),
    doc(" * +k8s:conversion-gen=..\n * +k8s:validation-gen=TypesWithField=TypeMeta\n * +k8s:schema-gen=true\n"),
    doc(" * +k8s:validation-gen=*\n * +k8s:validation-gen:infer=none\n * +k8s:schema-gen=true\n"),
  ],
  "apis/shop/v1/types.ts": [
    types("v1", "  parts: Part[];\n  note?: string;\n", ""),
    types("v1", '  parts: Part[];\n  /** +default="none" */\n  note?: string;\n', ""),
    types("v1", "  parts: Part[];\n  /** +k8s:nonsense */\n  note?: string;\n", ""),
    types("v1", "  parts: Part[];\n  /** +default=ref(../../shared.Usual) */\n  note?: string;\n", ""),
    types("v1", "  parts: Shared[];\n  note?: string;\n", "").replace(
      "import",
      'import type { Shared } from "../../shared/types.js";\nimport',
    ),
    types(
      "v1",
      `  /** +listType=map\n   * +listMapKey=name\n   * +k8s:maxItems=3 */\n  parts: Shared[];\n  /** +kubebuilder:validation:XValidation:rule="self != 'x'" */\n  note?: string;\n`,
      "",
    )
      .replace("import", 'import type { Shared } from "../../shared/v1/types.js";\nimport')
      .replace("export interface OrderSpec", "/** +k8s:customValidation */\nexport interface OrderSpec"),
    types("v1", "  parts: Part[];\n  note?: string;\n", "").replace(
      "/** +k8s:deepcopy-gen:interfaces",
      "/** +k8s:conversion-gen:preserve=annotation\n * +k8s:deepcopy-gen:interfaces",
    ),
  ],
  // Rules are read for all types that a server validates, including types of other folders.
  "apis/shop/v1/validation.ts": [
    undefined,
    `import type { ErrorList, FieldPath, Operation } from "@apimachinery/runtime";\nimport type { OrderSpec } from "./types.js";\nexport function ValidateCustom_OrderSpec(op: Operation, fldPath: FieldPath | undefined, value: OrderSpec, oldValue: OrderSpec | undefined): ErrorList {\n  return [];\n}\n`,
  ],
  "apis/shop/v1/defaults.ts": [
    undefined,
    'import type { OrderSpec } from "./types.js";\nexport function SetDefaults_OrderSpec(obj: OrderSpec): void {\n  obj.note ??= "";\n}\n',
    'import type { Part } from "./types.js";\nexport function SetDefaults_Part(obj: Part): void {\n  obj.name ||= "x";\n}\n',
  ],
  "apis/shop/v1/conversion.ts": [
    undefined,
    `${scoped}import type * as shop from "../types.js";\nimport type * as v1 from "./types.js";\n${convert("v1.Part", "shop.Part", "", "{ name: input.name }")}`,
    `${scoped}import type * as shop from "../types.js";\nimport type * as v1 from "./types.js";\n${convert("shop.OrderSpec", "v1.OrderSpec", "/** +k8s:conversion-fn:loses=urgent */\n", "{ parts: input.parts }")}`,
  ],
  // This folder can contain the conversion functions of the shop's version, in place of the
  // version's own folder.
  "apis/functions/doc.ts": [
    undefined,
    "/**\n * +k8s:conversion-gen=../shop\n * +k8s:conversion-gen-external-types=../shop/v1\n */\nexport {};\n",
    "/**\n * +k8s:validation-gen=*\n * +k8s:validation-gen-input=../shop/v1\n */\nexport {};\n",
  ],
  // Other groups, whose types do not refer to the shop.
  "apis/stock/doc.ts": [doc("").replace("shop", "stock")],
  "apis/stock/types.ts": [
    types("__internal", "  parts: Part[];\n  shared?: Shared;\n", "")
      .replaceAll("shop", "stock")
      .replace("import", 'import type { Shared } from "../shared/types.js";\nimport'),
  ],
  "apis/stock/v1/doc.ts": [
    doc(" * +k8s:conversion-gen=..\n").replace("shop", "stock"),
    doc(" * +k8s:conversion-gen=..\n * +k8s:defaulter-gen=TypeMeta\n").replace("shop", "stock"),
    undefined,
  ],
  "apis/stock/v1/types.ts": [
    types("v1", "  parts: Part[];\n  shared?: Shared;\n", "")
      .replaceAll("shop", "stock")
      .replace("import", 'import type { Shared } from "../../shared/v1/types.js";\nimport'),
    undefined,
  ],
  "apis/stock/v1/conversion.ts": [
    undefined,
    `${scoped}import type * as shop from "../../shop/types.js";\nimport type * as v1 from "../../shop/v1/types.js";\n${convert("shop.OrderSpec", "v1.OrderSpec", "/** +k8s:conversion-fn:keeps=urgent */\n", "{ parts: input.parts }")}`,
    "export function helper(): unknown {\n  return Convert_v1_Part_To_shop_Part;\n}\n",
  ],
  "apis/shared/doc.ts": [
    "/** +k8s:deepcopy-gen=package */\nexport {};\n",
    "/** +k8s:deepcopy-gen=package\n * +k8s:openapi-gen=true */\nexport {};\n",
  ],
  "apis/shared/types.ts": [
    "export interface Shared {\n  name: string;\n}\n",
    "export interface Shared {\n  name: string;\n  tags: string[];\n}\n",
    "export type Shared = string;\n",
  ],
  "apis/shared/values.ts": [undefined, 'export const Usual = "usual";\n', 'export const Usual = "other";\n'],
  "apis/shared/copy.ts": [
    undefined,
    'import type { Shared } from "./types.js";\nexport function DeepCopy_Shared(input: Shared): Shared {\n  return input;\n}\n',
  ],
  "apis/shared/v1/doc.ts": [
    "/** +k8s:deepcopy-gen=package\n * +k8s:conversion-gen=.. */\nexport {};\n",
    "/** +k8s:deepcopy-gen=package */\nexport {};\n",
    "/** +k8s:validation-gen=*\n * +k8s:schema-gen=true */\nexport {};\n",
    "/** +k8s:validation-gen=false\n * +k8s:validation-gen-nolint */\nexport {};\n",
  ],
  "apis/shared/v1/types.ts": [
    "export interface Shared {\n  name: string;\n}\n",
    "export interface Shared {\n  name: string;\n  tags: string[];\n}\n",
    "export interface Shared {\n  name?: string;\n}\n",
    'export interface Shared {\n  /** +default="x" */\n  name?: string;\n  parts?: Shared[];\n}\n',
    'export interface Shared {\n  /** +k8s:minLength=1\n   * +k8s:format="k8s-short-name" */\n  name: string;\n  parts?: Parts;\n}\n/** +k8s:listType=map\n * +k8s:listMapKey=name */\nexport type Parts = Shared[];\n',
    `/** +kubebuilder:validation:XValidation:rule="self.name != 'x'" */\nexport interface Shared {\n  /** +kubebuilder:validation:Pattern="^[a-z]+$" */\n  name: string;\n  /** +k8s:alpha=+k8s:required */\n  kind?: "a" | "b";\n}\n`,
  ],
};

const project: Project = { root, folders: ["apis"], settings: {} };

interface Edit {
  readonly path: string;
  readonly text: string | undefined;
}

const edit: fc.Arbitrary<Edit> = fc.constantFrom(
  ...Object.entries(choices).flatMap(([path, texts]) => texts.map((text) => ({ path, text }))),
);

const choice = (path: string, index: number): Edit => ({ path, text: choices[path]?.[index] });

/** Sequences of edits that random choices rarely find. */
const examples: [Edit[][]][] = [
  // A function in the folder `stock` declares that a conversion keeps a field. Because of this
  // function, the shop's version loses no field, although no other folder refers to the folder.
  [
    [
      [choice("apis/shop/types.ts", 1), choice("apis/shop/v1/conversion.ts", 1)],
      [choice("apis/stock/v1/conversion.ts", 1)],
      [choice("apis/stock/v1/conversion.ts", 0)],
    ],
  ],
];

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test("a run with a workspace has the same result as a run without it", async () => {
  const { generators, definitions } = await selectGenerators(builtIn, project);
  const request: RunRequest = { project, generators, definitions, mode: "dry-run", strict: false };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 6 }),
      async (rounds) => {
        rmSync(root, { recursive: true, force: true });
        for (const [path, [text]] of Object.entries(choices)) put(path, text);
        const workspace = new WatchWorkspace();
        let earlier = new Map<string, FilePlan>();
        for (const edits of [[], ...rounds]) {
          for (const { path, text } of edits) put(path, text);
          const remembering = await runProject({ ...request, workspace });
          // The initial files have no errors, so the first run prints all files and stores the
          // results.
          if (edits.length === 0) expect(remembering.changes.length).toBeGreaterThan(8);
          const fresh = outcome(await runProject(request));
          expect(outcome(remembering)).toEqual(fresh);
          // A new process has the results that the last process has stored.
          const stored = openStored({ project, only: undefined }, { has: () => false, files: [] });
          expect(outcome(await runProject({ ...request, workspace: stored }))).toEqual(fresh);
          stored.store();
          // If the plan of a file is unchanged, the run must return the same object, so that its
          // contents need not be compared.
          const plans = remembering.plan.map(({ file }) => file);
          for (const file of plans)
            if (isEqual(earlier.get(file.path), file)) expect(file).toBe(earlier.get(file.path));
          earlier = new Map(plans.map((file) => [file.path, file]));
        }
      },
    ),
    { numRuns: examples.length + sizeOf("EDIT_RUNS"), examples },
  );
});

/**
 * Returns the parts of a result that must be the same with and without reuse. The plan is included,
 * because a run with errors changes no files.
 */
function outcome({ problems, changes, plan }: RunResult): unknown {
  return { problems, changes, plan: plan.map(({ file }) => file) };
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
