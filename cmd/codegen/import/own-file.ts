import { createHash } from "node:crypto";

const first = /^\/\/ Imported by codegen \(([0-9a-f]{16})\)\.[^\n]*\n/;

/**
 * Adds a first line with a digest, which identifies an imported file as long as it is not edited.
 */
export function withDigest(text: string): string {
  return `// Imported by codegen (${digestOf(text)}). If you change this file, later imports do not replace it.\n${text}`;
}

/** Reports whether a file was written by `codegen import` and has not been edited since. */
export function isUnedited(text: string): boolean {
  const [line, digest] = first.exec(text) ?? [];
  return line !== undefined && digestOf(text.slice(line.length)) === digest;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex").slice(0, 16);
}
