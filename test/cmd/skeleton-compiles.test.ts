import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileProject } from "../compile.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the compiler's messages for the files of a folder under strict settings. */
function compile(root: string): string[] {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    target: "ES2022",
    module: "NodeNext",
    types: [],
  };
  const config = join(root, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ["apis"] }));
  return compileProject(config).split("\n").filter(Boolean);
}

const group = ["--group", "restaurant.example.com"];

function project(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(repository, "runtime"), join(root, "node_modules/@apimachinery/runtime"));
  return root;
}

/**
 * Generates code. The test fails if codegen reports problems or the code does not compile.
 * @returns the output of codegen
 */
async function generated(root: string): Promise<string> {
  const { stdout, stderr, status } = await runHere(root, []);
  expect(stderr).not.toMatch(/ (error|warning) /);
  expect(status).toBe(0);
  expect(compile(root)).toEqual([]);
  return stdout;
}

test.each([
  ["an internal hub", ["--internal-hub"], "v1beta1"],
  ["no internal hub", [], "v1alpha1"],
])(
  "the files of codegen create with %s have no problems, and compile strictly before and after generation",
  async (_, hub, converting) => {
    const root = project();
    for (const args of [
      ["init"],
      ["create", "api", ...group, "--version", "v1alpha1", "--kind", "Pizza", "--namespaced", ...hub],
      ["create", "api", ...group, "--version", "v1alpha1", "--kind", "Topping"],
      ["create", "api", "--group", "bar.example.com", "--version", "v1", "--kind", "Drink", ...hub],
      ["create", "version", "--from", "v1alpha1", "--to", "v1beta1"],
    ]) {
      expect(await runHere(root, args)).toMatchObject({ stderr: "", status: 0 });
    }
    expect(compile(root)).toEqual([]);
    expect(await generated(root)).toMatch(`created apis/restaurant/${converting}/zz_generated.conversion.ts`);
  },
);

test("hand-written conversions still compile after the hub has moved, and a spoke is added", async () => {
  const root = project();
  await runHere(root, ["init"]);
  await runHere(root, ["create", "api", ...group, "--version", "v1alpha1", "--kind", "Pizza"]);
  await runHere(root, ["create", "version", "--from", "v1alpha1", "--to", "v1beta1"]);
  const types = join(root, "apis/restaurant/v1beta1/types.ts");
  writeFileSync(types, readFileSync(types, "utf8").replace("description?: string", "descriptions?: string[]"));
  const names = ["v1alpha1_PizzaSpec_To_v1beta1_PizzaSpec", "v1beta1_PizzaSpec_To_v1alpha1_PizzaSpec"];
  const functionOf = (name: string, input: string, output: string, given: string) =>
    `export function Convert_${name}(input: ${input}.PizzaSpec, scope: ConversionScope): ${output}.PizzaSpec {
  return autoConvert_${name}(input, scope, { ${given} });
}
`;
  writeFileSync(
    join(root, "apis/restaurant/v1alpha1/conversion.ts"),
    `import type { ConversionScope } from "@apimachinery/runtime";
import type * as v1beta1 from "../v1beta1/types.js";
import type * as v1alpha1 from "./types.js";
import { ${names.map((name) => `autoConvert_${name}`).join(", ")} } from "./zz_generated.conversion.js";

${functionOf(names[0] ?? "", "v1alpha1", "v1beta1", "descriptions: input.description === undefined ? undefined : [input.description]")}
${functionOf(names[1] ?? "", "v1beta1", "v1alpha1", "description: input.descriptions?.[0]")}`,
  );
  await generated(root);
  await runHere(root, ["create", "version", "--from", "v1beta1", "--to", "v1"]);
  await runHere(root, ["create", "version", "--from", "v1", "--to", "v2alpha1"]);
  await generated(root);
  expect(readFileSync(join(root, "apis/restaurant/zz_generated.install.ts"), "utf8")).toMatch("setHubVersion");
});
