import type { PlanInput } from "../../engine/plan/generator.js";
import { oncePerRun } from "../../engine/plan/once-per-run.js";
import { once } from "../../engine/util/once.js";
import { groupBy } from "../../engine/util/group-by.js";
import { remedyAs, removeMarker, addPackageMarker } from "../../engine/base/fix.js";
import { apiVersionOf, compareVersions, groupVersionOf, internalVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { pluralOf } from "../../engine/util/plural.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import { isKind } from "../kinds/registered.js";
import { resourceNamesOf, pluralsOf } from "../kinds/resource-names.js";
import {
  applyConfigurationGen,
  clientGen,
  genclient,
  informerGen,
  listerGen,
  noStatus,
  noVerbs,
  onlyVerbs,
  readonlyVerbs,
  skipVerbs,
  groupGoName,
} from "../markers/client.js";
import { readMethods, type ClientMethod } from "./methods.js";
import { type ClientVerb, reading, clientVerbs } from "../markers/known/clients.js";
import { clientProblems } from "../problem-codes/client.js";
import { lowerFirstLetter, upperFirstLetter } from "../../engine/util/first-letter.js";
import { groupName } from "../../engine/markers/group-name.js";

/** npm package that generated clients import. If it is not installed, no clients are generated. */
export const clientPackage = "@apimachinery/client";

/** A kind for which a client is generated. */
export interface ClientResource {
  readonly kind: TypeDeclaration;
  /** Name of the property with the client, among the clients of its version: the kind's plural. */
  readonly name: string;
  readonly isCluster: boolean;
  readonly verbs: readonly ClientVerb[];
  readonly methods: readonly ClientMethod[];
}

/** Resources of one group and version, whose clients are in one file. */
export interface ClientVersion {
  readonly pkg: Package;
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  /** Name of the version's property in a clientset: `restaurantV1alpha1`. */
  readonly accessor: string;
  /** Name of the type with the clients of the version: `RestaurantV1alpha1`. */
  readonly typeName: string;
  /** The constant `Kinds`, which contains the schemas of the version's kinds. */
  readonly kinds: SymbolRef;
  /** Path of the generated file with the clients of the version, without `.ts`. */
  readonly path: string;
  readonly hasListers: boolean;
  readonly hasInformers: boolean;
  readonly resources: readonly ClientResource[];
}

/** A clientset: the clients of all groups and versions of one npm package. */
export interface ClientsetPlan {
  /** Folder of the generated files. */
  readonly folder: string;
  /** Versions, sorted by group. In each group, the most mature version comes first. */
  readonly versions: readonly ClientVersion[];
}

/** The clientsets of a run, and the problems of their markers. */
export interface Clients {
  readonly clientsets: readonly ClientsetPlan[];
  readonly problems: readonly Problem[];
}

/** Returns the clientsets of a run. */
export const clientsOf = oncePerRun((input: PlanInput): Clients => {
  if (!input.installed(clientPackage)) return { clientsets: [], problems: [] };
  const problems: Problem[] = [];
  const versions = input.packages.flatMap((pkg) => versionOf(input, pkg, problems) ?? []);
  const clientsets = [...groupBy(versions, ({ pkg }) => input.pages(pkg.id))].map(([folder, own]): ClientsetPlan => ({
    folder: `${folder}/clientset`,
    versions: [...own].sort((a, b) => orderStrings(a.group, b.group) || compareVersions(a.version, b.version)),
  }));
  problems.push(...clientsets.flatMap((clientset) => groupNameProblems(clientset.versions)));
  return { clientsets, problems };
});

/** Returns the folders in which the packages of a run can have clientsets. */
export function clientsetFolders(input: PlanInput): readonly Pick<ClientsetPlan, "folder">[] {
  const folders = new Set(input.packages.map(({ id }) => input.pages(id)));
  return [...folders].map((folder) => ({ folder: `${folder}/clientset` }));
}

function versionOf(input: PlanInput, pkg: Package, problems: Problem[]): ClientVersion | undefined {
  const groupVersion = groupVersionOf(input.universe, pkg);
  // A package that is only referenced (`target` is false) belongs to another project, which
  // generates the clients itself.
  if (!pkg.target || groupVersion === undefined || clientGen.read(pkg) === "false") return undefined;
  const kinds = kindsOf(input, pkg);
  if (groupVersion.version === internalVersion || kinds === undefined) return undefined;
  const marked = markedIn(pkg);
  problems.push(...marked.filter((type) => !isResource(type)).map(notAResource));
  const hasApply = input.selected.has("applyconfiguration") && applyConfigurationGen.read(pkg) !== "false";
  const resources = marked.filter(isResource).map((kind) => resourceOf(input, kind, hasApply, problems));
  if (resources.length === 0) return undefined;
  resources.sort((a, b) => orderStrings(a.name, b.name));
  problems.push(...sameNames(resources));
  const accessor = accessorOf({ pkg, ...groupVersion });
  const { group, version } = groupVersion;
  return {
    pkg,
    ...groupVersion,
    apiVersion: apiVersionOf(groupVersion),
    accessor,
    typeName: upperFirstLetter(accessor),
    kinds,
    path: `${input.pages(pkg.id)}/clientset/${group === "" ? "core" : group}/${version}`,
    hasListers: input.selected.has("lister") && listerGen.read(pkg) !== "false",
    hasInformers: input.selected.has("informer") && informerGen.read(pkg) !== "false",
    resources,
  };
}

const markedIn = once(({ types }: Package): readonly TypeDeclaration[] => Object.values(types).filter(genclient.has));

function resourceOf(input: PlanInput, kind: TypeDeclaration, hasApply: boolean, problems: Problem[]): ClientResource {
  const { methods, problems: ofMethods } = readMethods(input, kind, hasApply);
  problems.push(...ofMethods);
  return {
    kind,
    name: lowerFirstLetter(pluralOf(kind.name, pluralsOf(input.options["plurals"]))),
    isCluster: resourceNamesOf(kind).isClusterWide,
    verbs: verbsOf(kind, hasApply),
    methods,
  };
}

/**
 * Returns the constant `Kinds` of a package, either generated or hand-written. Returns undefined if
 * the package has neither.
 */
function kindsOf(input: PlanInput, pkg: Package): SymbolRef | undefined {
  const own = pkg.constants.find(({ name }) => name === "Kinds");
  return input.emitted(pkg.id, "Kinds") ?? (own === undefined ? undefined : { symbol: "Kinds", from: own.file });
}

function isResource(type: TypeDeclaration): boolean {
  return isKind(type) && hasObjectMeta(type);
}

function notAResource(type: TypeDeclaration): Problem {
  return {
    ...clientProblems.is("client/no-resource"),
    message: `${type.name} has +genclient, but is not a kind with metadata`,
    ...remedyAs(
      `declare export interface ${type.name} extends TypeMeta<…> { metadata: ObjectMeta; … }\nor remove the marker`,
      removeMarker(genclient.find(type) ?? type),
    ),
    position: genclient.find(type)?.position ?? type.position,
  };
}

/** Reports kinds with the same plural, because their clients would have the same name. */
function sameNames(resources: readonly ClientResource[]): readonly Problem[] {
  return resources.flatMap(({ name, kind }, index): Problem | [] => {
    const other = resources[index - 1];
    if (other?.name !== name) return [];
    return {
      ...clientProblems.is("client/same-method"),
      message: `the clients of ${kind.name} and ${other.kind.name} have the same name: ${name}`,
      hint: `set another plural for one of the kinds in codegen.config.json: { "plurals": { ${JSON.stringify(kind.name)}: "${lowerFirstLetter(kind.name)}List" } }`,
      position: genclient.find(kind)?.position ?? kind.position,
    };
  });
}

/**
 * Returns the verbs of a kind's client that its markers permit. Verbs for the status exist only if
 * the kind has a status.
 * @param hasApply true if apply configurations are generated for the kinds of the package
 */
function verbsOf(kind: TypeDeclaration, hasApply: boolean): readonly ClientVerb[] {
  if (noVerbs.has(kind)) return [];
  const only = [...(readonlyVerbs.has(kind) ? reading : []), ...listOf(onlyVerbs.read(kind))];
  const skipped = new Set(listOf(skipVerbs.read(kind)));
  const hasStatus = !noStatus.has(kind) && hasStatusField(kind);
  return clientVerbs.filter(
    (verb) =>
      (only.length === 0 || only.includes(verb)) &&
      !skipped.has(verb) &&
      (hasStatus || !verb.endsWith("Status")) &&
      (hasApply || !verb.startsWith("apply")),
  );
}

function listOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split(",");
}

