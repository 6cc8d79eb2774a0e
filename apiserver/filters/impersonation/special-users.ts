import { validation } from "@apimachinery/runtime";
import type { User } from "../../request/api-request.js";

/**
 * Returns the namespace and the name in a service account's user name; undefined for other user
 * names (Go: serviceaccount.SplitUsername).
 */
export function serviceAccountOf(user: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  if (namespace === undefined || name === undefined) return undefined;
  const problems = [...validation.isDNS1123Label(namespace), ...validation.isDNS1123Subdomain(name)];
  return problems.length === 0 ? { namespace, name } : undefined;
}

const nodePrefix = "system:node:";

/** Returns the name of the node in a user name; undefined for other user names. */
export function nodeOf(user: string): string | undefined {
  const name = user.startsWith(nodePrefix) ? user.slice(nodePrefix.length) : "";
  return name !== "" && validation.isDNS1123Subdomain(name).length === 0 ? name : undefined;
}

/** Reports whether a user is a service account whose credentials belong to this node. */
export function runsOnNode(user: User, node: string): boolean {
  const names = user.extra["authentication.kubernetes.io/node-name"] ?? [];
  return serviceAccountOf(user.name) !== undefined && names.length === 1 && names[0] === node;
}

/** Reports whether a user has a name and no other property. */
export function hasOnlyName({ uid = "", groups, extra }: User): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}
