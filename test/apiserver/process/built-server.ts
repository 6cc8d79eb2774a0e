import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const packages = ["runtime", "client", "apiserver"];
/** The entries of the packages that the server imports. */
const packageExports = { ".": "./index.js", "./codegen/v1": "./codegen/v1.js", "./openapi": "./openapi/index.js" };

/**
 * Builds the pizza server's command, for tests that need a process. It is transpiled file by file,
 * so that a type error elsewhere does not matter, into a folder named by its content.
 * @returns the path of main.js
 */
export function builtServer(): string {
  const files = [...packages, "apis", "cmd/pizza-apiserver"].flatMap((folder) =>
    sourceFiles(folder).map((path) => [path, readFileSync(join(repository, path), "utf8")] as const),
  );
  const hash = createHash("sha256")
    .update(JSON.stringify([packageExports, files]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(repository, "node_modules/.cache/apimachinery-test-server", hash);
  const main = join(folder, "cmd/pizza-apiserver/main.js");
  if (existsSync(main)) return main;
  const preparing = `${folder}.${process.pid}`;
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  for (const [path, text] of files)
    write(
      join(preparing, placeOf(path).replace(/\.ts$/, ".js")),
      ts.transpileModule(text, { compilerOptions }).outputText,
    );
  write(join(preparing, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of packages) {
    write(
      join(preparing, `node_modules/@apimachinery/${name}/package.json`),
      JSON.stringify({ name: `@apimachinery/${name}`, type: "module", exports: packageExports }),
    );
  }
  try {
    renameSync(preparing, folder);
  } catch {
    // Another test file built it in the meantime.
    rmSync(preparing, { recursive: true, force: true });
  }
  return main;
}

function placeOf(path: string): string {
  return packages.includes(path.split("/", 1)[0] ?? "") ? `node_modules/@apimachinery/${path}` : path;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith(".ts") &&
        !entry.name.endsWith(".d.ts") &&
        !entry.name.endsWith(".test.ts"),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
    .filter((path) => !/(^|\/)(dist|node_modules|testing)\//.test(path))
    .sort();
}

/** A process of the command. */
export class ServerProcess {
  readonly child: ChildProcess;
  out = "";
  err = "";
  readonly #ended: Promise<number | null>;

  constructor(...args: readonly string[]) {
    this.child = spawn(process.execPath, [builtServer(), ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    this.#ended = new Promise((resolve) => this.child.once("close", resolve));
  }

  /** @returns the exit code, null if a signal ended the process */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /**
   * Resolves with the URL of the server.
   * @throws Error with the output if the process ends before
   */
  async serving(): Promise<string> {
    const ended = this.#ended.then(() => {
      throw new Error(`it ended: ${this.err}`);
    });
    for (;;) {
      const url = /^serving on (https:\/\/\S+)$/m.exec(this.out)?.[1];
      if (url !== undefined) return url;
      await Promise.race([ended, new Promise((resolve) => this.child.stdout?.once("data", resolve))]);
    }
  }
}