function hasStatusField({ shape }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.fields.some(({ name }) => name === "status");
}

/** A package whose kinds have clients, with its group and version. */
type NamedPackage = Pick<ClientVersion, "pkg" | "group" | "version">;

/**
 * Returns the name of a group in clients: the value of `+groupGoName`, or else the first label of
 * the group (`restaurant` for `restaurant.example.com`). The name of the core group is `core`.
 * Other characters than letters, digits, `_` and `$` are removed, and `_` is put before a leading
 * digit.
 */
function goNameOf({ pkg, group }: Pick<NamedPackage, "pkg" | "group">): string {
  const label = groupGoName.read(pkg) ?? (group === "" ? "core" : (group.split(".")[0] ?? group));
  const name = label
    .split(/[^A-Za-z0-9_$]+/)
    .map((part, index) => (index === 0 ? lowerFirstLetter(part) : upperFirstLetter(part)))
    .join("");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

/** Returns the name of a version in a clientset: `restaurantV1alpha1`. */
function accessorOf(named: NamedPackage): string {
  return `${goNameOf(named)}${upperFirstLetter(named.version)}`;
}

/** Reports different groups that have the same name in clients. */
function groupNameProblems(all: readonly NamedPackage[]): readonly Problem[] {
  return all.flatMap((named): Problem | [] => {
    const name = goNameOf(named);
    const first = all.find((other) => goNameOf(other) === name);
    if (first === undefined || first.group === named.group) return [];
    const position = (groupGoName.find(named.pkg) ?? groupName.find(named.pkg))?.position ?? named.pkg.position;
    return {
      ...clientProblems.is("client/same-group-name"),
      message: `the groups ${named.group} and ${first.group} (${first.pkg.id}) have the same name in clients: ${name}`,
      ...remedyAs(`set another name for one of the groups: +groupGoName=${upperFirstLetter(name)}2`, {
        ...addPackageMarker(named.pkg.id, `+groupGoName=${upperFirstLetter(name)}2`),
        isExample: true,
      }),
      position,
    };
  });
}
