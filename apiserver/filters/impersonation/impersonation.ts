import { extraOf } from "../../authentication/request-headers.js";
import { forbiddenStatus } from "../../authorization/forbidden.js";
import { judgeRequest } from "../../authorization/judge.js";
import type { Response } from "../../http/types.js";
import type { APIRequest, User } from "../../request/api-request.js";
import type { AuthorizationAttributes } from "../../request/authorizer.js";
import { Cache } from "../../util/cache.js";
import type { ChainConfig, RequestFilter } from "../filter.js";
import type { PermissionCheck } from "./authorize-parts.js";
import { impersonationModes, type ImpersonationMode } from "./modes.js";
import { addLatency } from "../../tracing/latencies.js";
import { goQuote, shortened } from "@apimachinery/runtime";
import { newBadRequest } from "../../errors/index.js";
import { requestLimits } from "../../http/request-limits.js";

/**
 * Lets a client act as another user, if authorized (Go: WithConstrainedImpersonation). Several
 * modes are tried: the constrained ones allow an impersonation for certain requests only; the verb
 * `impersonate` allows it for all requests.
 */
export const impersonation: RequestFilter = (next, config) => {
  const tracker = new ModeTracker();
  return (request) => (impersonates(request) ? impersonated(request) : next(request));

  async function impersonated(request: APIRequest): Promise<Response> {
    try {
      const wanted = wantedUser(request);
      if (wanted !== undefined) await impersonate(tracker, config, request, wanted);
    } catch (error) {
      // The header prevents browsers from guessing the media type of the response.
      request.responseHeaders["x-content-type-options"] = "nosniff";
      throw error;
    }
    return next(request);
  }
};

async function impersonate(
  tracker: ModeTracker,
  { authorizers, metrics: { authorization: metrics } }: ChainConfig,
  request: APIRequest,
  wanted: User,
): Promise<void> {
  const since = performance.now();
  const check: PermissionCheck = async (attributes) => {
    const begin = performance.now();
    const { decision, reason = "", error } = await judgeRequest(authorizers, attributes);
    const isAllowed = decision === "allow";
    metrics.impersonationChecked(modeOfVerb(attributes.info.verb), isAllowed, (performance.now() - begin) / 1000);
    if (isAllowed) return;
    throw forbiddenStatus(attributes, [error?.message ?? "", reason].filter((text) => text !== "").join(": "));
  };
  try {
    const { user, mode } = await tracker.impersonate(wanted, request, check);
    metrics.impersonated(mode.name, true, (performance.now() - since) / 1000);
    request.impersonatedFrom = { user: request.user, constraint: mode.constraint };
    request.user = user;
    Object.assign(request, withoutImpersonation(request));
  } catch (error) {
    metrics.impersonated("", false, (performance.now() - since) / 1000);
    throw error;
  } finally {
    addLatency("impersonation", since);
  }
}

/**
 * Tries the impersonation modes of a request. Begins with the mode that succeeded last for the same
 * user, because a user usually impersonates others in one mode only (Go:
 * impersonationModesTracker).
 */
class ModeTracker {
  readonly #modes = impersonationModes();
  readonly #lastModes = new Cache<string, ImpersonationMode>("impersonations", (_, name) => 2 * name.length);

  /** @throws the error of the first mode that applies, if all modes refuse */
  async impersonate(
    wanted: User,
    { user, info }: AuthorizationAttributes,
    check: PermissionCheck,
  ): Promise<{ readonly user: User; readonly mode: ImpersonationMode }> {
    const last = this.#lastModes.get(user.name);
    const order = last === undefined ? this.#modes : [last, ...this.#modes.filter((mode) => mode !== last)];
    let first: unknown;
    for (const mode of order) {
      if (!mode.appliesTo(wanted, user)) continue;
      try {
        const found = await mode.impersonate(wanted, { user, info }, check);
        this.#lastModes.set(user.name, mode);
        return { user: found, mode };
      } catch (error) {
        first ??= error;
      }
    }
    throw first;
  }
}

/** Returns the name of a verb's mode for the metrics. */
function modeOfVerb(verb: string): string {
  return verb === "impersonate" ? "legacy" : (verb.split(":")[1] ?? "unknown");
}

const userHeader = "impersonate-user";
const uidHeader = "impersonate-uid";
const groupHeader = "impersonate-group";
const extraPrefix = "impersonate-extra-";
/** Common prefix of all headers of an impersonation. */
const prefix = "impersonate-";

/** Reports whether a request has headers of an impersonation. */
function impersonates(request: APIRequest): boolean {
  return request.headerNames().some((header) => header.startsWith(prefix));
}

/**
 * Returns the user exactly as the impersonation headers of a request describe it; undefined for a
 * request without impersonation (Go: processImpersonationHeaders).
 * @throws StatusError 400 for headers without a user name, or with more than `impersonatedParts`
 *   groups and extra values
 */
function wantedUser(request: APIRequest): User | undefined {
  const name = firstLine(request, userHeader);
  const uid = firstLine(request, uidHeader);
  const groups = request.headerLines(groupHeader);
  const extra = extraOf(request, [extraPrefix]);
  if (name === "" && uid === "" && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  const wanted: User = { name, groups, extra, ...(uid === "" ? {} : { uid }) };
  if (name === "") throw newBadRequest(`requested ${shortened(goText(wanted))} without impersonating a user name`);
  checkCount(wanted);
  return wanted;
}

/**
 * Returns the functions that read the headers of a request, but hides the headers of the
 * impersonation. Handlers must not act differently for impersonated users.
 */
function withoutImpersonation({
  header,
  headerLines,
  headerNames,
}: APIRequest): Pick<APIRequest, "header" | "headerLines" | "headerNames"> {
  const isHidden = (name: string) =>
    name === userHeader || name === uidHeader || name === groupHeader || name.startsWith(extraPrefix);
  return {
    header: (name) => (isHidden(name) ? undefined : header(name)),
    headerLines: (name) => (isHidden(name) ? [] : headerLines(name)),
    headerNames: () => headerNames().filter((name) => !isHidden(name)),
  };
}

function checkCount({ groups, extra }: User): void {
  const { impersonatedParts } = requestLimits;
  const count = Object.values(extra).reduce((sum, values) => sum + values.length, groups.length);
  if (count > impersonatedParts)
    throw newBadRequest(`cannot impersonate ${count} groups and extra values: limit is ${impersonatedParts}`);
}

/**
 * Returns the value of the first line of a header; empty if the header was not sent (Go:
 * Header.Get).
 */
function firstLine(request: APIRequest, name: string): string {
  return request.headerLines(name)[0] ?? "";
}

/** Returns a user as Go prints it with `%#v`. */
function goText({ uid = "", groups, extra }: User): string {
  const entries = Object.keys(extra)
    .sort()
    .map((key) => `${goQuote(key)}:${goTexts(extra[key] ?? [])}`);
  const map = entries.length === 0 ? "(nil)" : `{${entries.join(", ")}}`;
  return `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${goTexts(groups)}, Extra:map[string][]string${map}}`;
}

function goTexts(texts: readonly string[]): string {
  return texts.length === 0 ? "[]string(nil)" : `[]string{${texts.map(goQuote).join(", ")}}`;
}
