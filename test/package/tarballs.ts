import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

interface Content extends Omit<Tarball, "file"> {
  readonly base: string;
  readonly bytes: Buffer;
}

/** The tarballs, which all tests of a process share, because npm needs seconds to pack them. */
let packed: Promise<readonly Content[]> | undefined;

/**
 * Packs the packages, in their published form, and the example generator into tarballs in a folder.
 */
export async function pack(destination: string): Promise<Tarball[]> {
  if (!existsSync(join(repository, "dist/bundle/cmd/codegen/main.cjs")))
    throw new Error("nothing is built: make build");
  packed ??= packAll();
  return (await packed).map(({ base, bytes, ...tarball }) => {
    const file = join(destination, base);
    writeFileSync(file, bytes);
    return { ...tarball, file };
  });
}

async function packAll(): Promise<readonly Content[]> {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    const own = await packIn(repository, folder, ["--workspaces", "--include-workspace-root"]);
    return [...own, ...(await packIn(exampleGenerator, folder, []))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function packIn(folder: string, destination: string, args: readonly string[]): Promise<Content[]> {
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
  const all = Object.values(JSON.parse(text) as Record<string, Packed>);
  return all.map(({ name, filename, files }) => ({
    name,
    base: filename,
    bytes: readFileSync(join(destination, filename)),
    paths: files.map(({ path }) => path),
  }));
}

export function contents(tarball: Tarball): Buffer {
  return readFileSync(tarball.file);
}
