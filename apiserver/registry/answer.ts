import type { APIObject } from "../request/api-object.js";
import type { AuthorizationAttributes, Verdict } from "../request/authorizer.js";
import type { User } from "../request/api-request.js";

/** Properties of a request that an answer depends on. */
export interface AnswerContext {
  readonly user: User;
  /** Namespace from the path; empty for a cluster-wide resource. */
  readonly namespace: string;
  /** Returns the decision of the server's authorizers. */
  readonly judge: (attributes: AuthorizationAttributes) => Promise<Verdict>;
}

/**
 * Answers a question that a client sends as an object to create, such as a SubjectAccessReview. The
 * object is not stored; the answer is the object with its status.
 * @throws StatusError 400, 422
 */
export type AnswerFunction = (context: AnswerContext, question: APIObject) => APIObject | Promise<APIObject>;
