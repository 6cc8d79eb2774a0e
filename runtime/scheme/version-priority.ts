import type { GroupVersion } from "../meta/v1/group-version.js";
import { APIVersionInternal, groupVersionString, sameGroupVersion } from "../meta/group-version.js";

/** Stores the priority of the versions of each group. Internal versions have no priority. */
export class VersionPriority {
  readonly #observed: GroupVersion[] = [];
  readonly #priority = new Map<string, readonly string[]>();

  observe(gv: GroupVersion): void {
    if (gv.version === "" || gv.version === APIVersionInternal || this.isVersionRegistered(gv)) return;
    this.#observed.push({ group: gv.group, version: gv.version });
  }

  isGroupRegistered(group: string): boolean {
    return this.#observed.some((seen) => seen.group === group);
  }

  isVersionRegistered(gv: GroupVersion): boolean {
    return this.#observed.some((seen) => sameGroupVersion(seen, gv));
  }

  set(versions: readonly GroupVersion[]): void {
    for (const gv of versions) {
      if (gv.version === "" || gv.version === APIVersionInternal) {
        throw new Error(`internal versions cannot be prioritized: ${groupVersionString(gv)}`);
      }
    }
    const groups = [...new Set(versions.map((gv) => gv.group))].sort();
    const [group] = groups;
    if (group === undefined || groups.length !== 1) {
      throw new Error(`must register versions for exactly one group: ${groups.join(", ")}`);
    }
    this.#priority.set(
      group,
      versions.map((gv) => gv.version),
    );
  }

  ofGroup(group: string): GroupVersion[] {
    const first = (this.#priority.get(group) ?? []).map((version) => ({ group, version }));
    return withoutRepeats([...first, ...this.#observed.filter((seen) => seen.group === group)]);
  }

  ofAllGroups(): GroupVersion[] {
    const first = [...this.#priority].flatMap(([group, versions]) => versions.map((version) => ({ group, version })));
    return withoutRepeats([...first, ...this.#observed]);
  }

  preferredOfAllGroups(): GroupVersion[] {
    const preferred: GroupVersion[] = [];
    for (const gv of this.ofAllGroups()) {
      if (!preferred.some((known) => known.group === gv.group)) preferred.push(gv);
    }
    return preferred;
  }
}

function withoutRepeats(versions: readonly GroupVersion[]): GroupVersion[] {
  const result: GroupVersion[] = [];
  for (const gv of versions) {
    if (!result.some((known) => sameGroupVersion(known, gv))) result.push({ group: gv.group, version: gv.version });
  }
  return result;
}
