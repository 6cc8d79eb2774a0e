import type { ResourceVerbs } from "./resource-verbs.js";
import type { APIObject } from "../rest/resource-type.js";

/** A method of a generated client, as the markers of client-gen name it. */
export type Verb = keyof ResourceVerbs<APIObject, object, object>;

/** The methods of a kind without a status, in the order of client-gen. */
export const verbsWithoutStatus: readonly Verb[] = [
  "create",
  "update",
  "delete",
  "deleteCollection",
  "get",
  "list",
  "watch",
  "patch",
  "apply",
];

/** All methods. */
export const allVerbs: readonly Verb[] = [...verbsWithoutStatus, "updateStatus", "applyStatus"];
