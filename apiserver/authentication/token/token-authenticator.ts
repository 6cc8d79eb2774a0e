import type { User } from "../../request/api-request.js";

/**
 * Returns the user of a bearer token; undefined if the token is not accepted.
 * @throws Error if the token cannot be checked, or is invalid for a known reason
 */
export type TokenAuthenticator = (token: string) => User | undefined | Promise<User | undefined>;
