import { posix } from "node:path";
import { remedy, replaceText } from "../../base/fix.js";
import type { PackageId } from "../../model/universe.js";
import { packageManagerOf } from "../../base/package-manager.js";
import type { Problem } from "../../base/problem.js";
import { nearestFile, compilerOptionsOf } from "./tsconfig.js";
import { compiler } from "../syntax/compiler.js";
import type { FileSystem } from "../../base/file-system.js";
import { parseObject } from "../../base/json.js";
import { positionInSource } from "../syntax/parse.js";
import type { Files, Folder } from "../files.js";
import type { SourceFile } from "../syntax/source-file.js";
import { projectProblems } from "../../base/problem-codes.js";
import { loadProblems } from "../problem-codes.js";

/** Module format of a folder's compiled files. */
export interface ModuleKind {
  /** Path of the tsconfig.json that determines the format. */
  readonly config: string;
  /** The value of `module` in the tsconfig.json, such as `NodeNext`. */
  readonly module: string;
  readonly format: "esm" | "commonjs";
  /**
   * True if imports follow Node's resolution rules, by which relative imports of ES modules need a
   * file ending.
   */
  readonly isNode: boolean;
}

/**
 * The module formats of folders. The value is undefined for a folder whose format is not set by a
 * tsconfig.json.
 */
export type ModuleKinds = ReadonlyMap<PackageId, ModuleKind | undefined>;

/** Returns the module formats of folders. */
export function moduleKindsOf(fileSystem: FileSystem, folders: readonly PackageId[]): ModuleKinds {
  const modules = new Map<string, string | undefined>();
  const kindOf = (folder: PackageId): ModuleKind | undefined => {
    const inside = posix.join(folder, "index.ts");
    const config = nearestFile(fileSystem, inside, "tsconfig.json");
    if (config === undefined) return undefined;
    if (!modules.has(config)) modules.set(config, moduleOf(fileSystem, config));
    const module = modules.get(config);
    return module === undefined ? undefined : { config, module, ...formatOf(fileSystem, inside, module) };
  };
  return new Map(folders.map((folder) => [folder, kindOf(folder)]));
}

/**
 * Returns the option `module` of a tsconfig.json or of a file that it extends; undefined if no file
 * sets it.
 */
function moduleOf(fileSystem: FileSystem, config: string): string | undefined {
  return compilerOptionsOf(fileSystem, config)
    .map(({ compilerOptions }) => compilerOptions["module"])
    .find((value) => typeof value === "string");
}

function formatOf(fileSystem: FileSystem, inside: string, module: string): Pick<ModuleKind, "format" | "isNode"> {
  const isNode = /^node(16|18|20|next)$/i.test(module);
  const manifest = nearestFile(fileSystem, inside, "package.json");
  const isModule = manifest !== undefined && parseObject(fileSystem.read(manifest))?.["type"] === "module";
  const format = /^commonjs$/i.test(module) || (isNode && !isModule) ? "commonjs" : "esm";
  return { format, isNode };
}

/**
 * Returns one problem if any of the folders is compiled to CommonJS, because generated code and its
 * runtime are ES modules.
 */
export function commonJs(kinds: ModuleKinds, root: string, folders: readonly PackageId[]): Problem[] {
  for (const folder of folders) {
    const kind = kinds.get(folder);
    if (kind?.format !== "commonjs") continue;
    const reason = kind.isNode
      ? `"module": "${kind.module}", and package.json has no "type": "module"`
      : `"module": "${kind.module}"`;
    const { setModule } = packageManagerOf(root);
    const message = `${folder} is compiled to CommonJS (${kind.config} has ${reason}), but generated code and its runtime are ES modules`;
    const hint = kind.isNode ? setModule : `${setModule}, and in ${kind.config}: "module": "NodeNext"`;
    const position = { file: kind.config, line: 1, column: 1 };
    return [{ ...projectProblems.is("project/commonjs"), message, hint, position }];
  }
  return [];
}

/**
 * Returns warnings for relative imports without a file ending, in a folder that is compiled to ES
 * modules and whose imports follow Node's resolution rules.
 */
export function importsWithoutEnding(files: Files, kind: ModuleKind | undefined, folder: Folder): Problem[] {
  if (kind?.isNode !== true || kind.format !== "esm") return [];
  return folder.files.flatMap((file) =>
    relativeSpecifiers(file).flatMap(({ text, start }): Problem[] => {
      if (/\.[cm]?[jt]sx?$|\.json$/.test(text)) return [];
      const found = files.resolve(file, text)?.path;
      const isIndex = found !== undefined && /\/index\.ts$/.test(found) && !/(^|\/)index$/.test(text);
      const ending = `${text.replace(/\/$/, "")}${isIndex ? "/index" : ""}.js`;
      const position = positionInSource(file.node, start);
      const message = `the import of "${text}" has no file extension, but "module": "${kind.module}" in ${kind.config} requires one`;
      const inside = { ...position, column: position.column + 1 };
      const fix = replaceText(inside, text, ending, `import from ${JSON.stringify(ending)}`);
      return [{ ...loadProblems.is("load/import-ending"), message, ...remedy(fix), position }];
    }),
  );
}

function relativeSpecifiers({ node }: SourceFile): readonly { readonly text: string; readonly start: number }[] {
  return node.statements.flatMap((statement) => {
    const specifier =
      compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined;
    return specifier !== undefined && compiler.isStringLiteral(specifier) && specifier.text.startsWith(".")
      ? [{ text: specifier.text, start: specifier.getStart(node) }]
      : [];
  });
}
