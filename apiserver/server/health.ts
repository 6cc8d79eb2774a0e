import { goQuote, shortened } from "@apimachinery/runtime";
import type { Response, HTTPRequest } from "../http/types.js";
import { textError } from "../http/messages.js";

/**
 * A health check.
 * @throws Error with the reason of the failure
 */
export interface HealthCheck {
  readonly name: string;
  check(): Promise<void> | void;
}

const text = { "content-type": "text/plain; charset=utf-8" };

/** Callback after each check, for the metrics. */
export type OnChecked = (name: string, endpoint: string, isWell: boolean) => void;

/**
 * Returns the response of `/healthz`, `/livez` or `/readyz`: `ok`, or one line for each check. The
 * checks are listed if the query has `verbose`, or if a check fails.
 */
export async function healthResponse(
  endpoint: string,
  checks: readonly HealthCheck[],
  request: HTTPRequest,
  onChecked: OnChecked,
): Promise<Response> {
  const excluded = new Set(request.query.getAll("exclude"));
  const lines: string[] = [];
  let hasFailed = false;
  for (const check of checks) {
    const { name } = check;
    if (excluded.delete(name)) {
      lines.push(`[+]${name} excluded: ok`);
      continue;
    }
    const isWell = (await problemOf(check)) === undefined;
    onChecked(name, endpoint, isWell);
    lines.push(isWell ? `[+]${name} ok` : `[-]${name} failed: reason withheld`);
    hasFailed ||= !isWell;
  }
  if (hasFailed) return textError(500, [...lines, `${endpoint} check failed`].join("\n"));
  const headers = { ...text, "x-content-type-options": "nosniff" };
  if (!request.query.has("verbose")) return { status: 200, headers, body: "ok" };
  if (excluded.size > 0) {
    const names = [...excluded].map(goQuote).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${shortened(names)}`);
  }
  return { status: 200, headers, body: `${[...lines, `${endpoint} check passed`].join("\n")}\n` };
}

/**
 * Returns the response of one check, such as `/healthz/<check>`. The response contains the reason
 * of a failure: in an API server, clients need authorization to read it.
 */
export async function checkResponse(check: HealthCheck): Promise<Response> {
  const problem = await problemOf(check);
  return problem === undefined
    ? { status: 200, headers: text, body: "ok" }
    : textError(500, `internal server error: ${problem}`);
}

async function problemOf(check: HealthCheck): Promise<string | undefined> {
  try {
    await check.check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
