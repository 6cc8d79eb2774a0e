import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder, writeTree, type Tree } from "../../engine/temporary-folder.js";
import { apiProject, groupDoc } from "../api-project.js";
import { runHere } from "../run-here.js";
import { readTree, startPrograms } from "./two-programs.js";

const group = "shop.example.com";

interface Version {
  readonly spec: string;
  readonly markers?: readonly string[];
  readonly more?: string;
  /** Other files of the folder. */
  readonly files?: Tree;
}

/** Returns the files of a version with the kind Pizza. */
function version(name: string, { spec, markers = [], more = "", files = {} }: Version): Tree {
  const folder = `apis/shop/${name}`;
  const own = Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]);
  return {
    ...(Object.fromEntries(own) as Tree),
    [`${folder}/doc.ts`]: groupDoc(group, ...markers),
    [`${folder}/types.ts`]: `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Pizza extends TypeMeta<"${group}/${name}", "Pizza"> {
  metadata: ObjectMeta;
  spec: Spec;
}
${more}
export interface Spec {
${spec}
}
`,
  };
}

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly kind: string;
  readonly path: string;
  readonly message: string;
  readonly samples?: number;
  readonly example?: {
    readonly operation: string;
    readonly before: unknown;
    readonly was?: unknown;
    readonly after: unknown;
  };
}

/** Compares two states, and leaves no file. */
async function compare(old: Tree, now: Tree, ...args: readonly string[]): Promise<readonly Found[]> {
  const [root, folder, temporary] = [apiProject(now), temporaryFolder(old), temporaryFolder()];
  vi.stubEnv("TMPDIR", temporary);
  const result = await runHere(root, [
    ...["breaking", "--against", folder, "--format", "json", "--seed", "1", "--samples", "60"],
    ...args,
  ]).finally(() => vi.unstubAllEnvs());
  expect(readdirSync(temporary)).toEqual([]);
  expect(result.stderr).toBe("");
  const { changes } = JSON.parse(result.stdout) as { readonly changes?: readonly Found[] };
  expect(changes, result.stdout).toBeDefined();
  return changes ?? [];
}

const defaults = (body: string): Tree => ({
  "defaults.ts": `import type { Spec } from "./types.js";
export function SetDefaults_Spec(spec: Spec): void {
  ${body}
}
`,
});
const specOf = (found: Found | undefined): unknown => (found?.example?.before as { readonly spec?: unknown }).spec;

describe("a hand-written function that sets defaults", () => {
  const state = (body: string): Tree =>
    version("v1", { spec: "size: string;\n note?: string;", files: defaults(body) });

  test("is breaking if it sets another value, with the object and both answers", async () => {
    const [change, ...more] = await compare(
      state(`if (spec.size === "") spec.size = "small";`),
      state(`if (spec.size === "") spec.size = "large";`),
    );
    expect(more).toEqual([]);
    expect(change).toMatchObject({ code: "breaking/changed-default", severity: "breaking", kind: "v1.Spec" });
    const { operation, was, after } = change?.example ?? {};
    expect(operation).toBe("create");
    expect(specOf(change)).toBeUndefined();
    expect(was).toMatchObject({ spec: { size: "small" } });
    expect(after).toMatchObject({ spec: { size: "large" } });
  });

  test("is unknown if it is written in another way, with the number of objects", async () => {
    const changes = await compare(
      state(`if (spec.size === "") spec.size = "small";`),
      state(`spec.size = spec.size === "" ? "small" : spec.size;`),
    );
    expect(changes).toMatchObject([
      { severity: "unknown", samples: 60, message: "the hand-written function SetDefaults_Spec was changed" },
    ]);
  });

  test("is breaking if a function that it calls was changed", async () => {
    const files = (size: string): Tree => ({
      ...defaults(`spec.size ||= smallest();`),
      "smallest.ts": `export function smallest(): string {\n  return "${size}";\n}\n`,
    });
    const helped = (size: string): Tree => {
      const tree = version("v1", { spec: "size: string;", files: files(size) });
      const path = "apis/shop/v1/defaults.ts";
      return { ...tree, [path]: `import { smallest } from "./smallest.js";\n${tree[path] ?? ""}` };
    };
    expect(await compare(helped("small"), helped("tiny"))).toMatchObject([
      { code: "breaking/changed-default", severity: "breaking", example: { was: { spec: { size: "small" } } } },
    ]);
  });

  test("does not show another change of the same objects", async () => {
    const old = version("v1", {
      spec: "size: string;\n /** +k8s:maxLength=9 */ a: string;",
      files: defaults(`spec.size ||= "s";`),
    });
    const now = version("v1", {
      spec: "size: string;\n /** +k8s:maxLength=5 */ a: string;",
      files: defaults(`spec.size = spec.size || "s";`),
    });
    expect((await compare(old, now)).map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      "breaking/changed-default unknown",
      "breaking/tightened-rule breaking",
    ]);
  });
});

