import { durationToMilliseconds } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import type { Response } from "../http/types.js";
import { requestLimits } from "../http/request-limits.js";
import type { APIRequest } from "../request/api-request.js";
import { auditRefused } from "./audit.js";
import { isLongRunning } from "./long-running.js";
import type { RequestFilter } from "./filter.js";
import { withStatusErrors } from "./status-errors.js";

/**
 * Limits the duration of all requests except watches, connections to handlers, and profiles. After
 * the deadline the response is a 504.
 */
export const requestDeadline: RequestFilter =
  (next, { run, log, audit, routeOf }) =>
  (request) => {
    if (isLongRunning(request)) return next(request);
    let deadline: number;
    try {
      deadline = deadlineOf(request, run.requestTimeout);
    } catch (error) {
      return auditRefused(audit, request, error).then(() => {
        throw error;
      });
    }
    request.deadline = performance.now() + deadline;
    // Converts errors of the inner filters to responses inside of the deadline filter. Otherwise,
    // an error after the deadline would be an unhandled rejection.
    return withDeadline(withStatusErrors(next, request, log), deadline, () => routeOf(request)?.terminated(504));
  };

/**
 * Returns the time limit of a request in milliseconds: its `timeout` parameter, at most the
 * server's limit.
 * @throws StatusError 400 for an invalid duration
 */
export function deadlineOf(request: APIRequest, requestTimeout: number): number {
  const text = request.query.get("timeout");
  if (text === null || text === "") return requestTimeout;
  const { timeoutCharacters } = requestLimits;
  if (text.length > timeoutCharacters)
    throw newBadRequest(
      `invalid timeout specified in the request URL - must have at most ${timeoutCharacters} characters`,
    );
  let asked: number;
  try {
    asked = durationToMilliseconds(text);
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
  return asked <= 0 || asked > requestTimeout ? requestTimeout : asked;
}

/**
 * Waits for a response until the deadline. The handler continues after the deadline, and its
 * response is dropped.
 */
function withDeadline(response: Promise<Response>, milliseconds: number, onTimeout: () => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onTimeout();
      resolve(timedOut);
    }, milliseconds);
    response.then(
      (inTime) => {
        clearTimeout(timer);
        resolve(inTime);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** This is the exact response of Go's timeout filter. Its Status has no kind. */
const timedOut: Response = {
  status: 504,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
};
