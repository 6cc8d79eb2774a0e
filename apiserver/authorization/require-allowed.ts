import { newInternalError } from "../errors/index.js";
import type { AuthorizationAttributes, Verdict } from "../request/authorizer.js";
import { forbiddenStatus } from "./forbidden.js";

/**
 * Checks that a verdict allows a request.
 * @throws StatusError 500 if the authorizers have failed, otherwise 403
 */
export function requireAllowed({ decision, reason, error }: Verdict, attributes: AuthorizationAttributes): void {
  // An authorizer can encounter an error and still allow the request.
  if (decision === "allow") return;
  if (error !== undefined) throw newInternalError(error.message);
  throw forbiddenStatus(attributes, reason);
}
