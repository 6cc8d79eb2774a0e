import { Random } from "../fuzz/random.js";

/** Requests to one filter. Its authorizer allows about `allowed` percent of all questions. */
export interface ImpersonationCase {
  readonly seed: number;
  readonly allowed: number;
  readonly steps: readonly ImpersonationStep[];
}

export interface ImpersonationStep {
  readonly user: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
  /** Headers of the impersonation, by name in lower case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** True for a request for pizzas; otherwise the request is for a path. */
  readonly resource: boolean;
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
}

const nodeName = "authentication.kubernetes.io/node-name";
const users = ["bob", "system:serviceaccount:kitchen:oven"];
const wanted = [
  "eve",
  "eve",
  "system:anonymous",
  "system:node:n1",
  "system:node:n1",
  "system:node:N 1",
  "system:serviceaccount:kitchen:oven",
  "system:serviceaccount:Kitchen:oven",
  "",
];
const groups = ["a", "b", "c", "d", "", "system:masters", "system:authenticated", "system:unauthenticated"];
const extraKeys = ["example.com%2fa", "example.com%2fa", "scopes", "example.com%2f%41", "%zz"];

/** Returns the case of a seed: similar requests, so that the caches have an effect. */
export function randomCase(seed: number): ImpersonationCase {
  const random = new Random(seed);
  const pool = Array.from({ length: 1 + random.int(4) }, () => randomStep(random));
  const steps = Array.from({ length: 8 }, () => (random.chance(0.85) ? random.pick(pool) : randomStep(random)));
  return { seed, allowed: random.pick([30, 60, 80, 95]), steps };
}

function randomStep(random: Random): ImpersonationStep {
  const several = (values: readonly string[], max: number): string[] =>
    Array.from({ length: 1 + random.int(max) }, () => random.pick(values));
  const only = random.chance(0.5);
  const headers: Record<string, readonly string[]> = { "impersonate-user": [random.pick(wanted)] };
  if (!only && random.chance(0.6))
    headers["impersonate-group"] = several(random.chance(0.6) ? groups.slice(0, 4) : groups, 6);
  if (!only && random.chance(0.3)) headers["impersonate-uid"] = ["7"];
  // Go reads several keys in a random order.
  if (!only && random.chance(0.4))
    headers[`impersonate-extra-${random.pick(extraKeys)}`] = several(["x", "y", "z", ""], 5);
  const resource = random.chance(0.8);
  return {
    user: random.pick(users),
    extra: random.chance(0.5) ? { [nodeName]: [random.pick(["n1", "n1", "n2"])], other: ["1"] } : {},
    headers,
    resource,
    verb: random.pick(["get", "list"]),
    namespace: resource && random.chance(0.5) ? "kitchen" : "",
    name: resource && random.chance(0.5) ? "m" : "",
  };
}
