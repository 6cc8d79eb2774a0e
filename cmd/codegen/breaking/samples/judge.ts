import { answerOfDefinition, errorText, withoutDefaults, type CRDSchema } from "../../../../runtime/crd/index.js";
import { isRecord } from "../../../../engine/util/is-record.js";
import { canonical } from "../form/canonical.js";
import type { ChangeExample } from "../form/change.js";

/** The schemas of a kind in both states. */
export interface SchemaPair {
  readonly old: CRDSchema;
  readonly now: CRDSchema;
  /** The old schema without defaults. It is used to remove properties that the old types lack. */
  readonly known: CRDSchema;
}

export function schemasOf(old: CRDSchema, now: CRDSchema): SchemaPair {
  return { old, now, known: withoutDefaults(old) as CRDSchema };
}

/** An object to send. `stored` is the object that an update replaces; absent for a create. */
export interface ComparedSample {
  readonly sent: object;
  readonly stored?: object;
}

/**
 * The result of sending an object to both APIs. `refused before`: the old API refuses the object,
 * so the object shows nothing about the change.
 */
export type SampleVerdict = "refused before" | "same" | ChangeExample;

/**
 * Sends an object to the old and the new API. Returns an example if the old API accepts the object
 * and the new API refuses it, or reads a property of the old types differently.
 */
export function judgeSample({ old, now, known }: SchemaPair, { sent, stored }: ComparedSample): SampleVerdict {
  const before = answerOfDefinition(old, sent, stored);
  // An update may leave values unchanged that a create must not have.
  const isStored = stored === undefined || answerOfDefinition(old, stored).errors.length === 0;
  if (!isStored || before.errors.length > 0 || unknownField(sent, before.object, "") !== undefined)
    return "refused before";
  const example = (answer: Pick<ChangeExample, "was" | "after">): ChangeExample => ({
    operation: stored === undefined ? "create" : "update",
    before: sent,
    ...(stored === undefined ? {} : { stored }),
    ...answer,
  });
  const after = answerOfDefinition(now, sent, stored);
  const unknown = unknownField(sent, after.object, "");
  if (unknown !== undefined)
    return example({ after: { error: `strict decoding error: unknown field ${JSON.stringify(unknown)}` } });
  const [error] = after.errors;
  if (error !== undefined) return example({ after: { error: errorText(error) } });
  // Ignores properties that only the new types have.
  const kept = answerOfDefinition(known, after.object).object;
  return canonical(kept) === canonical(before.object) ? "same" : example({ was: before.object, after: after.object });
}

/**
 * Returns an example of one change with the response of the complete new API; undefined if this
 * response is only caused by another change.
 */
export function answered({ now }: SchemaPair, example: ChangeExample): ChangeExample | undefined {
  const { before, stored, after } = example;
  const { errors, object } = answerOfDefinition(now, before, stored);
  const error = isRecord(after) ? after["error"] : undefined;
  if (error === undefined) return errors.length === 0 ? { ...example, after: object } : undefined;
  const isUnknown = typeof error === "string" && error.startsWith("strict decoding error");
  return isUnknown || errors.some((one) => errorText(one) === error) ? example : undefined;
}

/**
 * Returns the path of a property that was sent but dropped because the API does not have it;
 * undefined if none was dropped.
 */
function unknownField(sent: unknown, kept: unknown, path: string): string | undefined {
  if (Array.isArray(sent)) {
    const items = Array.isArray(kept) ? (kept as readonly unknown[]) : [];
    return firstOf(sent.map((item, index) => unknownField(item, items[index], `${path}[${String(index)}]`)));
  }
  if (!isRecord(sent) || !isRecord(kept)) return undefined;
  return firstOf(
    Object.entries(sent).map(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      // The server removes a null and sets the default instead.
      if (!Object.hasOwn(kept, name)) return value === null ? undefined : at;
      return unknownField(value, kept[name], at);
    }),
  );
}

function firstOf(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined);
}
