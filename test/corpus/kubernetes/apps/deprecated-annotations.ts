import { withAnnotations, type ObjectMeta } from "@apimachinery/runtime";

/**
 * Name of the annotation that contains the revision for a rollback. The field for the revision was
 * removed.
 */
export const rollbackTo = "deprecated.deployment.rollback.to";

/**
 * Name of the annotation that contains the template generation of a daemon set. The field for this
 * number was removed.
 */
export const templateGeneration = "deprecated.daemonset.template.generation";

/**
 * Returns metadata in which the annotation has a value.
 * @param value undefined to remove the annotation
 */
export function withNumber(metadata: ObjectMeta, name: string, value: number | undefined): ObjectMeta {
  return withAnnotations(metadata, { [name]: value === undefined ? undefined : String(value) });
}

/**
 * Returns the number in an annotation.
 *
 * @throws Error if the annotation is not an integer
 */
export function numberOf({ annotations }: ObjectMeta, name: string): number | undefined {
  const text = annotations?.[name];
  if (text === undefined) return undefined;
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new Error(`annotation ${name} must be an integer, not ${text}`);
  return Number(text);
}
