type OptionalKeys<T> = { [K in keyof T]-?: T extends Record<K, T[K]> ? never : K }[keyof T];

/** What a literal of T may hold: undefined where the property is optional, and nowhere else. */
export type Loose<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  readonly [K in OptionalKeys<T>]?: T[K] | undefined;
};

/**
 * An object without the properties that are undefined: for literals whose optional properties may
 * turn out absent. The type is the one that is asked for: `const spec: PodSpec = defined({
 * nodeName, hostname: input.hostname })`.
 */
export function defined<T extends object>(literal: Loose<T>): T;
export function defined(literal: object): object {
  return Object.fromEntries(Object.entries(literal).filter(([, value]) => value !== undefined));
}
