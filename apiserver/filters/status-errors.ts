import { StatusError } from "../errors/index.js";
import type { Response } from "../http/types.js";
import { statusResponse } from "../negotiation/render.js";
import type { APIRequest, APIHandler } from "../request/api-request.js";
import type { RequestFilter } from "./filter.js";
import type { Logger } from "../logging/logger.js";

/**
 * Converts a StatusError to a response in the format that the client accepts; other errors are
 * rethrown.
 * @param log logs the cause of an internal error
 */
export async function withStatusErrors(next: APIHandler, request: APIRequest, log?: Logger): Promise<Response> {
  try {
    return await next(request);
  } catch (error) {
    if (error instanceof StatusError) {
      if (error.code === 500 && error.cause instanceof Error)
        log?.(`an internal error serving ${request.method} ${request.uri}`, error.cause);
      return statusResponse(request, error.status);
    }
    throw error;
  }
}

/**
 * Sets the `Warning` headers, and converts errors to responses. In Go, this filter is closer to the
 * handler. In this server, it wraps more filters and also converts their errors.
 */
export const warningRecorder: RequestFilter =
  (next, { log }) =>
  async (request) => {
    const response = await withStatusErrors(next, request, log);
    const warnings = request.warnings.headers();
    if (warnings.length > 0) request.responseHeaders["warning"] = warnings;
    return response;
  };
