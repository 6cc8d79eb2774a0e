import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, succeed } from "./command.js";
import { asInstalled, createUserProject, whyNot } from "./install.js";

const reason = await whyNot();

describe.skipIf(reason !== undefined)(
  ["from an empty folder by codegen's own commands", reason].filter(Boolean).join(", "),
  () => {
    let root: string;
    beforeAll(async () => {
      root = await createUserProject({ "package.json": asInstalled });
    });
    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
    });

    test("init, create api and create version succeed", async () => {
      const group = ["--group", "restaurant.example.com"];
      await succeed(root, "npx", ["codegen", "init"]);
      await succeed(root, "npx", [
        "codegen",
        "create",
        "api",
        ...group,
        "--version",
        "v1beta1",
        "--kind",
        "Pizza",
        "--namespaced",
      ]);
      await succeed(root, "npx", ["codegen", "create", "api", ...group, "--version", "v1beta1", "--kind", "Topping"]);
      await succeed(root, "npx", ["codegen", "create", "version", "--from", "v1beta1", "--to", "v1"]);
      const bar = ["--group", "bar.example.com", "--version", "v1alpha1", "--kind", "Drink", "--internal-hub"];
      await succeed(root, "npx", ["codegen", "create", "api", ...bar]);
      await succeed(root, "npx", ["codegen", "create", "version", "--from", "v1alpha1", "--to", "v1"]);
      expect(await succeed(root, "npx", ["tsc", "--noEmit"])).toBe("");
    });

    test("the created files have no problems, compile, and pass their tests", async () => {
      expect(await command(root, "npm", ["run", "generate"])).toMatchObject({ stderr: "", status: 0 });
      expect(await succeed(root, "npx", ["tsc", "--noEmit"])).toBe("");
      expect(await succeed(root, "npx", ["vitest", "run"])).toMatch(/Tests +\d+ passed/);
      await succeed(root, "npm", ["run", "verify-generated"]);
    });
  },
);
