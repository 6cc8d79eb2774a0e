import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupDoc, kind } from "../cmd/api-project.js";
import { writeTree } from "../engine/temporary-folder.js";
import { succeed } from "./command.js";
import { Build, outputUntil, stepsOf } from "./docker-build.js";
import { repository } from "../interop/repository.js";
import { runsLongestForms } from "../sizes.js";
import { installed, whyNot } from "./install.js";
import { pack } from "./tarballs.js";

const reason = await whyNot();

const types = `${kind("shop.example.com/v1", "Pizza", "  spec: { size: string };").replace("{ ObjectMeta", "{ ListMeta, ObjectMeta")}
export interface PizzaList extends TypeMeta<"shop.example.com/v1", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}
`;

describe.skipIf(reason !== undefined)(["the Dockerfile of create server", reason].filter(Boolean).join(", "), () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "dockerfile-")));
  });
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  test("its steps install, build and copy all that the server needs to start", async () => {
    const project = join(base, "build");
    const context = join(base, "context/app");
    mkdirSync(join(context, "packages"), { recursive: true });
    const tarballs = (await pack(join(context, "packages"))).filter(({ name }) => name.startsWith("@apimachinery/"));
    const versions = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:packages/${basename(file)}`]));
    const { "@apimachinery/codegen": codegen, ...dependencies } = versions;
    const devDependencies = { "@apimachinery/codegen": codegen, typescript: "^7", "fast-check": "^4", vitest: "^4" };
    // Mirrors of the registry can lack platforms of newer versions, and npm ci then fails.
    const overrides = { "msgpackr-extract": "3.0.3", vite: "~8.3.0" };
    const manifest = { name: "shop", private: true, type: "module", dependencies, devDependencies, overrides };
    writeTree(context, {
      "package.json": JSON.stringify(manifest),
      "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
      "apis/shop/v1/types.ts": types,
    });
    await succeed(context, "npm", ["install", "--package-lock-only"]);
    symlinkSync(join(await installed(), "node_modules"), join(context, "node_modules"));
    await succeed(context, "npx", ["codegen", "create", "server"]);

    const build = new Build(base, context);
    expect(readFileSync(join(context, "Dockerfile"), "utf8")).toContain("\nCOPY packages ./packages/\nRUN npm ci\n");
    for (const step of stepsOf(readFileSync(join(context, "Dockerfile"), "utf8"))) await build.run(step);
    expect(existsSync(join(project, "app/node_modules/vitest"))).toBe(false);
    const arguments_ = [...build.entrypoint, "--secure-port=0"];
    const output = await outputUntil("kubectl get pizzas", build.workdir, arguments_);
    expect(output).toContain("kubectl get pizzas");
    expect(existsSync(join(base, "data/kubeconfig"))).toBe(true);
  });
});

describe.skipIf(reason !== undefined)(["the Dockerfile of the pizza server", reason].filter(Boolean).join(", "), () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "dockerfile-")));
    // The server runs as another user, who must be able to enter the folder.
    chmodSync(base, 0o755);
  });
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  // The steps install and compile this whole project once more, with all checks of the compiler.
  test.runIf(runsLongestForms)(
    "its steps build a server that another user can start from a tree that is read-only",
    async () => {
      const context = join(base, "context");
      const skipped = /^(node_modules|\.git|dist|.*\/dist|.*\/node_modules|.*\.local)$/;
      cpSync(repository, context, { recursive: true, filter: (file) => !skipped.test(relative(repository, file)) });
      const build = new Build(base, context);
      for (const step of stepsOf(readFileSync(join(context, "cmd/pizza-apiserver/Dockerfile"), "utf8")))
        await build.run(step);
      for (const absent of ["vitest", "typescript", "ts-morph"])
        expect(existsSync(join(build.workdir, "node_modules", absent)), absent).toBe(false);
      await succeed(base, "chmod", ["-R", "a-w,a+rX", build.workdir]);
      const writable = join(base, "writable");
      mkdirSync(writable);
      chmodSync(writable, 0o777);
      const flags = ["--secure-port=0", "--storage-backend=memory", `--data-dir=${join(writable, "data")}`];
      // Only root can start processes of other users.
      const user = process.getuid?.() === 0 ? { uid: 10001, gid: 10001 } : {};
      const output = await outputUntil("serving on https://", build.workdir, [...build.entrypoint, ...flags], user);
      expect(output).toContain("serving on https://");
    },
  );
});
