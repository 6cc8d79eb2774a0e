import type { KindDefinition } from "@apimachinery/runtime";
import type { ApplyConfiguration } from "../apply/apply-configuration.js";
import { extract } from "../apply/extract.js";
import type { APIObject } from "../rest/resource-type.js";

/**
 * Fields of an object of type T that a program applies.
 *
 * @template D the generated kind, whose type contains the keys of the lists
 */
export type ApplyConfigurationOf<T extends APIObject, D> = ApplyConfiguration<T, ListKeysOf<D>>;

type ListKeysOf<D> = D extends { readonly listKeys?: infer K } ? K : unknown;

/**
 * Returns the fields of an object that a manager has applied, as `extract` does. The type of the
 * result is the argument type of `apply` in a generated client.
 * @param _kind the generated kind, from whose type the compiler derives the keys of the lists
 * @param subresource name of the subresource; empty for the object itself
 */
export function extractApplied<T extends APIObject, D extends KindDefinition<T>>(
  _kind: D,
  object: T,
  manager: string,
  subresource = "",
): ApplyConfigurationOf<T, D> {
  const extracted: unknown = extract(object, manager, { subresource });
  // The cast is safe, because the list items of the result contain their keys.
  return extracted as ApplyConfigurationOf<T, D>;
}