describe("a hand-written function that validates", () => {
  const validation = (body: string): Tree => ({
    "validation.ts": `import { field, type ErrorList, type FieldPath, type Operation } from "@apimachinery/runtime";
import type { Spec } from "./types.js";
export function ValidateCustom_Spec(
  op: Operation,
  fldPath: FieldPath | undefined,
  value: Spec,
  oldValue: Spec | undefined,
): ErrorList {
  void [op, oldValue];
  ${body}
}
`,
  });
  const state = (body: string): Tree => {
    const tree = version("v1", { spec: "least: int32;\n most: int32;", files: validation(body) });
    const path = "apis/shop/v1/types.ts";
    const marked = (tree[path] ?? "").replace(
      "export interface Spec",
      "/** +k8s:customValidation */\nexport interface Spec",
    );
    return { ...tree, [path]: marked };
  };
  const refusing = (condition: string): string =>
    `return ${condition} ? [field.invalid(fldPath?.child("most") ?? null, value.most, "is too small")] : [];`;

  test("is breaking if it refuses an object that it accepted, with the smallest one", async () => {
    const changes = await compare(
      state(refusing("value.most < value.least")),
      state(refusing("value.most < value.least + 2")),
    );
    expect(changes).toMatchObject([
      {
        code: "breaking/tightened-rule",
        severity: "breaking",
        kind: "v1.Spec",
        example: { operation: "create", after: { error: expect.stringContaining("is too small") as string } },
      },
    ]);
    const { least, most } = specOf(changes[0]) as { readonly least: number; readonly most: number };
    expect(most >= least && most < least + 2).toBe(true);
  });

  test("is breaking if it is new and refuses an object", async () => {
    const changes = await compare(
      version("v1", { spec: "least: int32;\n most: int32;" }),
      state(refusing("value.most < value.least")),
    );
    expect(changes).toMatchObject([{ code: "breaking/tightened-rule", severity: "breaking", path: "spec" }]);
  });

  test("is unknown if it refuses less", async () => {
    const changes = await compare(
      state(refusing("value.most < value.least + 2")),
      state(refusing("value.most < value.least")),
    );
    expect(changes).toMatchObject([{ severity: "unknown", samples: 60 }]);
  });
});

