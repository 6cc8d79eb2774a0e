import type { APIKind } from "./api.js";
import type { StateChange } from "./change.js";

/** Returns the name of a kind in changes: `v1.Pizza`. */
export function nameOfKind({ version, name }: Pick<APIKind, "version" | "name">): string {
  return `${version}.${name}`;
}

/** Reports whether two kinds are versions of the same kind. */
export function isSameKind(a: Pick<APIKind, "group" | "name">, b: Pick<APIKind, "group" | "name">): boolean {
  return a.group === b.group && a.name === b.name;
}

/** The properties of a change that differ between the changes of a kind. */
type OwnPart = Pick<StateChange, "code" | "severity" | "message"> & Partial<StateChange>;

/** Returns a change of a kind itself, or with `path` of one of its fields. */
export function changeOfKind(kind: APIKind, change: OwnPart): StateChange {
  return { group: kind.group, kind: nameOfKind(kind), path: "", position: kind.position, ...change };
}
