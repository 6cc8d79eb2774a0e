import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { succeed } from "./command.js";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of the example generator in docs/, for authors of generators. */
export const exampleGenerator = join(repository, "docs/examples/third-party-generator");

export interface Tarball {
  /** Name of the package: `@apimachinery/runtime`. */
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly file: string;
  /** Paths of the files in the tarball. */
  readonly paths: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the packages, in their published form, and the example generator into tarballs in a folder.
 */
export async function pack(destination: string): Promise<Tarball[]> {
  if (!existsSync(join(repository, "dist/bundle/cmd/codegen/main.cjs")))
    throw new Error("nothing is built: make build");
  const own = await packIn(repository, destination, ["--workspaces", "--include-workspace-root"]);
  return [...own, ...(await packIn(exampleGenerator, destination, []))];
}

async function packIn(folder: string, destination: string, args: readonly string[]): Promise<Tarball[]> {
  const text = await succeed(folder, "npm", [
    "pack",
    ...args,
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    destination,
  ]);
  // Older versions of npm print a list. Since version 12, npm prints an object with package names
  // as keys.
  const packed = Object.values(JSON.parse(text) as Record<string, Packed>);
  return packed.map(({ name, filename, files }) => ({
    name,
    file: join(destination, filename),
    paths: files.map(({ path }) => path),
  }));
}

export function contents(tarball: Tarball): Buffer {
  return readFileSync(tarball.file);
}
