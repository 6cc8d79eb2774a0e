import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import type { ResolvedFix } from "../../cmd/codegen/report/fixes.js";
import { applyEdits } from "../golden/apply-edits.js";
import { blocksIn, filledIn } from "../golden/blocks.js";
import { runGeneratedTests, workFolder } from "../generators/run-generated.js";
import { groupsOf } from "./hub.js";
import { writeInput } from "./input.js";
import { readVersions } from "./source.js";
import { sizeOf } from "../sizes.js";

/** Output of `codegen --format json`. */
interface Generated {
  readonly problems: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly hint?: string;
    readonly fixes?: readonly ResolvedFix[];
  }[];
  readonly files: readonly { readonly path: string }[];
}

const root = join(import.meta.dirname, "../..");

describe("every API group of kubernetes-types, with a hub made from its newest version", () => {
  const versions = readVersions();
  const groups = groupsOf(versions);
  let work = "";
  let generated: Generated = { problems: [], files: [] };

  beforeAll(async () => {
    work = workFolder("scale");
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "codegen.config.json"), "{}\n");
    writeInput(join(work, "apis"), groups);
    const first = await generate(work);
    paste(work, first.problems);
    do generated = await generate(work);
    while (acceptLoss(work, generated));
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("the package has the expected number of groups and types", () => {
    expect(groups.length).toBeGreaterThanOrEqual(20);
    expect(versions.flatMap(({ interfaces }) => interfaces).length).toBeGreaterThan(550);
  });

  test("codegen reports no errors after the functions that it shows are pasted", () => {
    expect(generated.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("only fields that a version of autoscaling lacks do not survive a round trip", async () => {
    const { stdout } = await runHere(work, ["lossy", "apis", "--format", "text"]);
    const lost = stdout
      .split("\n")
      .filter(
        (line) =>
          line !== "" && !line.endsWith(": nothing is lost") && !line.endsWith(": the version does not have this kind"),
      );
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.filter((line) => !line.startsWith("autoscaling/"))).toEqual([]);
  });

  test("every version has generated files", () => {
    const folders = new Set(
      generated.files
        .filter(({ path }) => path.endsWith("zz_generated.conversion.ts"))
        .map(({ path }) => dirname(path)),
    );
    expect([...folders].toSorted()).toEqual(
      versions.map(({ folder, version }) => `apis/${folder}/${version}`).toSorted(),
    );
  });

  test("generated code compiles under every strict flag", () => {
    writeFileSync(
      join(work, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["apis/**/*.ts"], exclude: ["**/*.test.ts"] }),
    );
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "-p", work],
      { cwd: work, encoding: "utf8" },
    );
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  });

  test("generated code has no directives that suppress checks", () => {
    for (const path of readdirSync(join(work, "apis"), { recursive: true, encoding: "utf8" })) {
      if (!path.includes("zz_generated")) continue;
      expect(readFileSync(join(work, "apis", path), "utf8"), path).not.toMatch(
        /@ts-|lint-(disable|enable)|-ignore|\bas any\b/,
      );
    }
  });

  test("the generated round-trip tests pass", () => {
    const { output, status } = runGeneratedTests(work, { FUZZ_RUNS: String(sizeOf("SCALE_FUZZ_RUNS")) });
    expect(status, output).toBe(0);
    expect(output).toMatch(/Tests {2}\d{3,} passed/);
  });
});

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2022",
  lib: ["ES2023"],
  module: "NodeNext",
  types: ["node"],
};

async function generate(work: string): Promise<Generated> {
  const { stdout, stderr, status } = await runHere(work, ["apis", "--format", "json"]);
  if (stdout === "") throw new Error(`codegen exited with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Generated;
}

/**
 * Writes the functions in the hints of problems into files. The functions set no value for fields
 * that a version does not have.
 */
function paste(work: string, problems: Generated["problems"]): void {
  let index = 0;
  for (const [file, text] of blocksIn(problems))
    writeFileSync(join(work, dirname(file), `pasted-${index++}.ts`), filledIn(text));
}

/**
 * Adds a `loses` marker for one field that a pasted function does not mention.
 * @returns true if such a field was found
 */
function acceptLoss(work: string, { problems }: Generated): boolean {
  const fix = problems.find(({ code }) => code === "conversion/unmentioned-field")?.fixes?.[0];
  if (fix !== undefined) applyEdits(work, fix.edits);
  return fix !== undefined;
}
