import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { environment, succeed } from "./command.js";
import { Build, outputUntil, stepsOf, type Step } from "./docker-build.js";
import { whyNot } from "./install.js";
import { selectedCases } from "../sizes.js";
import { pack, repository, type Tarball } from "./tarballs.js";

const reason = await whyNot();
const blocks = fencedBlocks(readFileSync(join(repository, "docs/monorepo.md"), "utf8"));

/** Folder of the workspace with the packages of this repository, which no registry has. */
const packed = "tarballs";

/** Returns the files of the page; the packages of this repository come from tarballs. */
function files(command: "npm" | "pnpm", tarballs: readonly Tarball[]): Tree {
  const fileOf = (name: string): string =>
    `file:../../${packed}/${basename(tarballs.find((one) => one.name === name)?.file ?? "")}`;
  const shown = blocks.flatMap(({ info: [language = "", path], text }): [string, string][] =>
    path !== undefined && ["json", "yaml"].includes(language) ? [[path, text]] : [],
  );
  const installed = shown.map(([path, text]): [string, string] => [
    path,
    text.replace(/"(@apimachinery\/\w+)": "\^0\.1\.0"/g, (_all, name: string) => `"${name}": "${fileOf(name)}"`),
  ]);
  if (command === "npm")
    return Object.fromEntries(
      installed
        .filter(([path]) => path.endsWith(".json"))
        // Mirrors of the registry can lack platforms of newer versions, and npm ci then fails.
        .map(([path, text]) => [
          path,
          text.replace('"scripts":', '"overrides": { "msgpackr-extract": "3.0.3", "vite": "~8.3.0" },\n"scripts":'),
        ]),
    );
  const own = tarballs.filter(({ name }) => name.startsWith("@apimachinery/"));
  const overrides = own.map(({ name, file }) => `  '${name}': file:${file}\n`).join("");
  const builds = "allowBuilds: { lmdb: false, msgpackr-extract: false, protobufjs: false }\n";
  return Object.fromEntries(
    installed.map(([path, text]) => [
      path,
      path.endsWith(".yaml")
        ? `${text}overrides:\n${overrides}${builds}`
        : text
            .replace('"@acme/api": "1.0.0"', '"@acme/api": "workspace:*"')
            .replace(/"npm run build .*"/, '"pnpm -r run build"'),
    ]),
  );
}

describe.skipIf(reason !== undefined)(
  ["types, a server and a controller in packages of one workspace", reason].filter(Boolean).join(", "),
  () => {
    let base: string;
    beforeAll(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "monorepo-")));
      writeTree(base, { "tools/package.json": "{}\n" });
      await succeed(join(base, "tools"), "npm", ["install", "pnpm@12.21.0"]);
      writeTree(base, { "bin/pnpm": `#!/bin/sh\nexec "${join(base, "tools/node_modules/.bin/pnpm")}" "$@"\n` });
      chmodSync(join(base, "bin/pnpm"), 0o755);
    });
    afterAll(() => {
      rmSync(base, { recursive: true, force: true });
    });

    test.each(selectedCases(["npm", "pnpm"] as const, { long: 2 }))(
      "installed by %s, the commands of the page succeed",
      async (command) => {
        const root = join(base, command);
        mkdirSync(join(root, packed), { recursive: true });
        writeTree(root, files(command, await pack(join(root, packed))));
        const text = blocks.find(({ info }) => info[0] === "sh" && info[1] === command)?.text ?? "";
        const path = [join(base, "bin"), environment()["PATH"]].join(delimiter);
        const output = await succeed(root, "env", [`PATH=${path}`, "bash", "-e", "-c", text]);
        expect(output).toContain("test/server.test.ts");
        expect(output).toContain("test/pizza-controller.test.ts");
        const definition = readFileSync(join(root, "packages/server/src/definition.ts"), "utf8");
        expect(definition).toContain(`from "@acme/api/apis/restaurant/v1/zz_generated.register.js"`);
        const role = readFileSync(join(root, "packages/controller/generated/rbac/role.yaml"), "utf8");
        expect(role).toContain("pizzas/status");
      },
    );

    test("the steps of the Dockerfiles build images of the server and of the controller", async () => {
      const context = join(base, "npm");
      const read = (path: string) => readFileSync(join(context, "packages", path), "utf8");
      const ignore = "server/Dockerfile.dockerignore";
      expect(read("controller/Dockerfile.controller.dockerignore")).toBe(read(ignore));
      const build = new Build(join(base, "build"), context, `packages/${ignore}`);
      let before: readonly Step[] = [];
      for (const [name, printed] of [
        ["server/Dockerfile", "kubectl get pizzas"],
        ["controller/Dockerfile.controller", "missing: the kubeconfig does not exist"],
      ] as const) {
        const steps = stepsOf(read(name));
        // As in docker, the first steps, which both have, run once.
        const first = steps.findIndex(({ text }, at) => text !== before[at]?.text);
        for (const step of steps.slice(first)) await build.run(step);
        before = steps;
        expect(existsSync(join(build.workdir, "../../node_modules/vitest"))).toBe(false);
        const flags = name.startsWith("server") ? ["--secure-port=0"] : ["--kubeconfig=missing"];
        expect(await outputUntil(printed, build.workdir, [...build.entrypoint, ...flags])).toContain(printed);
      }
    });
  },
);
