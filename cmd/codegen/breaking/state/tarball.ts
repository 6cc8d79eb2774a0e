import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { UsageError } from "../../failure.js";
import { isRead, type StateFile } from "./files.js";

const blockSize = 512;

/**
 * Reads the files of an npm package: a compressed archive with a folder `package`. No code of the
 * package is executed.
 * @throws UsageError if the file is not a package with sources
 */
export function filesOfTarball(path: string): readonly StateFile[] {
  let archive: Buffer;
  try {
    archive = gunzipSync(readFileSync(path));
  } catch {
    throw new UsageError(`${path} is not a compressed tar archive`, "create the file with npm pack");
  }
  const files = [...filesIn(archive)].filter(({ path: name }) => isRead(name));
  if (files.some(({ path: name }) => /\.ts$/.test(name) && !name.endsWith(".d.ts"))) return files;
  throw new UsageError(
    `${path} contains no TypeScript sources, so its types cannot be compared`,
    "compare with a git revision: --against v1.0.0",
  );
}

function* filesIn(archive: Buffer): Generator<StateFile> {
  let longName: string | undefined;
  for (let at = 0; at + blockSize <= archive.length;) {
    const name = textAt(archive, at, 100);
    if (name === "") return;
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8) || 0;
    const type = textAt(archive, at + 156, 1);
    const content = archive.subarray(at + blockSize, at + blockSize + size);
    const prefix = textAt(archive, at + 345, 155);
    if (type === "x" || type === "L") longName = type === "L" ? textOf(content) : pathIn(content);
    else if (type === "0" || type === "") {
      const full = longName ?? (prefix === "" ? name : `${prefix}/${name}`);
      const path = full.replace(/^[^/]*\//, "");
      if (!path.split("/").includes("..")) yield { path, content };
      longName = undefined;
    }
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
  }
}

function textAt(archive: Buffer, start: number, length: number): string {
  return textOf(archive.subarray(start, start + length));
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end).trim();
}

/** Returns the file path in the extended (pax) header of a file; undefined if it has none. */
function pathIn(header: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(header.toString("utf8"))?.[1];
}
