import type { APIObject } from "../request/api-object.js";
import type { AuthorizationAttributes, Verdict } from "../request/authorizer.js";
import type { User } from "../request/api-request.js";

/** Properties of a request that an AnswerFunction may use. */
export interface AnswerContext {
  readonly user: User;
  /** Namespace from the path; empty for a cluster-wide resource. */
  readonly namespace: string;
  /** Returns the decision of the server's authorizers about an access. */
  readonly judge: (attributes: AuthorizationAttributes) => Promise<Verdict>;
}

/**
 * Serves a create request whose object is not stored, such as a SubjectAccessReview. Returns the
 * object for the response: the object of the request with its status.
 * @throws StatusError 400 for a request that cannot be answered, 422 for an invalid object
 */
export type AnswerFunction = (context: AnswerContext, question: APIObject) => APIObject | Promise<APIObject>;
