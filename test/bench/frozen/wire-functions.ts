import type * as maps from "../../../runtime/wire/maps.js";
import type * as messages from "../../../runtime/wire/messages.js";
import type * as rawValues from "../../../runtime/wire/raw-values.js";
import type * as scalars from "../../../runtime/wire/scalars.js";
import type * as tags from "../../../runtime/wire/tags.js";
import type * as times from "../../../runtime/wire/times.js";
import type * as values from "../../../runtime/wire/values.js";
import type * as zeros from "../../../runtime/wire/zeros.js";

/** @file The functions of the runtime that frozen generated code calls. */

/** A value of a type of which properties can be absent. */
export type Part<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A value of a kind, as `Part`. */
export type PartOfKind<T> = Part<Omit<T, "apiVersion" | "kind">>;

/** The modules of the runtime, by file. Packages do not export them. */
interface WireModules {
  readonly maps: typeof maps;
  readonly messages: typeof messages;
  readonly "raw-values": typeof rawValues;
  readonly scalars: typeof scalars;
  readonly tags: typeof tags;
  readonly times: typeof times;
  readonly values: typeof values;
  readonly zeros: typeof zeros;
}

export type WireFunctions = WireModules["maps"] &
  WireModules["messages"] &
  WireModules["raw-values"] &
  WireModules["scalars"] &
  WireModules["tags"] &
  WireModules["times"] &
  WireModules["values"] &
  WireModules["zeros"];

/** Loads the functions from the compiled runtime. */
export async function wireFunctions(): Promise<WireFunctions> {
  const load = async <K extends keyof WireModules>(name: K): Promise<WireModules[K]> =>
    (await import(new URL(`../../../../runtime/dist/wire/${name}.js`, import.meta.url).href)) as WireModules[K];
  return {
    ...(await load("maps")),
    ...(await load("messages")),
    ...(await load("raw-values")),
    ...(await load("scalars")),
    ...(await load("tags")),
    ...(await load("times")),
    ...(await load("values")),
    ...(await load("zeros")),
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- generated code states the type
export function blank<T>(value: object): T {
  return value as T;
}

export function isAbsent(value: unknown): boolean {
  return value === undefined;
}

export function isZero(value: string | number | boolean): boolean {
  return !value;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the property that gets the value determines T
export function readText<T extends string>(reader: { string(): string }): T {
  return reader.string() as T;
}
