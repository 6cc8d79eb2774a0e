import { withAnnotations, type ObjectMeta } from "@apimachinery/runtime";

/** Where the revision to roll back to is, since the field is gone. */
export const rollbackTo = "deprecated.deployment.rollback.to";

/** Where a daemon set's template generation is, since the field is gone. */
export const templateGeneration = "deprecated.daemonset.template.generation";

/** @param value undefined removes the annotation */
export function withNumber(metadata: ObjectMeta, name: string, value: number | undefined): ObjectMeta {
  return withAnnotations(metadata, { [name]: value === undefined ? undefined : String(value) });
}

/** @throws Error for an annotation that is no whole number */
export function numberOf({ annotations }: ObjectMeta, name: string): number | undefined {
  const text = annotations?.[name];
  if (text === undefined) return undefined;
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new Error(`annotation ${name} is no number: ${text}`);
  return Number(text);
}
