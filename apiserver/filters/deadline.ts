import { durationToMilliseconds } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import type { Response } from "../http/types.js";
import { requestLimits } from "../http/request-limits.js";
import type { APIRequest } from "../request/api-request.js";
import type { Filter } from "./filter.js";
import { withStatusErrors } from "./status-errors.js";

/** A request that is no watch is answered in time, if need be by 504. */
export const requestDeadline: Filter =
  (next, { run, log }) =>
  (request) => {
    if (isLongRunning(request)) return next(request);
    const deadline = deadlineOf(request, run.requestTimeout);
    // The inner filters' errors are answers before the race, so that a late one is nobody's
    // unhandled rejection.
    return withDeadline(withStatusErrors(next, request, log), deadline);
  };

export function isLongRunning(request: Pick<APIRequest, "info" | "path">): boolean {
  return request.info.verb === "watch" || request.path.startsWith("/debug/pprof/");
}

/**
 * The milliseconds that a request is given: its own `timeout`, no more than the server's.
 * @throws StatusError 400 for a timeout that is no duration
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
 * Waits for a response no longer than the deadline. What still runs then goes on, and nobody hears
 * of it.
 */
export function withDeadline(response: Promise<Response>, milliseconds: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, timedOut);
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

/** Byte for byte what Go's timeout filter writes: it knows nothing of kinds. */
const timedOut: Response = {
  status: 504,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
};
