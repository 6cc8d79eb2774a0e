import type { KindDefinition } from "@apimachinery/runtime";
import type { ApplyConfiguration } from "../apply/apply-configuration.js";
import { extract } from "../apply/extract.js";
import type { APIObject } from "../rest/resource-type.js";

/**
 * Fields of an object of the kind T that a program applies.
 *
 * @template D the generated kind, which has the keys of the lists
 */
export type ApplyConfigurationOf<T extends APIObject, D> = ApplyConfiguration<T, ListKeysOf<D>>;

type ListKeysOf<D> = D extends { readonly listKeys?: infer K } ? K : unknown;

/**
 * Returns the fields of an object that a manager has applied, as `extract` does, with the type that
 * `apply` of a generated client takes.
 * @param _kind the generated kind, from which the compiler reads the keys of the lists
 * @param subresource empty for the object itself
 */
export function extractApplied<T extends APIObject, D extends KindDefinition<T>>(
  _kind: D,
  object: T,
  manager: string,
  subresource = "",
): ApplyConfigurationOf<T, D> {
  const extracted: unknown = extract(object, manager, { subresource });
  // At run time, the list items of the result have their keys.
  return extracted as ApplyConfigurationOf<T, D>;
}
