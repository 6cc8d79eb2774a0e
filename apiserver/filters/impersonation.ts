import { goQuote, shortened, validation } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { notYetParsed, type RequestInfo } from "../request/request-info.js";
import { requestLimits } from "../http/request-limits.js";
import { forbidden } from "../authorization/forbidden.js";
import { judge } from "../authorization/judge.js";
import type { APIRequest, User } from "../request/api-request.js";
import type { Filter } from "./filter.js";
import type { Authorizer } from "../request/authorizer.js";

/**
 * Lets a client act as another user, if authorized. Each property of the other user is authorized
 * separately, with the verb `impersonate`.
 */
export const impersonation: Filter =
  (next, { authorizers }) =>
  async (request) => {
    const name = firstLine(request, "impersonate-user");
    if (name === "") refuseWithoutUser(request);
    else request.user = await impersonated(request, authorizers, name);
    return next(request);
  };

type Extra = ReadonlyMap<string, readonly string[]>;
type Target = Pick<RequestInfo, "group" | "version" | "namespace" | "resource" | "subresource" | "name">;

const core = { group: "", version: "v1", namespace: "", subresource: "" };
const ofUsers = { ...core, group: "authentication.k8s.io" };

/**
 * Returns the user that the headers describe. Reads a header only after all previous headers were
 * authorized. The cost of refusing a request therefore does not depend on the number of headers.
 * @throws StatusError 403, or 400 for too many groups and extra values
 */
async function impersonated(request: APIRequest, authorizers: readonly Authorizer[], name: string): Promise<User> {
  const check = async (target: Target) => {
    const attributes = {
      user: request.user,
      info: { ...notYetParsed, isResourceRequest: true, verb: "impersonate", prefix: "apis", ...target },
    };
    const { decision, reason, error } = await judge(authorizers, attributes);
    if (decision === "allow") return;
    request.responseHeaders["x-content-type-options"] = "nosniff";
    throw forbidden(attributes, [error?.message ?? "", reason ?? ""].filter((text) => text !== "").join(": "));
  };
  const account = serviceAccountOf(name);
  await check(
    account === undefined ? { ...core, resource: "users", name } : { ...core, ...account, resource: "serviceaccounts" },
  );
  const uid = firstLine(request, "impersonate-uid");
  if (uid !== "") await check({ ...ofUsers, resource: "uids", name: uid });
  const groups = request.headerLines("impersonate-group");
  const extra = extraOf(request);
  checkCount(groups, extra);
  for (const group of groups) await check({ ...core, resource: "groups", name: group });
  for (const [key, values] of extra) {
    for (const value of values) await check({ ...ofUsers, resource: "userextras", subresource: key, name: value });
  }
  return userOf(name, groups, uid, extra);
}

function checkCount(groups: readonly string[], extra: Extra): void {
  const { impersonatedParts } = requestLimits;
  let count = groups.length;
  for (const values of extra.values()) count += values.length;
  if (count > impersonatedParts)
    throw newBadRequest(`cannot impersonate ${count} groups and extra values: limit is ${impersonatedParts}`);
}

function userOf(name: string, given: readonly string[], uid: string, extra: Extra): User {
  const account = serviceAccountOf(name);
  const own =
    account !== undefined && given.length === 0
      ? ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`]
      : given;
  const implied = name === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  const isSaid = own.includes(implied) || own.includes("system:unauthenticated");
  return {
    name,
    groups: isSaid ? own : [...own, implied],
    extra: Object.fromEntries(extra),
    ...(uid === "" ? {} : { uid }),
  };
}

/**
 * Returns the namespace and the name in a service account's user name; undefined for other user
 * names (Go: serviceaccount.SplitUsername).
 */
function serviceAccountOf(user: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  if (namespace === undefined || name === undefined) return undefined;
  const problems = [...validation.isDNS1123Label(namespace), ...validation.isDNS1123Subdomain(name)];
  return problems.length === 0 ? { namespace, name } : undefined;
}

const extraPrefix = "impersonate-extra-";

function extraNames(request: APIRequest): readonly string[] {
  return request.headerNames().filter((name) => name.startsWith(extraPrefix));
}

/**
 * Collects the values of each extra key. Several headers can have the same key, because a key can
 * be escaped in several ways.
 */
function extraOf(request: APIRequest): Extra {
  const extra = new Map<string, readonly string[]>();
  for (const name of extraNames(request)) {
    const key = unescaped(name.slice(extraPrefix.length));
    extra.set(key, [...(extra.get(key) ?? []), ...request.headerLines(name)]);
  }
  return extra;
}

/**
 * Unescapes an extra key. Headers contain these keys in escaped form. A key with an invalid escape
 * stays unchanged.
 */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/**
 * Returns the value of the first line of a header; empty if the header was not sent (Go:
 * Header.Get).
 */
function firstLine(request: APIRequest, name: string): string {
  return request.headerLines(name)[0] ?? "";
}

/**
 * Refuses groups, uid and extra values without a user name.
 * @throws StatusError 400 with Go's message. The message contains the user in Go's format
 */
function refuseWithoutUser(request: APIRequest): void {
  const groups = request.headerLines("impersonate-group");
  const uid = firstLine(request, "impersonate-uid");
  if (groups.length === 0 && uid === "" && extraNames(request).length === 0) return;
  request.responseHeaders["x-content-type-options"] = "nosniff";
  const extra = extraOf(request);
  const entries = [...extra.keys()].sort().map((key) => `${goQuote(key)}:${goStrings(extra.get(key) ?? [])}`);
  const map = entries.length === 0 ? "(nil)" : `{${entries.join(", ")}}`;
  const user = `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${goStrings(groups)}, Extra:map[string][]string${map}}`;
  throw newBadRequest(`requested ${shortened(user)} without impersonating a user name`);
}

function goStrings(texts: readonly string[]): string {
  return texts.length === 0 ? "[]string(nil)" : `[]string{${texts.map(goQuote).join(", ")}}`;
}
