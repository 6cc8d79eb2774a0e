import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../../built-program.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { runHere } from "../run-here.js";

const compiler = join(repository, "node_modules/typescript/bin/tsc");
const generators = ["deepcopy", "schema", "openapi", "defaults", "conversion", "register", "validation", "fuzz"];
const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023"],
    module: "NodeNext",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    incremental: true,
    rootDir: ".",
    outDir: "dist",
  },
  include: ["apis", "cmd"],
  exclude: ["**/*.test.ts"],
};

const group = "cmd/pizza-apiserver/restaurant-group.ts";

/** A copy of the pizza server, whose developers release it several times. */
export class PizzaProject {
  readonly root = temporaryFolder({
    "package.json": `{ "name": "pizzas", "type": "module" }\n`,
    "codegen.config.json": JSON.stringify({ paths: ["apis"], generators }),
    "tsconfig.json": JSON.stringify(tsconfig),
  });

  constructor() {
    for (const folder of ["apis/restaurant", "cmd/pizza-apiserver"])
      cpSync(join(repository, folder), join(this.root, folder), { recursive: true });
    rmSync(join(this.root, "cmd/pizza-apiserver/tsconfig.json"));
    mkdirSync(join(this.root, "node_modules/@types"), { recursive: true });
    for (const name of ["@apimachinery", "@types/node", "fast-check", "vitest"])
      symlinkSync(join(repository, "node_modules", name), join(this.root, "node_modules", name));
  }

  /** Path of the compiled program. */
  get main(): string {
    return join(this.root, "dist/cmd/pizza-apiserver/main.js");
  }

  /** A release in which every kind has both versions, and v1alpha1 is stored as before. */
  async releaseBothVersions(): Promise<void> {
    const old = readFileSync(join(this.root, "apis/restaurant/v1alpha1/types.ts"), "utf8");
    const topping = old.slice(old.indexOf("/**\n * Topping is")).replaceAll("/v1alpha1", "/v1beta1");
    this.#edit("apis/restaurant/v1beta1/types.ts", (text) => `${text}\n${topping}`);
    this.#edit("cmd/pizza-apiserver/admission/pizza-toppings.ts", (text) => text.replace("v1alpha1", "v1beta1"));
    this.#edit("cmd/pizza-apiserver/server.ts", (text) =>
      text
        .replace("[restaurantGroup]", "[restaurantGroup, storageMigrationGroup]")
        .replace("import type { ServerDefinition }", "import { storageMigrationGroup, type ServerDefinition }"),
    );
    await this.#build();
  }

  /** A release that stores all objects in v1beta1. */
  async releaseOtherStorage(): Promise<void> {
    this.#edit(group, (text) => text.replaceAll("v1alpha1", "v1beta1"));
    await this.#build();
  }

  /** A release without v1alpha1. */
  async releaseWithoutOldVersion(): Promise<void> {
    rmSync(join(this.root, "apis/restaurant/v1alpha1"), { recursive: true });
    this.#edit("apis/restaurant/install.ts", (text) =>
      text
        .replace(/^.*v1alpha1\/.*\n/m, "")
        .replace(/^ *v1alpha1\.AddToScheme.*\n/m, "")
        .replace(", v1alpha1.SchemeGroupVersion", ""),
    );
    await this.#build();
  }

  #edit(path: string, change: (text: string) => string): void {
    const file = join(this.root, path);
    const text = readFileSync(file, "utf8");
    const changed = change(text);
    if (changed === text) throw new Error(`${path} does not have what the test changes`);
    writeFileSync(file, changed);
  }

  /** @throws Error with the problems of the types, or of the compiler */
  async #build(): Promise<void> {
    const { status, stdout, stderr } = await runHere(this.root, []);
    if (status !== 0) throw new Error(stdout + stderr);
    try {
      await promisify(execFile)(process.execPath, [compiler, "-p", this.root]);
    } catch (error) {
      throw new Error((error as { readonly stdout: string }).stdout, { cause: error });
    }
  }
}
