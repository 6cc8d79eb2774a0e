import type { ResourceVerbs } from "./resource-verbs.js";
import type { APIObject } from "../rest/resource-type.js";

/** Name of a method of a generated client, as client-gen's markers use it. */
export type Verb = keyof ResourceVerbs<APIObject, object, object>;

/** The methods of a client for a kind without a status, in the order of client-gen. */
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

/** All methods that a generated client can have. */
export const allVerbs: readonly Verb[] = [...verbsWithoutStatus, "updateStatus", "applyStatus"];
