import { Scheme } from "@apimachinery/runtime";
import type { Store } from "../../registry/store.js";
import { newAPIGroups } from "../../server/api-groups.js";
import type { Storage } from "../../storage/index.js";
import type { ServerDefinition } from "../definition.js";

/** Returns the stores of a server, one for each stored resource. */
export function storesOf({ name, groups }: ServerDefinition, storage: Storage, keyPrefix: string): readonly Store[] {
  const scheme = new Scheme(name);
  const infos = newAPIGroups(groups, { scheme, storage, keyPrefix });
  const resources = infos.flatMap(({ versions }) => Object.values(versions).flatMap((own) => Object.values(own)));
  // The objects of a kind that is stored as another kind are in the store of the other kind.
  return [...new Set(resources.map(({ store }) => store))].filter(({ isShared }) => !isShared);
}
