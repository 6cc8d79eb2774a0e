import { posix } from "node:path";
import { apiVersionOf } from "../../../../engine/model/group-version.js";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import type { Universe } from "../../../../engine/model/universe.js";
import { visibleText } from "../../../../engine/util/visible.js";
import type { NewFile } from "../files.js";
import { fileOf, filled } from "../templates.js";
import type { ServedGroup, ServedKind } from "./groups.js";
import { upperFirstLetter } from "../../../../engine/util/first-letter.js";
import { definitionPath, strategiesPath } from "../paths.js";
import { sampleOf, startingPoint } from "../../samples/value.js";
import { yamlOf } from "./yaml.js";

/** The name and the groups of a new server. */
export interface NewServer {
  /** Name of the command, such as `pizza-apiserver`. */
  readonly name: string;
  readonly groups: readonly ServedGroup[];
}

/** Name of the server's function that checks the names of objects of a new kind. */
const nameCheck = "nameIsDNSSubdomain";

export const mainFile = fileOf("src/main.ts", "server/main");

/**
 * Returns the file with the definition of the server. src/main.ts and tests import the definition.
 */
export function definitionFile({ name, groups }: NewServer): NewFile {
  const imports = groups.flatMap((group) => importsOf(group, namesIn(group, groups)));
  const strategies = groups.flatMap(({ kinds }) => kinds.map(({ strategy }) => strategy));
  const resources = groups.flatMap(({ kinds }) => kinds.map(({ resource }) => resource));
  return fileOf(definitionPath, "server/definition", {
    name,
    description: `Serves ${inWords(resources)}.`,
    imports: [...imports, importStatement(strategies, "./strategies.js")],
    groups: groups.map((group) => groupView(group, groups)),
    lines: ["kubectl apply -f samples/", ...groups.flatMap(getLines)],
  });
}

/** Local names for the generated exports of a group. `kinds` is absent if `Kinds` is not needed. */
export interface GroupNames {
  readonly install: string;
  readonly kinds?: string;
  readonly version: string;
}

/** Returns the statements of files of a folder that import the generated code of a group. */
export function importsOf(group: ServedGroup, { install, kinds, version }: GroupNames, folder = "src"): string[] {
  return [
    importAs("Install", install, group.installFile, folder),
    ...(kinds === undefined ? [] : [importAs("Kinds", kinds, group.kindsFile, folder, "type ")]),
    ...(group.hasSeveralVersions ? [importAs("SchemeGroupVersion", version, group.versionFile, folder)] : []),
  ];
}

/** Returns the statement of a file of a folder that imports an export by a local name. */
export function importAs(exported: string, local: string, file: string, folder = "src", type = ""): string {
  const name = exported === local ? exported : `${exported} as ${local}`;
  return `import ${type}{ ${name} } from ${fromSource(file, folder)};`;
}

/**
 * Returns the code to add to an existing definition: the imports and the definition of a new group,
 * or the line for a new kind in an existing group.
 */
export function definitionAdditions(text: string, { groups }: NewServer): string[] {
  return groups.flatMap((group) => {
    const missing = group.kinds.filter(({ strategy }) => !new RegExp(`\\b${strategy}\\b`).test(text));
    if (text.includes(fromSource(group.installFile)))
      return missing.map(({ name, strategy }) => `kinds: { ${name}: ${strategy}, }`);
    const strategies = group.kinds.map(({ strategy }) => strategy);
    return [
      ...importsOf(group, namesIn(group, groups)),
      importStatement(strategies, "./strategies.js"),
      filled("server/group", groupView(group, groups)),
      `groups: [ …, ${identifierOfGroup(group.identifier)} ]`,
    ];
  });
}

function groupView(group: ServedGroup, groups: readonly ServedGroup[]) {
  const { kinds, hasSeveralVersions } = group;
  const { install, kinds: table, version } = namesIn(group, groups);
  return { identifier: identifierOfGroup(group.identifier), install, table, version, hasSeveralVersions, kinds };
}

/** Returns the file with a strategy for each kind. */
export function strategiesFile({ groups }: NewServer): NewFile {
  const kinds = groups.flatMap((group) => group.kinds);
  return fileOf(strategiesPath, "server/strategies", { imports: kinds.map(typeImport), kinds });
}

