import { shortened } from "@apimachinery/runtime";
import { parseRequestInfo } from "../request/request-info.js";
import { internalServerError } from "../http/messages.js";
import type { Filter } from "./filter.js";

/**
 * What the request is about, from its method and path. A path that says nothing is a 500, as in
 * Go's.
 */
export const requestInfo: Filter = (next) => (request) => {
  try {
    request.info = parseRequestInfo(request.method, request.path, request.query, request.uri);
  } catch (error) {
    return Promise.resolve(
      internalServerError(
        shortened(request.uri),
        `failed to create RequestInfo: ${shortened((error as Error).message)}`,
      ),
    );
  }
  return next(request);
};
