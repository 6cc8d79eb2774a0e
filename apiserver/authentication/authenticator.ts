import type { HTTPRequest } from "../http/types.js";
import type { User } from "../request/api-request.js";

/**
 * Returns the user of a request; undefined if the request has no credentials for this
 * authenticator.
 * @throws Error for invalid credentials
 */
export type Authenticator = (request: HTTPRequest) => User | undefined | Promise<User | undefined>;
