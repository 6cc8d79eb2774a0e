import { Scheme } from "@apimachinery/runtime";
import type { Store } from "../../registry/store.js";
import { newAPIGroup } from "../../server/group-definition.js";
import type { Storage } from "../../storage/index.js";
import type { ServerDefinition } from "../definition.js";

/** Returns the store of each resource of a server. */
export function storesOf({ name, groups }: ServerDefinition, storage: Storage, keyPrefix: string): readonly Store[] {
  const scheme = new Scheme(name);
  const infos = groups.map((group) => newAPIGroup(group, { scheme, storage, keyPrefix }));
  const resources = infos.flatMap(({ versions }) => Object.values(versions).flatMap((own) => Object.values(own)));
  return [...new Set(resources.map(({ store }) => store))];
}
