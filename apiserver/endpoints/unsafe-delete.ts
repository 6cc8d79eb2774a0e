import { field } from "@apimachinery/runtime";
import { newForbidden } from "../errors/index.js";
import type { APIRequest } from "../request/api-request.js";
import { groupResourceOf, type RequestScope } from "./scope.js";
import { invalidOptions } from "./write-options.js";

/** Name of the option that allows the deletion of an unreadable object. */
export const unreadableOption = "ignoreStoreReadErrorWithClusterBreakingPotential";

/** Verb that the user must be allowed in addition to `delete`. */
const verb = "unsafe-delete-ignore-read-errors";

/**
 * Checks that the user may delete an unreadable object, because such a deletion ignores finalizers
 * and admission (Go: authorizeUnsafeDelete).
 * @throws StatusError 403 if the authorizers do not allow the deletion, or one of them has failed
 */
export async function authorizeUnsafeDelete(
  scope: Pick<RequestScope, "judge" | "groupVersion" | "resource">,
  { user, info }: APIRequest,
): Promise<void> {
  const { decision, reason = "", error } = await scope.judge({ user, info: { ...info, verb } });
  // As in Go, an error forbids the deletion even if an authorizer allows it.
  if (decision === "allow" && error === undefined) return;
  const why =
    error === undefined
      ? `not permitted to do "${verb}", reason: ${reason}`
      : `error while checking permission for "${verb}", ${error.message}`;
  throw newForbidden(groupResourceOf(scope), info.name, why);
}

/**
 * Refuses the deletion of a collection with the option `unreadableOption`.
 * @throws StatusError 422 always
 */
export function refuseUnsafeCollection(): never {
  const why = "is not allowed with DELETECOLLECTION, try again after removing the option";
  throw invalidOptions("DeleteOptions", [field.invalid(field.newPath(unreadableOption), true, why)]);
}
