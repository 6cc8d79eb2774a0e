import { durationToMilliseconds } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import type { Answer } from "../http/exchange.js";
import type { APIRequest } from "./context.js";

/** How long a request may take that says nothing else, in milliseconds. */
export const requestTimeout = 60_000;

export function isLongRunning(request: Pick<APIRequest, "info" | "path">): boolean {
  return request.info.verb === "watch" || request.path.startsWith("/debug/pprof/");
}

/**
 * The milliseconds that a request is given: its own `timeout`, no more than the server's.
 * @throws StatusError 400 for a timeout that is no duration
 */
export function deadlineOf(request: APIRequest): number {
  const text = request.query.get("timeout");
  if (text === null || text === "") return requestTimeout;
  let asked: number;
  try {
    asked = durationToMilliseconds(text);
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
  return asked <= 0 || asked > requestTimeout ? requestTimeout : asked;
}

/** Waits for an answer no longer than the deadline. What still runs then goes on, and nobody hears of it. */
export function withDeadline(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, timedOut);
    answer.then(
      (inTime) => {
        clearTimeout(timer);
        resolve(inTime);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}

/** Byte for byte what Go's timeout filter writes: it knows nothing of kinds. */
const timedOut: Answer = {
  status: 504,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
};
