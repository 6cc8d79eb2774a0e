import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, succeed } from "./command.js";
import { createUserProject, whyNot } from "./install.js";
import { compilerOptions } from "./library-api.js";

const reason = await whyNot();

const types = `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Pizza extends TypeMeta<"shop.example.com/v1", "Pizza"> {
  metadata: ObjectMeta;
}
`;

describe.skipIf(reason !== undefined)(
  ["a third party's generator, installed", reason].filter(Boolean).join(", "),
  () => {
    let root: string;
    beforeAll(async () => {
      root = await createUserProject({
        "package.json": `{ "name": "shop", "private": true, "type": "module" }\n`,
        "tsconfig.json": JSON.stringify({ compilerOptions, include: ["apis"] }),
        "codegen.config.json": `{ "plugins": ["@acme/codegen-kinds"] }\n`,
        "apis/shop/v1/doc.ts":
          "/**\n * +k8s:deepcopy-gen=package\n * +groupName=shop.example.com\n * +acme:kinds=shopKinds\n *\n * @packageDocumentation\n */\nexport {};\n",
        "apis/shop/v1/types.ts": types,
      });
    });
    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
    });

    test("runs beside the built-in generators, and its output compiles", async () => {
      expect(await command(root, "npx", ["codegen"])).toMatchObject({ stderr: "", status: 0 });
      expect(readFileSync(join(root, "apis/shop/v1/zz_generated.kinds.ts"), "utf8")).toContain(
        `export const shopKinds = ["Pizza"] as const;`,
      );
      expect(readFileSync(join(root, "apis/shop/v1/zz_generated.deepcopy.ts"), "utf8")).toContain("DeepCopy_Pizza");
      expect(await succeed(root, "npx", ["tsc", "--noEmit"])).toBe("");
      expect(await command(root, "npx", ["codegen", "--check"])).toMatchObject({ stderr: "", status: 0 });
    });

    test("imports the helpers of the engine's public entry point", async () => {
      const script = `import * as engine from "@apimachinery/codegen/engine"; console.log(Object.keys(engine).sort().join(" "));`;
      expect((await succeed(root, "node", ["--input-type=module", "-e", script])).trim()).toBe(
        "addMarker addPackageMarker appendTo defineMarker defineProblems exportIt folders isScalar names nearest objectOf packageById parseFunctionName pluralOf printType remedy remedyAs " +
          "removeMarker replaceMarker replaceSignature replaceText sameType typeById underlying",
      );
    });

    test("has its marker in the list of markers", async () => {
      expect(await succeed(root, "npx", ["codegen", "markers", "acme:kinds"])).toContain("+acme:kinds=pizzaKinds");
    });

    test("compiles against the published types", async () => {
      const file = "node_modules/@acme/codegen-kinds/index.js";
      const flags = [
        "--allowJs",
        "--checkJs",
        "--noEmit",
        "--strict",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--maxNodeModuleJsDepth",
        "0",
        // A dependency of the server's package brings types of Node that old compilers do not
        // accept. They would be included automatically.
        "--typeRoots",
        "none",
      ];
      for (const compiler of ["typescript54", "typescript"]) {
        expect(
          await succeed(
            root,
            "node",
            [`node_modules/${compiler}/bin/tsc`, "--ignoreConfig", ...flags, file].filter(
              (flag) => compiler === "typescript" || flag !== "--ignoreConfig",
            ),
          ),
        ).toBe("");
      }
    });
  },
);
