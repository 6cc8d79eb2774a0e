import type { PlanInput } from "../../engine/plan/generator.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { registeredIn, type Registered } from "../kinds/registered.js";
import { handWrittenInstalls } from "../kinds/hand-written-install.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import { versionsToInstall } from "../kinds/versions-to-install.js";
import type { ClientsetPlan } from "../clientsets/clients.js";

/** A group that the test server of a fake clientset serves. */
export interface FakeGroup {
  /** Function that registers all versions of the group. */
  readonly install: SymbolRef;
  readonly storageVersion: { readonly group: string; readonly version: string };
  /** Names of the kinds whose objects the server stores, as declared in the hub. */
  readonly kinds: readonly string[];
}

/** Returns the groups of a clientset that the test server can serve. */
export function fakeGroups(input: PlanInput, { versions }: ClientsetPlan): readonly FakeGroup[] {
  const { universe } = input;
  const all = input.packages.flatMap((pkg) => registeredIn(universe, pkg) ?? []);
  const groups = new Set(versions.map(({ group }) => group));
  const handWritten = new Map(handWrittenInstalls(universe, all).map((own) => [own.package, own.path]));
  return all.flatMap((hub) => {
    const served = groups.has(hub.groupVersion.group) ? versionsToInstall(universe, hub, all) : undefined;
    return served === undefined ? [] : (fakeGroup(input, hub, served, handWritten.get(hub.pkg.id)) ?? []);
  });
}

/** @param handWritten path of the hand-written file that installs the group */
function fakeGroup(
  input: PlanInput,
  hub: Registered,
  served: readonly Registered[],
  handWritten: string | undefined,
): FakeGroup | undefined {
  const install =
    handWritten === undefined ? input.emitted(hub.pkg.id, "Install") : { symbol: "Install", from: handWritten };
  const kinds = storedKinds(hub);
  const count = ({ kinds: known }: Registered) => known.filter(({ name }) => kinds.includes(name)).length;
  const most = Math.max(...served.map(count));
  const storage = served.find((version) => count(version) === most)?.groupVersion;
  if (install === undefined || storage === undefined || kinds.length === 0) return undefined;
  return { install, storageVersion: storage, kinds };
}

/**
 * Returns the names of the registered kinds that have object metadata and a list type. A kind
 * without a list type, such as a review, is only a request: the server computes the response and
 * stores no object.
 */
function storedKinds({ kinds }: Registered): readonly string[] {
  const names = new Set(kinds.map(({ name }) => name));
  return kinds.filter((kind) => hasObjectMeta(kind) && names.has(`${kind.name}List`)).map(({ name }) => name);
}
