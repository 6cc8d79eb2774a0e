import type { DeleteOptions } from "./options.js";

/** What a deletion is told, as the body that servers of every age read. */
export function deleteBody({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions }: DeleteOptions): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const body = {
    kind: "DeleteOptions",
    apiVersion: "v1",
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(dryRun === true ? { dryRun: ["All"] } : {}),
  };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
