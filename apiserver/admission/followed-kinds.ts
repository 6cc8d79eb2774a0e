import type { InformerFactory } from "@apimachinery/client";
import { APIVersionInternal, type GroupVersionKind } from "@apimachinery/runtime";

/** A resource for which the server has an informer. */
export interface FollowedKind {
  /**
   * Description of the component that uses the informer, such as `the admission plugin
   * PizzaToppings`, for messages.
   */
  readonly by: string;
  readonly kind: GroupVersionKind;
  /** Plural name of the resource, as in URL paths. */
  readonly resource: string;
}

/**
 * Returns the kinds for which informers were requested after those in `before`.
 * @param by description of the component that requested them, for messages
 */
export function newFollowedKinds(
  informers: InformerFactory,
  before: readonly FollowedKind[],
  by: string,
): readonly FollowedKind[] {
  return informers
    .followed()
    .slice(before.length)
    .map(({ kind, resource }) => ({ by, kind, resource }));
}

/**
 * Checks that the server serves every kind for which it has an informer. Otherwise the informer
 * would wait forever, and so would all requests that need it.
 * @throws Error with all kinds that are not served
 */
export function requireServed(
  followed: readonly FollowedKind[],
  serves: (kind: GroupVersionKind, resource: string) => boolean,
): void {
  const missing = followed.filter(({ kind, resource }) => !serves(kind, resource));
  if (missing.length > 0) throw new Error(missing.map(messageOf).join("\n"));
}

function messageOf({ by, kind: { group, version, kind } }: FollowedKind): string {
  const remedy =
    version === APIVersionInternal
      ? "it is a kind of the hub, and servers serve only versions. Import Kinds from zz_generated.register.ts in the folder of a version, and follow the kind from this file"
      : `add ${kind} to "kinds" of the group ${group}, or follow a version that is served`;
  return `${by} follows ${kind} of ${group}/${version}, which this server does not serve: ${remedy}`;
}
