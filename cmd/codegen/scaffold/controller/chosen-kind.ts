import { apiVersionOf } from "../../../../engine/model/group-version.js";
import { nearest } from "../../../../engine/util/nearest.js";
import { UsageError } from "../../failure.js";
import type { ServedGroup, ServedKind, ServedVersion } from "../server/groups.js";

/** Command-line options of `codegen create controller`. */
export interface NewController {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  /**
   * The kind of the objects that the controller creates: a kind, or `Kind.group`. The default is a
   * Lease.
   */
  readonly owns?: string;
  /** The npm package with the types. The default is this project. */
  readonly from?: string;
}

/** A kind, and the version in which a controller reads and writes its objects. */
export interface ChosenKind {
  readonly kind: ServedKind;
  readonly group: ServedGroup;
  readonly version: ServedVersion;
}

/**
 * Returns the kind that a controller reconciles, in the given version or else in the hub. If the
 * hub is internal, the default is the most mature version.
 *
 * @param command returns the command line with the given arguments, for messages
 * @throws UsageError if the options have a problem
 */
export function controlledKind(
  groups: readonly ServedGroup[],
  { kind: name, group, version, owns }: NewController,
  command: (args: string) => string,
): ChosenKind {
  const found = onlyKind(groups, name, group, ({ name: own }) =>
    command([`--kind ${name} --group ${own}`, ...entryOf("--version", version), ...entryOf("--owns", owns)].join(" ")),
  );
  const { versions } = found.kind;
  const [first] = versions;
  const chosen =
    version === undefined
      ? (versions.find(({ isHub }) => isHub) ?? first)
      : versions.find(({ groupVersion }) => groupVersion.version === version);
  if (chosen !== undefined) return { ...found, version: chosen };
  const known = versions.map(({ groupVersion }) => groupVersion.version).join(", ");
  throw new UsageError(`${name} of ${found.group.name} has no version ${version ?? ""}: its versions are ${known}`);
}

function entryOf(option: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${option} ${value}`];
}

/**
 * Returns the kind of the objects that a controller owns; undefined for a Lease, which is the
 * default.
 * @throws UsageError if the option has a problem
 */
export function findOwnedKind(
  groups: readonly ServedGroup[],
  owner: ChosenKind,
  owns: string | undefined,
): ChosenKind | undefined {
  if (owns === undefined) return undefined;
  const [, name = "", group] = /^([^.]*)(?:\.(.*))?$/.exec(owns) ?? [];
  const isLease = name === "Lease" && (group ?? leaseGroup) === leaseGroup;
  if (isLease && !groups.some(({ kinds }) => kinds.some((kind) => kind.name === name))) return undefined;
  const found = onlyKind(groups, name, group, (one) => `--owns ${name}.${one.name}`);
  const { kind } = found;
  if (kind.sample === owner.kind.sample)
    throw new UsageError(`${name} cannot own objects of its own kind: use another kind`);
  if (owner.kind.isNamespaced && !kind.isNamespaced)
    throw new UsageError(
      `${name} is cluster-scoped, so ${owner.kind.name}, which is namespaced, cannot own objects of ${name}: use a namespaced kind`,
    );
  return { ...found, version: kind.versions.find(({ isHub }) => isHub) ?? kind.versions[0] };
}

const leaseGroup = "coordination.k8s.io";

/**
 * Returns the only kind with a name.
 * @throws UsageError if no kind or several kinds have the name
 */
function onlyKind(
  groups: readonly ServedGroup[],
  name: string,
  group: string | undefined,
  choice: (group: ServedGroup) => string,
): Omit<ChosenKind, "version"> {
  const all = groups.flatMap((each) => each.kinds.map((kind) => ({ kind, group: each })));
  const found = all.filter((each) => each.kind.name === name && (group ?? each.group.name) === each.group.name);
  const [first, second] = found;
  if (first === undefined) throw new UsageError(noKind(all, name, group));
  if (second === undefined) return first;
  const choices = found.map((each) => `  ${choice(each.group)}\n`).join("");
  throw new UsageError(`several groups have the kind ${name}; select one of them:\n${choices}`.trimEnd());
}

function noKind(all: readonly Omit<ChosenKind, "version">[], name: string, group: string | undefined): string {
  const elsewhere = all.find(({ kind }) => kind.name === name);
  const meant = nearest(name, new Set(all.map(({ kind }) => kind.name)));
  const where = group === undefined ? "the project" : `the group ${group}`;
  if (elsewhere !== undefined)
    return `${where} has no kind ${name}, which is a kind of ${apiVersionOf(elsewhere.kind.versions[0].groupVersion)}`;
  const hint =
    meant === undefined ? `; its kinds are ${all.map(({ kind }) => kind.name).join(", ")}` : `; did you mean ${meant}?`;
  return `${where} has no kind ${name}${hint}`;
}
