import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../failure.js";
import type { FileEdit } from "./files.js";
import { handWritten } from "./declares.js";
import { printRefusal, withPeer } from "./peer-marker.js";

/** A version of a group that becomes the hub instead of another version. */
export interface NewHub {
  /** The folder of the group, relative to the project's root. */
  readonly group: string;
  /** Versions that convert to the new hub, including the old hub. */
  readonly versions: readonly string[];
  readonly oldHub: string;
  readonly hub: string;
}

/**
 * Returns the edits that make a version the hub: of the marker in each `doc.ts`, and of the old
 * hub's name in hand-written conversions. The conversions stay correct, because the types of the
 * new hub are a copy of those of the old hub.
 * @throws InputError if a `doc.ts` does not have the form that `codegen create` writes
 */
export function moveHub(root: string, change: NewHub): FileEdit[] {
  const edits: FileEdit[] = [];
  const problems: string[] = [];
  for (const version of change.versions) {
    const folder = `${change.group}/${version}`;
    const path = `${folder}/doc.ts`;
    const before = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
    const after = withPeer(before, version === change.oldHub ? undefined : change.oldHub, change.hub);
    if ("fault" in after) problems.push(printRefusal(path, after, change.hub, byHand(path)));
    else if (before !== undefined && after.text !== before) edits.push({ path, before, after: after.text });
    if (version !== change.oldHub) edits.push(...renamedConversions(root, folder, change));
  }
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  return edits;
}

function byHand(path: string): string {
  return `Write this line into the comment of ${path}, instead of any other +k8s:conversion-gen, and run the command again:`;
}

/**
 * Replaces the name of the old hub in hand-written conversions: in names of functions
 * (`Convert_v1alpha1_A_To_v1beta1_A`), imports (`"../v1beta1/types.js"`) and namespaces
 * (`v1beta1.A`).
 */
function renamedConversions(root: string, folder: string, { oldHub, hub }: NewHub): FileEdit[] {
  const isConversion = new RegExp(`\\b(?:auto)?Convert_(?:\\w+_To_${oldHub}_|${oldHub}_\\w+_To_)`);
  const names = new RegExp(
    [
      `(?<=Convert_(?:\\w+_To_)?)${oldHub}(?=_)`,
      `(?<=["']\\.\\./)${oldHub}(?=/)`,
      `(?<=\\bas )${oldHub}\\b`,
      `(?<![\\w."'/])${oldHub}(?=\\.[A-Z])`,
    ].join("|"),
    "g",
  );
  return handWritten(join(root, folder)).flatMap(({ name, text }): FileEdit[] =>
    isConversion.test(text) ? [{ path: `${folder}/${name}`, before: text, after: text.replace(names, hub) }] : [],
  );
}
