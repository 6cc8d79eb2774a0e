import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, succeed } from "./command.js";
import { compilers, createUserProject, whyNot } from "./install.js";
import { libraryApi } from "./library-api.js";

const reason = await whyNot();

const outputs = ["conversion", "deepcopy", "defaults", "fuzz", "openapi", "register", "schema", "validation"];

const strictFlags = [
  "exactOptionalPropertyTypes",
  "noUnusedLocals",
  "noUnusedParameters",
  "noUncheckedIndexedAccess",
  "verbatimModuleSyntax",
].flatMap((flag) => [`--${flag}`, "true"]);

describe.skipIf(reason !== undefined)(["in a user's project", reason].filter(Boolean).join(", "), () => {
  let root: string;
  beforeAll(async () => {
    root = await createUserProject(libraryApi);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const compile = (compiler: string, args: readonly string[]) =>
    command(root, "node", [`node_modules/${compiler}/bin/tsc`, "--noEmit", ...args]).then(
      ({ stdout, stderr }) => stdout + stderr,
    );

  test("codegen writes every file without a problem", async () => {
    const { status, stdout, stderr } = await command(root, "npx", ["codegen"]);
    expect([stderr, status]).toEqual(["", 0]);
    const versionFiles = ["v1", "v1alpha1"].flatMap((version) =>
      outputs.map((output) => `apis/library/${version}/zz_generated.${output}.ts`),
    );
    const hubFiles = ["deepcopy", "fuzz", "install", "register", "roundtrip.test", "schema"].map(
      (output) => `apis/library/zz_generated.${output}.ts`,
    );
    const pages = ["v1", "v1alpha1"].map((version) => `generated/lossy/library.example.org/${version}.md`);
    const missing = [...versionFiles, ...hubFiles, ...pages].filter((path) => !existsSync(join(root, path)));
    expect([missing, stdout]).toEqual([[], expect.stringContaining("25 generated files created")]);
  });

  test.each(compilers)("%s accepts it, with and without the strictest flags", async (compiler) => {
    expect(await Promise.all([compile(compiler, []), compile(compiler, strictFlags)])).toEqual(["", ""]);
  });

  test.each(["typescript54", "typescript"])(
    "%s accepts the runtime's declarations, without those of Node",
    async (compiler) => {
      expect(await compile(compiler, ["-p", "tsconfig.declarations.json"])).toBe("");
    },
  );

  test.each(["typescript54", "typescript"])("%s accepts it as bundlers resolve modules", async (compiler) => {
    expect(await compile(compiler, ["--module", "esnext", "--moduleResolution", "bundler"])).toBe("");
  });

  test("the JSON of an old version is decoded, defaulted, converted and encoded", async () => {
    await succeed(root, "npx", ["tsc"]);
    expect(JSON.parse(await succeed(root, "node", ["dist/use.js"]))).toMatchObject({
      apiVersion: "library.example.org/v1",
      kind: "Book",
      metadata: { name: "solaris" },
      spec: {
        title: "Solaris",
        authors: ["Lem", "Kandel"],
        shelf: "A3",
        cover: "Soft",
        copies: 0,
        chapters: { one: { firstPage: 0 } },
      },
    });
    rmSync(join(root, "dist"), { recursive: true });
  });

  test("its generated round-trip test passes", async () => {
    const { status, stdout, stderr } = await command(root, "npx", ["vitest", "run"]);
    expect({ status, output: stdout + stderr }).toEqual({
      status: 0,
      output: expect.stringMatching(/Tests +\d+ passed/) as string,
    });
  });

  test("a conversion with a loss makes the test fail, with a counterexample", async () => {
    const path = join(root, "apis/library/v1alpha1/conversion.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('input.authors.join("; ")', 'input.authors.slice(0, 1).join("; ")'));
    const { status, stdout, stderr } = await command(root, "npx", ["vitest", "run"]);
    writeFileSync(path, text);
    expect(status).toBe(1);
    for (const expected of [
      "library.example.org/__internal Book: converting to library.example.org/v1alpha1",
      "spec.authors",
      "seed",
    ]) {
      expect(stdout + stderr).toContain(expected);
    }
  });

  test("--check succeeds until a generated file is edited", async () => {
    expect(await command(root, "npx", ["codegen", "--check"])).toMatchObject({ status: 0, stderr: "" });
    const path = "apis/library/v1/zz_generated.deepcopy.ts";
    const text = read(path);
    writeFileSync(join(root, path), text.replace("title: input.title", 'title: "mine"'));
    const { status, stdout, stderr } = await command(root, "npx", ["codegen", "--check"]);
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/^-.*title: "mine"/m);
    expect(stdout + stderr).toMatch(/^\+.*title: input.title/m);
    await succeed(root, "npx", ["codegen"]);
    expect(read(path)).toBe(text);
  });

  test("all mistakes are reported together with their positions, and nothing is written", async () => {
    const before = read("apis/library/v1/zz_generated.deepcopy.ts");
    const types = read("apis/library/v1/types.ts");
    const mistaken = types
      .replace('+default="Soft"', '+default="Sotf"')
      .replace("  weight?: Quantity;", "  isbn: string;\n  weight?: Quantity;")
      .replace("/** +default=1 */\n  firstPage", "/** +k8s:optoinal */\n  firstPage");
    writeFileSync(join(root, "apis/library/v1/types.ts"), mistaken);
    const line = (text: string) => mistaken.slice(0, mistaken.indexOf(text)).split("\n").length;
    const { status, stderr } = await command(root, "npx", ["codegen"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^apis/library/v1/types.ts:${line("Sotf")}:7 error defaults/.*"Sotf"`, "m"));
    expect(stderr).toMatch(new RegExp(`^apis/library/v1/types.ts:${line("isbn")}:3 error conversion/.*isbn`, "m"));
    expect(stderr).toMatch(
      new RegExp(`^apis/library/v1/types.ts:${line("optoinal")}:7 error markers/.*k8s:optoinal`, "m"),
    );
    expect(stderr).toMatch("did you mean `+k8s:optional`?");
    expect(read("apis/library/v1/zz_generated.deepcopy.ts")).toBe(before);
    writeFileSync(join(root, "apis/library/v1/types.ts"), types);
  });
});
