import { posix } from "node:path";
import { formatter } from "../../../engine/base/format.js";
import { codeIn } from "../../../engine/load/syntax/data-only.js";
import { apiVersionOf } from "../../../engine/model/group-version.js";
import { orderStrings, type Problem } from "../../../engine/base/problem.js";
import { groupBy } from "../../../engine/util/group-by.js";
import { runtimePackage } from "../../../engine/base/runtime-package.js";
import type { NewFile } from "../scaffold/files.js";
import { freeFolder, groupFolder } from "../scaffold/group-folder.js";
import type { ImportedKind } from "./imported-kind.js";
import { withDigest } from "./own-file.js";
import { filled } from "../scaffold/templates.js";
import { typesText } from "./print/types-text.js";
import { ImportContext } from "./types/context.js";
import { kindInterfaces } from "./types/kind.js";
import { withNames } from "./types/names.js";
import { importProblems } from "./problem-codes.js";

/**
 * The files of all imported versions, and problems for parts of schemas that types cannot express.
 */
export interface ImportedFiles {
  readonly files: readonly NewFile[];
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
  /** The npm packages on which the types and their generated code depend. */
  readonly packages: readonly string[];
}

/**
 * Returns the files doc.ts and types.ts of each version.
 *
 * @param root the folder to which paths are relative
 * @param out the folder that contains the groups
 */
export async function importedFiles(root: string, out: string, kinds: readonly ImportedKind[]): Promise<ImportedFiles> {
  const format = await formatter();
  const versions = groupBy(kinds, ({ group, version }) => `${group}/${version}`);
  const folders = foldersOf(root, out, [...new Set(kinds.map(({ group }) => group))]);
  const files: NewFile[] = [];
  const problems: Problem[] = [];
  for (const [, own] of [...versions].sort(([a], [b]) => orderStrings(a, b))) {
    const [first] = own as [ImportedKind, ...ImportedKind[]];
    const { group, version } = first;
    const context = new ImportContext();
    const roots = own.flatMap((kind) => kindInterfaces(context, kind));
    const text = typesText(withNames(roots, context.imports), context.imports);
    const folder = posix.join(folders.get(group)?.folder ?? out, version);
    problems.push(...context.problems);
    const reason = codeIn("types.ts", text);
    if (reason !== undefined) problems.push(notData(first, `${group}/${version}`, reason));
    if (problems.some(({ severity }) => severity === "error")) continue;
    for (const [name, content] of [
      ["doc.ts", filled("doc", { apiVersion: apiVersionOf(first), group })],
      ["types.ts", text],
    ] as const) {
      const path = posix.join(folder, name);
      files.push({ path, text: withDigest(await format(content, path)) });
    }
  }
  const notes = [...folders.values()].flatMap(({ taken }) => taken ?? []);
  // Generated code needs the package re2js to match patterns, and for CEL rules.
  const hasPattern = files.some(({ text }) => /\+kubebuilder:validation:(items:)?(Pattern=|XValidation:)/.test(text));
  return { files, problems, notes, packages: [runtimePackage, ...(hasPattern ? ["re2js"] : [])] };
}

function notData({ schema }: ImportedKind, version: string, reason: string): Problem {
  return {
    ...importProblems.is("import/not-data"),
    message: `the types of ${version} contain code in addition to data: ${reason}`,
    hint: "this is a bug in codegen: please report it, with the file if you may share it",
    position: schema.source.positionOf([]),
  };
}

/** Returns a folder for each group. Groups with the same first label get different folders. */
function foldersOf(
  root: string,
  out: string,
  groups: readonly string[],
): ReadonlyMap<string, { readonly folder: string; readonly taken?: string }> {
  const used = new Set<string>();
  return new Map(
    groups.map((group) => {
      const found = group === "" ? { folder: posix.join(out, "core") } : groupFolder(root, out, group);
      const whole = freeFolder(out, group, (folder) => used.has(folder));
      const result = used.has(found.folder)
        ? {
            folder: whole,
            taken: `Another group has the folder ${found.folder}, so the types of ${group} are in ${whole}.`,
          }
        : found;
      used.add(result.folder);
      return [group, result] as const;
    }),
  );
}
