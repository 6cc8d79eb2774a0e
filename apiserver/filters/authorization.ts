import { authorizeEarly } from "../authorization/authorize.js";
import type { Filter } from "./filter.js";

/** Responds with 403 to requests that the user is not allowed to make. */
export const authorization: Filter =
  (next, { authorizers }) =>
  async (request) => {
    await authorizeEarly(authorizers, request);
    return next(request);
  };
