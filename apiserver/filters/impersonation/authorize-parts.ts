import { goQuote, field, validation } from "@apimachinery/runtime";
import { forbiddenStatus } from "../../authorization/forbidden.js";
import type { User } from "../../request/api-request.js";
import type { AuthorizationAttributes } from "../../request/authorizer.js";
import { notYetParsed, type RequestInfo } from "../../request/request-info.js";
import { nodeOf, serviceAccountOf } from "./special-users.js";

/**
 * Checks that a user is authorized for a request with these attributes.
 * @throws StatusError 403 if the authorizers do not allow the request
 */
export type PermissionCheck = (attributes: AuthorizationAttributes) => Promise<void>;

/** A verb with which users impersonate others. */
export interface ImpersonationVerb {
  readonly verb: string;
  /**
   * True for verbs of constrained impersonation. False for the old verb `impersonate`, for which
   * the checks are those of older Kubernetes versions.
   */
  readonly isConstrained: boolean;
}

/**
 * Minimum number of groups or of extra values for which one check for all of them is tried first.
 */
const many = 4;

/**
 * Checks that a user may impersonate each property (name, uid, groups, extra values) of another
 * user. Returns this user with the groups that belong to it (Go: impersonationModeState.check).
 * @throws StatusError 403 if a permission is missing, or if the properties must not be combined
 */
export async function authorizeParts(
  { verb, isConstrained }: ImpersonationVerb,
  check: PermissionCheck,
  user: User,
  wanted: User,
): Promise<User> {
  const about = (target: Partial<RequestInfo>): AuthorizationAttributes => ({
    user,
    info: { ...notYetParsed, isResourceRequest: true, verb, prefix: "apis", version: "v1", ...target },
  });
  const ofUsers = { group: "authentication.k8s.io" };
  const ofNames = isConstrained ? ofUsers : { group: "" };
  const refuse = (target: Partial<RequestInfo>, why: string): never => {
    throw forbiddenStatus(about(target), why);
  };

  const account = serviceAccountOf(wanted.name);
  const node = isConstrained ? nodeOf(wanted.name) : undefined;
  const named =
    node !== undefined
      ? { ...ofNames, resource: "nodes", name: node }
      : account !== undefined
        ? { ...ofNames, ...account, resource: "serviceaccounts" }
        : { ...ofNames, resource: "users", name: wanted.name };
  if (isConstrained && wanted.groups.length > 0 && (node !== undefined || account !== undefined)) {
    const what = node === undefined ? "a service account" : "a node";
    refuse(named, `when impersonating ${what}, cannot impersonate groups [${wanted.groups.map(goQuote).join(" ")}]`);
  }
  await check(about(named));
  if (wanted.uid !== undefined) await check(about({ ...ofUsers, resource: "uids", name: wanted.uid }));

  const groups = { ...ofNames, resource: "groups" };
  if (isConstrained && wanted.groups.includes(""))
    refuse(groups, "impersonating the empty string group is not allowed");
  if (isConstrained && wanted.groups.includes("system:masters"))
    refuse({ ...groups, name: "system:masters" }, "impersonating the system:masters group is not allowed");
  await checkAll(
    check,
    wanted.groups.map((name) => about({ ...groups, name })),
    isConstrained && wanted.groups.length >= many ? about({ ...groups, name: "*" }) : undefined,
  );

  const extras = { ...ofUsers, resource: "userextras" };
  const problem = isConstrained ? extraProblem(wanted.extra) : undefined;
  if (problem !== undefined) refuse(extras, problem);
  const values = Object.entries(wanted.extra).flatMap(([key, names]) =>
    names.map((name) => about({ ...extras, subresource: key, name })),
  );
  const isMany = values.length >= many || Object.keys(wanted.extra).length >= many;
  await checkAll(
    check,
    values,
    isConstrained && isMany ? about({ ...extras, subresource: "*", name: "*" }) : undefined,
  );

  return withImpliedGroups(wanted, ownGroups(node, account));
}

/**
 * Runs checks one after the other.
 * @param together check that makes all others unnecessary, if it succeeds
 */
async function checkAll(
  check: PermissionCheck,
  all: readonly AuthorizationAttributes[],
  together: AuthorizationAttributes | undefined,
): Promise<void> {
  if (together !== undefined) {
    const isAllowed = await check(together).then(
      () => true,
      () => false,
    );
    if (isAllowed) return;
  }
  for (const one of all) await check(one);
}

/** Returns the groups of a node or of a service account; empty for other users. */
function ownGroups(node: string | undefined, account: ReturnType<typeof serviceAccountOf>): readonly string[] {
  if (node !== undefined) return ["system:nodes"];
  return account === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`];
}

function withImpliedGroups(wanted: User, own: readonly string[]): User {
  const groups = wanted.groups.length === 0 ? own : wanted.groups;
  const implied = wanted.name === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  const hasImplied = groups.includes(implied) || groups.includes("system:unauthenticated");
  return { ...wanted, groups: hasImplied ? groups : [...groups, implied] };
}

/**
 * Returns the problem with the extra values of an impersonated user; undefined if they can be
 * impersonated (Go: validateExtra). The old verb `impersonate` allows all values.
 */
function extraProblem(extra: User["extra"]): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === "") return "impersonating the empty string key in extra is not allowed";
    const errors = validation.isDomainPrefixedPath(field.newPath("extra", "key"), key);
    if (errors.length > 0)
      return `impersonating an invalid key in extra is not allowed: ${field.aggregateText(errors)}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
    if (values.length === 0) return "impersonating empty values in extra is not allowed";
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}
