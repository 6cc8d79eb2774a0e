import { Scheme } from "@apimachinery/runtime";
import type { Store } from "../../registry/store.js";
import { newAPIGroups } from "../../server/api-groups.js";
import type { Storage } from "../../storage/index.js";
import type { ServerDefinition } from "../definition.js";

/** Returns the store of each resource of a server. */
export function storesOf({ name, groups }: ServerDefinition, storage: Storage, keyPrefix: string): readonly Store[] {
  const scheme = new Scheme(name);
  const infos = newAPIGroups(groups, { scheme, storage, keyPrefix });
  const resources = infos.flatMap(({ versions }) => Object.values(versions).flatMap((own) => Object.values(own)));
  // The objects of a kind that another kind stores belong to the store of that kind.
  return [...new Set(resources.map(({ store }) => store))].filter(({ isShared }) => !isShared);
}
