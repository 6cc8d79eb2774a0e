import { goQuote } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { notYetParsed } from "../http/request-info.js";
import type { RequestInfo } from "../http/request-info.js";
import { authorize } from "./authorization.js";
import type { APIRequest, User } from "./context.js";
import type { Filter } from "./filter.js";

/** Acts as another user, for who may: every part of the other one is authorized on its own, by the verb `impersonate`. */
export const impersonation: Filter = (next, { authorizers }) => async (request) => {
  const name = request.header("impersonate-user") ?? "";
  const groups = linesOf(request.header("impersonate-group"));
  const uid = request.header("impersonate-uid") ?? "";
  const extra = extraOf(request);
  if (name === "") {
    if (groups.length === 0 && uid === "" && Object.keys(extra).length === 0) return next(request);
    request.responseHeaders["x-content-type-options"] = "nosniff";
    throw newBadRequest(withoutUser(groups, uid, extra));
  }
  for (const target of targetsOf(name, groups, uid, extra)) {
    await authorize(authorizers, { ...request, info: { ...notYetParsed, isResourceRequest: true, verb: "impersonate", prefix: "apis", ...target } });
  }
  request.user = userOf(name, groups, uid, extra);
  return next(request);
};

type Extra = Readonly<Record<string, readonly string[]>>;
type Target = Pick<RequestInfo, "group" | "version" | "namespace" | "resource" | "subresource" | "name">;

const core = { group: "", version: "v1", namespace: "", subresource: "" };
const ofUsers = { ...core, group: "authentication.k8s.io" };

function targetsOf(name: string, groups: readonly string[], uid: string, extra: Extra): readonly Target[] {
  const account = serviceAccountOf(name);
  const user = account === undefined ? { ...core, resource: "users", name } : { ...core, ...account, resource: "serviceaccounts" };
  return [
    user,
    ...groups.map((group) => ({ ...core, resource: "groups", name: group })),
    ...Object.entries(extra).flatMap(([key, values]) => values.map((value) => ({ ...ofUsers, resource: "userextras", subresource: key, name: value }))),
    ...(uid === "" ? [] : [{ ...ofUsers, resource: "uids", name: uid }]),
  ];
}

function userOf(name: string, given: readonly string[], uid: string, extra: Extra): User {
  const account = serviceAccountOf(name);
  const own = account !== undefined && given.length === 0 ? ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`] : given;
  const implied = name === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  const isSaid = own.includes(implied) || own.includes("system:unauthenticated");
  return { name, groups: isSaid ? own : [...own, implied], extra, ...(uid === "" ? {} : { uid }) };
}

function serviceAccountOf(user: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

const extraPrefix = "impersonate-extra-";

function extraOf(request: APIRequest): Extra {
  const names = (request.headerNames?.() ?? []).filter((name) => name.startsWith(extraPrefix));
  return Object.fromEntries(names.map((name) => [unescaped(name.slice(extraPrefix.length)), linesOf(request.header(name))]));
}

/** A key that is no header's name comes escaped; one with a broken escape is taken as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    return key;
  }
}

function linesOf(value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : value.split(", ");
}

/** In Go's words, down to how Go prints the user. */
function withoutUser(groups: readonly string[], uid: string, extra: Extra): string {
  const keys = Object.keys(extra).sort();
  const map = keys.length === 0 ? "(nil)" : `{${keys.map((key) => `${goQuote(key)}:${goStrings(extra[key] ?? [])}`).join(", ")}}`;
  const user = `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${goStrings(groups)}, Extra:map[string][]string${map}}`;
  return `requested ${user} without impersonating a user name`;
}

function goStrings(texts: readonly string[]): string {
  return texts.length === 0 ? "[]string(nil)" : `[]string{${texts.map(goQuote).join(", ")}}`;
}
