import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { plainStrict, strictFlags } from "../../golden/compile.js";
import { lint } from "../../lint.js";
import { compileAll, generate, layOver, overlaid, type Generated } from "./overlay.js";

interface HandWritten {
  readonly name: string;
  readonly calledByGenerated?: boolean;
}
interface Expected {
  readonly conversion?: {
    readonly handWritten: readonly HandWritten[];
    readonly autoConvert: readonly string[];
    readonly convert: readonly string[];
  };
  readonly defaults?: { readonly handWritten: readonly HandWritten[] };
}

describe.skipIf(corpora === undefined)(
  "Kubernetes' groups with their hand-written functions (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    let generated: Generated = { problems: [], files: [] };

    beforeAll(async () => {
      work = layOver("functions");
      generated = await generate(work);
    });

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test("the hand-written functions are the same as Go's", () => {
      for (const folder of folders()) {
        const { conversion, defaults } = expectedOf(folder);
        const wanted = [...(conversion?.handWritten ?? []), ...(defaults?.handWritten ?? [])]
          .map(({ name }) => name)
          .filter(hasMeaning);
        const written = functionsOf(overlaid().filter((path) => dirname(path) === folder));
        expect({ folder, names: written.toSorted() }).toEqual({ folder, names: wanted.toSorted() });
      }
    });

    test("the only problems are the problems in problems.txt", () => {
      const known = generated.problems.filter(
        ({ code }) => !["conversion/no-peer-type", "conversion/empty-peer"].includes(code),
      );
      const lines = known.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
      const expected = readFileSync(join(import.meta.dirname, "problems.txt"), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines.toSorted()).toEqual(expected);
    });

    test("conversions have the same names as Go's", () => {
      for (const folder of folders()) {
        const { autoConvert = [], convert = [] } = expectedOf(folder).conversion ?? {};
        const wanted = [...autoConvert, ...convert].filter(hasMeaning);
        if (wanted.length === 0) continue;
        const text = readFileSync(join(work, "kubernetes", folder, "zz_generated.conversion.ts"), "utf8");
        // If generated code converts the whole type, one function has both names:
        // `autoConvert_a_To_b as Convert_a_To_b`.
        const made = [...text.matchAll(/^export function (\w+_To_\w+)\(|\b\w+_To_\w+ as (\w+_To_\w+)\b/gm)].map(
          ([, name, alias = ""]) => name ?? alias,
        );
        expect({ folder, names: made.toSorted() }).toEqual({ folder, names: wanted.toSorted() });
      }
    });

    test("generated code calls the same default functions as Go's", () => {
      for (const folder of folders()) {
        const called = (expectedOf(folder).defaults?.handWritten ?? [])
          .filter((fn) => fn.calledByGenerated === true)
          .map(({ name }) => name);
        if (called.length === 0) continue;
        const text = readFileSync(join(work, "kubernetes", folder, "zz_generated.defaults.ts"), "utf8");
        expect({
          folder,
          uncalled: called.filter((name) => !text.includes(`${name}(`) && !importedElsewhere(work, folder, name)),
        }).toEqual({ folder, uncalled: [] });
      }
    });

    test.each([
      ["plain strict", plain],
      ["every strict flag", strictest],
    ])("compiles under %s", (_name, compilerOptions) => {
      expect(compileAll(work, compilerOptions)).toBe("");
    });

    test("hand-written code, and the generated code of two groups, passes lint", () => {
      const files = [
        ...overlaid().map((path) => `kubernetes/${path}`),
        "kubernetes/{apps,autoscaling}/**/zz_generated.*.ts",
      ];
      // The tsconfig.json of the previous test lists the files.
      expect(lint(work, files)).toBe("");
    });
  },
);

const plain = { ...plainStrict, lib: ["ES2023"], types: ["node"] };
const strictest = { ...plain, ...strictFlags };

function folders(): readonly string[] {
  const paths = readdirSync(join(corpora ?? "", "kubernetes"), { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => path.endsWith("expected.json") && !path.startsWith("meta"))
    .map((path) => dirname(path));
}

function expectedOf(folder: string): Expected {
  return JSON.parse(readFileSync(join(corpora ?? "", "kubernetes", folder, "expected.json"), "utf8")) as Expected;
}

/**
 * Reports whether this project has a counterpart of a Go function. Go's functions for query
 * parameters (url.Values) and for pointers have no counterpart.
 */
function hasMeaning(name: string): boolean {
  return !name.includes("url_Values") && name !== "Convert_Slice_string_To_Pointer_string";
}

function functionsOf(paths: readonly string[]): readonly string[] {
  const texts = paths.map((path) => readFileSync(join(import.meta.dirname, path), "utf8"));
  return texts.flatMap((text) =>
    [...text.matchAll(/^export function ((?:Convert|SetDefaults)_\w+)\(/gm)].map(([, name = ""]) => name),
  );
}

/** Reports whether the generated defaults of any other folder call the function. */
function importedElsewhere(work: string, folder: string, name: string): boolean {
  const paths = readdirSync(join(work, "kubernetes"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("zz_generated.defaults.ts"),
  );
  return paths.some(
    (path) => dirname(path) !== folder && readFileSync(join(work, "kubernetes", path), "utf8").includes(`${name}(`),
  );
}
