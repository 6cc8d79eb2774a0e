import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";

const repository = join(import.meta.dirname, "../..");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "codegen-pattern-"));
  write("package.json", "{}\n");
  write("apis/shop/v1/doc.ts", "/** +groupName=shop.example.com */\nexport {};\n");
  write("apis/shop/v1/types.ts", typesWith("+kubebuilder:validation:Pattern=^[a-z]+$"));
  // A copy, because a link to the runtime of this repository would find re2js there.
  for (const part of ["package.json", "dist"])
    cpSync(join(repository, "runtime", part), join(root, "node_modules/@apimachinery/runtime", part), {
      recursive: true,
    });
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const typesWith = (marker: string): string =>
  `import type { TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  /** ${marker} */
  owner: string;
  /** ${marker} */
  buyer: string;
}
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function install(name: string, from = join(repository, "node_modules", name)): void {
  mkdirSync(dirname(join(root, "node_modules", name)), { recursive: true });
  symlinkSync(from, join(root, "node_modules", name));
}

test("without re2js, the first pattern is an error with the command that installs the package", async () => {
  const { stderr, status } = await runHere(root, ["apis"]);
  expect(status).toBe(1);
  expect(stderr.match(/validation\//g)).toHaveLength(1);
  expect(stderr).toContain(
    "apis/shop/v1/types.ts:4:7 error validation/no-re2js: the pattern requires the package re2js, which is not installed\n    npm i re2js\n",
  );
});

test("with re2js, the generated file imports patterns", async () => {
  install("re2js");
  expect((await runHere(root, ["apis"])).status).toBe(0);
  const generated = readFileSync(join(root, "apis/shop/v1/zz_generated.validation.ts"), "utf8");
  expect(generated).toContain('import { pattern } from "@apimachinery/runtime/pattern";\n');
});

test("re2js that only codegen brings, for development, is an error", async () => {
  install("re2js");
  const development = { devDependencies: { "@apimachinery/codegen": "1" } };
  write("package.json", JSON.stringify(development));
  expect((await runHere(root, ["apis"])).stderr).toContain(
    "error validation/no-re2js: the pattern requires the package re2js, which is installed only for development\n    npm i re2js\n",
  );
  for (const name of ["re2js", "@apimachinery/apiserver"]) {
    write("package.json", JSON.stringify({ ...development, dependencies: { [name]: "1" } }));
    expect((await runHere(root, ["apis"])).status).toBe(0);
  }
});

test("re2js that only the runtime can import is enough", async () => {
  const own = "node_modules/@apimachinery/runtime";
  rmSync(join(root, own), { recursive: true });
  const store = "node_modules/.pnpm/runtime/node_modules";
  for (const part of ["package.json", "dist"])
    cpSync(join(repository, "runtime", part), join(root, store, "@apimachinery/runtime", part), { recursive: true });
  install("@apimachinery/runtime", join(root, store, "@apimachinery/runtime"));
  symlinkSync(join(repository, "node_modules/re2js"), join(root, store, "re2js"));
  expect((await runHere(root, ["apis"])).status).toBe(0);
  write("apis/shop/v1/types.ts", typesWith("+kubebuilder:validation:Pattern=^(?=a)$"));
  expect((await runHere(root, ["apis"])).stderr).toContain("is not a regular expression of Go");
});

test("a folder without a pattern does not need re2js", async () => {
  write("apis/shop/v1/types.ts", typesWith("+kubebuilder:validation:MaxLength=9"));
  expect((await runHere(root, ["apis"])).status).toBe(0);
  const generated = readFileSync(join(root, "apis/shop/v1/zz_generated.validation.ts"), "utf8");
  expect(generated).toContain("validator(CartSchema)");
  expect(generated).not.toContain("@apimachinery/runtime/pattern");
});

test("the generator crd alone reports a pattern that Go refuses", async () => {
  install("re2js");
  write("codegen.config.json", JSON.stringify({ paths: ["apis"], generators: ["crd"] }));
  write(
    "apis/shop/v1/types.ts",
    `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  /** +kubebuilder:validation:Pattern=\\p{Emoji} */
  owner: string;
}
`,
  );
  expect((await runHere(root, [])).stderr).toContain(
    "apis/shop/v1/types.ts:6:7 error validation/bad-pattern: `+kubebuilder:validation:Pattern=\\p{Emoji}` is not a regular expression of Go: invalid character class range: `\\p{Emoji}`\n",
  );
});
