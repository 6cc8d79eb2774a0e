import type { ObjectStore } from "./object-store.js";
import type { Store } from "./store.js";

/** The status of a resource's objects: read as the whole object, written alone. */
export function statusStore(store: Store): ObjectStore {
  return {
    get: (namespace, name, resourceVersion) => store.get(namespace, name, resourceVersion),
    update: (context, name, updated, validate, uid) => store.updateStatus(context, name, updated, validate, uid),
  };
}
