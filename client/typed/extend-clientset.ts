import type { ClientsetBase, NamespacedGetter } from "./clientset.js";
import type { AllNamespaces } from "./resource-verbs.js";

/**
 * Functions that return additional methods for a client. The outer keys are groups and versions of
 * the clientset, and the inner keys are resources.
 */
export type ClientExtensions<S> = {
  readonly [V in Exclude<keyof S, keyof ClientsetBase>]?: S[V] extends () => infer R
    ? { readonly [P in keyof R]?: (client: ClientOf<R[P]>) => object }
    : never;
};

/** Type of the client that a function such as `clientset.restaurantV1alpha1().pizzas` returns. */
export type ClientOf<F> = F extends (namespace: string) => infer C ? C : never;

/** A clientset whose clients have additional methods. */
export type ExtendedClientset<S, X> = {
  readonly [V in keyof S]: V extends keyof X ? ExtendedGetter<S[V], X[V]> : S[V];
};

type ExtendedGetter<F, X> = F extends () => infer R ? () => ExtendedVersion<R, X> : never;

type ExtendedVersion<R, X> = {
  readonly [P in keyof R]: P extends keyof X ? (X[P] extends (client: never) => infer M ? With<R[P], M> : R[P]) : R[P];
};

type With<F, M> = F extends (...args: infer Args) => infer C
  ? Args extends []
    ? () => C & M
    : NamespacedGetter<C & M, AllNamespaces<C>>
  : never;

/**
 * Returns a clientset whose clients have additional methods (Go: expansions). Each function in
 * `extensions` receives a client, and returns methods for the client. The given clientset is not
 * changed.
 *
 *     const own = extendClientset(clientset, {
 *       restaurantV1alpha1: {
 *         pizzas: (pizzas) => ({ rename: (from: string, to: string) => … }),
 *       },
 *     });
 *
 * @throws Error for a group and version that the clientset does not have. For a resource that the
 *   clientset does not have, the function of its group and version throws an Error
 */
export function extendClientset<S extends object, const X extends ClientExtensions<S>>(
  clientset: S,
  extensions: X,
): ExtendedClientset<S, X> {
  const extended = Object.entries(extensions).map(([version, byResource]) => {
    const get = functionOf(clientset, version);
    return [version, () => extendedVersion(get() as object, byResource as Extensions)] as const;
  });
  // The cast is safe, because the result has the functions of the clientset and of `extensions`.
  return { ...clientset, ...Object.fromEntries(extended) } as ExtendedClientset<S, X>;
}

type Extensions = Readonly<Record<string, (client: object) => object>>;

function extendedVersion(version: object, byResource: Extensions): object {
  const extended = Object.entries(byResource).map(([resource, extend]) => {
    const get = functionOf(version, resource);
    const getter = (namespace?: string): object => {
      const client = get(namespace) as object;
      return { ...client, ...extend(client) };
    };
    return [resource, getter] as const;
  });
  return { ...version, ...Object.fromEntries(extended) };
}

function functionOf(container: object, name: string): (...args: readonly unknown[]) => unknown {
  const found: unknown = Object.hasOwn(container, name) ? container[name as keyof typeof container] : undefined;
  if (typeof found === "function") return found as (...args: readonly unknown[]) => unknown;
  throw new Error(
    `${name} cannot be extended, because it does not exist; use one of ${Object.keys(container).join(", ")}`,
  );
}
