import type { InformerFactory } from "@apimachinery/client";
import { APIVersionInternal, type GroupVersionKind } from "@apimachinery/runtime";

/** A resource whose objects an informer of the server follows. */
export interface FollowedKind {
  /** What asked for the informer, as messages name it: `the admission plugin PizzaToppings`. */
  readonly by: string;
  readonly kind: GroupVersionKind;
  /** In the plural, as paths have it. */
  readonly resource: string;
}

/** Finds out which kinds are followed since the last call: those of `by`. */
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
 * Checks that a server serves what its informers follow: they would wait for it for ever, and so
 * would each request that asks them.
 * @throws Error with all kinds that it does not
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
      ? "it is the hub's, which no server serves. Follow the kind of a version: Kinds of zz_generated.register.ts in the version's folder"
      : `add ${kind} to "kinds" of the group ${group}, or follow a version that is served`;
  return `${by} follows ${kind} of ${group}/${version}, which this server does not serve: ${remedy}`;
}