/**
 * Returns the code to add to an existing file of strategies: the strategies of kinds that have
 * none.
 */
export function strategyAdditions(text: string, { groups }: NewServer): string[] {
  const has = (identifier: string) => new RegExp(`\\b${identifier}\\b`).test(text);
  const missing = groups.flatMap(({ kinds }) => kinds.filter(({ strategy }) => !has(strategy)));
  if (missing.length === 0) return [];
  return [
    ...(has(nameCheck) ? [] : [`import { ${nameCheck} } from "@apimachinery/apiserver";`]),
    ...missing.flatMap((kind) => [typeImport(kind), filled("server/strategy", kind)]),
  ];
}

/** Returns the import statement for the type of a kind. */
export function typeImport({ name, typeName, typeFile }: ServedKind): string {
  return importAs(name, typeName, typeFile, "src", "type ");
}

/** Returns a file with a sample object of the kind, and comments about values to check. */
export function sampleFile(universe: Universe, kind: ServedKind): NewFile {
  const [{ groupVersion, type }] = kind.versions;
  const { value, doubts } = sampleOf(universe, type, startingPoint);
  const object = {
    apiVersion: apiVersionOf(groupVersion),
    kind: kind.name,
    metadata: { name: sampleName(kind) },
    ...(value as object),
  };
  return {
    path: `samples/${kind.sample}.yaml`,
    text: `${doubts.map((doubt) => `# Check this value: ${visibleText(doubt)}\n`).join("")}${yamlOf(object)}`,
  };
}

/** Returns the name of the object in a sample. */
function sampleName({ sample }: ServedKind): string {
  return `${sample.slice(0, 50)}-sample`;
}

/**
 * Returns the file with a test, which starts the server in the test's process, and creates and
 * reads each sample object.
 */
export function testFile({ groups }: NewServer): NewFile {
  const samples = groups.flatMap(({ kinds }) => kinds.map(sampleView));
  return fileOf("test/server.test.ts", "server/test", { samples });
}

/** Returns the arguments of the sample test for one kind. */
export function caseOf(kind: ServedKind): string {
  return filled("server/sample", sampleView(kind));
}

function sampleView(kind: ServedKind) {
  const { group, version } = kind.versions[0].groupVersion;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const path = `${root}/${kind.isNamespaced ? "namespaces/default/" : ""}${kind.resource}`;
  return { sample: kind.sample, path, name: sampleName(kind) };
}

/** Returns the kubectl commands that list the objects of a group. */
function getLines({ name, kinds }: ServedGroup, _index: number, groups: readonly ServedGroup[]): string[] {
  const all = groups.flatMap((group) => group.kinds.map(({ resource }) => resource));
  return kinds.map(({ resource }) => {
    const isShared = all.filter((other) => other === resource).length > 1;
    return `kubectl get ${resource}${isShared ? `.${name}` : ""}`;
  });
}

/**
 * Returns local names for a group's generated exports. In a server with several groups, these names
 * begin with the name of the group.
 */
function namesIn({ identifier }: ServedGroup, groups: readonly ServedGroup[]): Required<GroupNames> {
  if (groups.length === 1) return { install: "Install", kinds: "Kinds", version: "SchemeGroupVersion" };
  const prefix = upperFirstLetter(identifier);
  return { install: `${prefix}Install`, kinds: `${prefix}Kinds`, version: `${prefix}GroupVersion` };
}

function identifierOfGroup(identifier: string): string {
  return `${identifier}Group`;
}

/**
 * Returns the quoted module specifier by which files of a folder import a TypeScript file of the
 * project, or a module of another package.
 */
function fromSource(file: string, folder = "src"): string {
  if (!file.endsWith(".ts")) return unescapeLiteral(file);
  const path = posix.relative(folder, file).replace(/\.ts$/, ".js");
  return unescapeLiteral(path.startsWith(".") ? path : `./${path}`);
}

/** Returns an import statement. A long statement has a separate line for each name. */
export function importStatement(names: readonly string[], from: string): string {
  const line = `import { ${names.join(", ")} } from "${from}";`;
  return line.length <= 100 ? line : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";`;
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
