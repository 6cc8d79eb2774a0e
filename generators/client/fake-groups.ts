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
  const all = input.packages.flatMap((pkg) => registeredIn(input.universe, pkg) ?? []);
  const groups = new Set(versions.map(({ group }) => group));
  const hubs = all.filter(
    (hub) => groups.has(hub.groupVersion.group) && versionsToInstall(input.universe, hub, all) !== undefined,
  );
  return hubs.flatMap((hub) => fakeGroup(input, hub, all) ?? []);
}

function fakeGroup(input: PlanInput, hub: Registered, all: readonly Registered[]): FakeGroup | undefined {
  const served = versionsToInstall(input.universe, hub, all) ?? [];
  const own = handWrittenInstalls(input.universe, all).find(({ package: id }) => id === hub.pkg.id);
  const install = own === undefined ? input.emitted(hub.pkg.id, "Install") : { symbol: "Install", from: own.path };
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
