import { apiVersionOf } from "../../../../engine/model/group-version.js";
import { nearest } from "../../../../engine/util/nearest.js";
import type { ServedGroup, ServedKind, ServedVersion } from "../server/groups.js";

/** The options of `codegen create controller`. */
export interface NewController {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  /** A kind, or `Kind.group`. */
  readonly owns?: string;
  /** The package with the types. Default: this project. */
  readonly from?: string;
}

/** A kind in the version in which a controller reads and writes it. */
export interface ChosenKind {
  readonly kind: ServedKind;
  readonly group: ServedGroup;
  readonly version: ServedVersion;
}

/**
 * Returns the kind that a controller reconciles: in the given version, or in the hub. If clients do
 * not see the hub, it is the most mature version. Returns the problem in the options as a string.
 *
 * @param command returns the command with the given arguments, for messages
 */
export function controlledKind(
  groups: readonly ServedGroup[],
  { kind: name, group, version, owns }: NewController,
  command: (args: string) => string,
): ChosenKind | string {
  const found = onlyKind(groups, name, group, ({ name: own }) =>
    command([`--kind ${name} --group ${own}`, ...entryOf("--version", version), ...entryOf("--owns", owns)].join(" ")),
  );
  if (typeof found === "string") return found;
  const { versions } = found.kind;
  const [first] = versions;
  const chosen =
    version === undefined
      ? (versions.find(({ isHub }) => isHub) ?? first)
      : versions.find(({ groupVersion }) => groupVersion.version === version);
  if (chosen !== undefined) return { ...found, version: chosen };
  const known = versions.map(({ groupVersion }) => groupVersion.version).join(", ");
  return `${name} of ${found.group.name} has no version ${version ?? ""}: its versions are ${known}`;
}

function entryOf(option: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${option} ${value}`];
}

/**
 * Returns the kind of the project that a controller owns; undefined for a Lease, which is the
 * default. Returns the problem in the option as a string.
 */
export function findOwnedKind(
  groups: readonly ServedGroup[],
  owner: ChosenKind,
  owns: string | undefined,
): ChosenKind | string | undefined {
  if (owns === undefined) return undefined;
  const [, name = "", group] = /^([^.]*)(?:\.(.*))?$/.exec(owns) ?? [];
  const isLease = name === "Lease" && (group ?? leaseGroup) === leaseGroup;
  if (isLease && !groups.some(({ kinds }) => kinds.some((kind) => kind.name === name))) return undefined;
  const found = onlyKind(groups, name, group, (one) => `--owns ${name}.${one.name}`);
  if (typeof found === "string") return found;
  const { kind } = found;
  if (kind.sample === owner.kind.sample) return `${name} cannot own objects of its own kind: name another kind`;
  if (owner.kind.isNamespaced && !kind.isNamespaced)
    return `${name} is cluster-scoped, so ${owner.kind.name}, which is namespaced, cannot own it: name a namespaced kind`;
  return { ...found, version: kind.versions.find(({ isHub }) => isHub) ?? kind.versions[0] };
}

const leaseGroup = "coordination.k8s.io";

/** Returns the only kind of a name, or the problem as a string. */
function onlyKind(
  groups: readonly ServedGroup[],
  name: string,
  group: string | undefined,
  choice: (group: ServedGroup) => string,
): Omit<ChosenKind, "version"> | string {
  const all = groups.flatMap((each) => each.kinds.map((kind) => ({ kind, group: each })));
  const found = all.filter((each) => each.kind.name === name && (group ?? each.group.name) === each.group.name);
  const [first, second] = found;
  if (first === undefined) return noKind(all, name, group);
  if (second === undefined) return first;
  const choices = found.map((each) => `  ${choice(each.group)}\n`).join("");
  return `several groups have the kind ${name}; choose one:\n${choices}`.trimEnd();
}

function noKind(all: readonly Omit<ChosenKind, "version">[], name: string, group: string | undefined): string {
  const elsewhere = all.find(({ kind }) => kind.name === name);
  const meant = nearest(name, new Set(all.map(({ kind }) => kind.name)));
  const where = group === undefined ? "the project" : `the group ${group}`;
  if (elsewhere !== undefined)
    return `${where} has no kind ${name}: it is a kind of ${apiVersionOf(elsewhere.kind.versions[0].groupVersion)}`;
  const hint =
    meant === undefined ? `: it has ${all.map(({ kind }) => kind.name).join(", ")}` : `, did you mean ${meant}?`;
  return `${where} has no kind ${name}${hint}`;
}