describe("a conversion", () => {
  const hub = version("", { spec: "size: int32;" });
  const states = (toHub: string, toVersion: string): Tree => ({
    ...Object.fromEntries(
      Object.entries(hub).map(([path, text]) => [
        path.replace("//", "/"),
        text.replace(`${group}/"`, `${group}/__internal"`),
      ]),
    ),
    ...version("v1", {
      spec: "size: string;",
      markers: ["k8s:conversion-gen=.."],
      files: {
        "conversion.ts": `import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
export function Convert_v1_Spec_To_shop_Spec(input: v1.Spec, scope: ConversionScope): shop.Spec {
  void scope;
  return { size: ${toHub} };
}
export function Convert_shop_Spec_To_v1_Spec(input: shop.Spec, scope: ConversionScope): v1.Spec {
  void scope;
  return { size: ${toVersion} };
}
`,
      },
    }),
  });

  test("is breaking if it changes an object that it kept", async () => {
    const old = states("input.size.length", `"x".repeat(input.size)`);
    const changes = await compare(old, states("input.size.length", `"y".repeat(input.size)`));
    expect(changes).toMatchObject([
      {
        code: "breaking/lost-in-conversion",
        severity: "breaking",
        example: { was: { spec: {} }, after: { spec: {} } },
      },
    ]);
  });

  test("that throws is breaking, with its message", async () => {
    const old = states("input.size.length", `"x".repeat(input.size)`);
    const thrown = states(
      `(() => { if (input.size.length > 2) throw new Error("too long"); return input.size.length; })()`,
      `"x".repeat(input.size)`,
    );
    expect(await compare(old, thrown)).toMatchObject([
      { severity: "breaking", example: { after: { error: expect.stringContaining("too long") as string } } },
    ]);
  });
});

test("a merge that changes is shown by two clients that apply", async () => {
  const state = (marker: string): Tree => version("v1", { spec: `/** ${marker} */ labels?: Record<string, string>;` });
  const [change] = await compare(state(""), state("+mapType=atomic"));
  expect(change).toMatchObject({
    code: "breaking/changed-map-type",
    severity: "breaking",
    example: {
      operation: "apply",
      before: [{ manager: "client-1" }, { manager: "client-2" }],
      after: { error: 'Apply failed with 1 conflict: conflict with "client-1": .spec.labels' },
    },
  });
});

describe("code that cannot be executed leaves the effect unknown, with the reason:", () => {
  const state = (size: string, head = ""): Tree =>
    version("v1", {
      spec: "size: string;",
      files: { "defaults.ts": `${head}${defaults(`spec.size ||= "${size}";`)["defaults.ts"] ?? ""}` },
    });

  test.each([
    [
      "a package is missing",
      `import "missing-package";\n`,
      "Cannot find package 'missing-package' imported from apis/shop/v1/defaults.ts",
    ],
    ["a module throws", `throw new Error("no");\n`, "no"],
    ["a module ends the process", `process.exit(3);\n`, "the code ended the thread in which codegen executes it"],
  ])("%s", async (_title, head, reason) => {
    expect(await compare(state("a", head), state("b"))).toMatchObject([
      {
        code: "breaking/changed-default",
        severity: "unknown",
        samples: 0,
        message: `the hand-written function SetDefaults_Spec was changed; codegen cannot execute the old code: ${reason}`,
      },
    ]);
  });
});

test("code that does not return is stopped", async () => {
  const { code } = await readTree(
    version("v1", { spec: "size: string;", files: defaults("for (;;) spec.size += '';") }),
  );
  const programs = await startPrograms(code, code, 2000);
  const sent = { apiVersion: `${group}/v1`, kind: "Pizza", metadata: { name: "example" }, spec: { size: "" } };
  const asking = programs.old.ask(group, [{ operation: "create", sent, storage: "v1" }]);
  await expect(asking).rejects.toThrow(
    "codegen cannot execute the old code: a function did not return within 2 seconds",
  );
  await expect(programs.old.ask(group, [{ operation: "create", sent, storage: "v1" }])).rejects.toThrow(
    "did not return",
  );
  await programs.close();
});

test("the code of npm packages is not executed", async () => {
  const folder = temporaryFolder();
  const state = (size: string): Tree =>
    version("v1", { spec: "size: string;", files: defaults(`spec.size ||= "${size}";`) });
  writeTree(join(folder, "package"), state("small"));
  execFileSync("tar", ["czf", "old.tgz", "package"], { cwd: folder });
  const { stderr, status } = await runHere(apiProject(state("large")), [
    "breaking",
    "--against",
    join(folder, "old.tgz"),
  ]);
  expect(stderr).toContain("SetDefaults_Spec was changed; the code of npm packages is not executed (v1.Spec)");
  expect(status).toBe(0);
});
