import { shortened } from "@apimachinery/runtime";
import { parseRequestInfo } from "../request/request-info.js";
import { internalServerError } from "../http/messages.js";
import type { RequestFilter } from "./filter.js";

/**
 * Sets the info of a request from its method and path. As in Go, the response for an invalid path
 * is a 500.
 */
export const requestInfo: RequestFilter =
  (next, { isConnect }) =>
  (request) => {
    try {
      const info = parseRequestInfo(request.method, request.path, request.query, request.uri);
      request.info = isConnect?.(info) === true ? { ...info, isConnect: true } : info;
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
