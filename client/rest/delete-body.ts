import type { DeleteOptions } from "./options.js";

/**
 * Returns the request body for delete options. Servers of all versions accept these options in the
 * body.
 */
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
