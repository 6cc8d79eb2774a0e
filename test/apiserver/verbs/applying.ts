import type { InProcessServer, Reply } from "../harness.js";

export const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
export const pizzaVersion = "restaurant.programming-kubernetes.info/v1beta1";
const applyHeaders = { "content-type": "application/apply-patch+yaml" };

/** Returns the topping basil, as a client applies it. */
export function topping(cost: number, more: object = {}): object {
  return { apiVersion, kind: "Topping", metadata: { name: "basil", ...more }, spec: { cost } };
}

/** Sends a server-side apply. */
export async function apply(
  server: InProcessServer,
  uri: string,
  body: unknown,
  query = "fieldManager=chef",
): Promise<Reply> {
  return server.send("PATCH", `${uri}?${query}`, { body, headers: applyHeaders });
}

interface Entry {
  readonly operation: string;
  readonly manager: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

/** Returns the managers of an object: operation, name, subresource and fields. */
export function managersOf(reply: Reply): readonly string[] {
  const { metadata } = JSON.parse(reply.text) as { readonly metadata: { readonly managedFields?: readonly Entry[] } };
  return (metadata.managedFields ?? []).map(
    ({ operation, manager, subresource, fieldsV1 }) =>
      `${operation} ${manager}${subresource === undefined ? "" : `/${subresource}`} ${JSON.stringify(fieldsV1)}`,
  );
}
