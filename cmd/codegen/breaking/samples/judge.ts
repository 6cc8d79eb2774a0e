import { answerOfDefinition, errorText, type CRDSchema } from "../../../../runtime/crd/index.js";
import { canonical } from "../form/canonical.js";
import type { ChangeExample } from "../form/change.js";

/** The schemas of a kind in both states. */
export interface SchemaPair {
  readonly old: CRDSchema;
  readonly now: CRDSchema;
  /** The members that the old types have, without defaults. */
  readonly known: CRDSchema;
}

export function schemasOf(old: CRDSchema, now: CRDSchema): SchemaPair {
  return { old, now, known: withoutDefaults(old) as CRDSchema };
}

function withoutDefaults(schema: unknown, isSchema = true): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutDefaults(one));
  if (!isPlainRecord(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => !isSchema || key !== "default");
  // The keys of properties are names, of which one can be `default`.
  return Object.fromEntries(
    entries.map(([key, one]) => [key, withoutDefaults(one, !isSchema || key !== "properties")]),
  );
}

/** An object, and the object that it replaces in an update. */
export interface ComparedSample {
  readonly sent: object;
  readonly stored?: object;
}

/**
 * The result of sending an object to both APIs. `refused before`: the old API refuses the object,
 * so it shows nothing about the change.
 */
export type SampleVerdict = "refused before" | "same" | ChangeExample;

/**
 * Sends an object to the old and the new API. It shows a difference if the old API accepts it, and
 * the new one refuses it or reads a member of the old types differently.
 */
export function judgeSample({ old, now, known }: SchemaPair, { sent, stored }: ComparedSample): SampleVerdict {
  const before = answerOfDefinition(old, sent, stored);
  if (before.errors.length > 0 || unknownField(sent, before.object, "") !== undefined) return "refused before";
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
  // Members that only the new types have are ignored.
  const kept = answerOfDefinition(known, after.object).object;
  return canonical(kept) === canonical(before.object) ? "same" : example({ was: before.object, after: after.object });
}

/**
 * Returns an example of one change with the answer of the whole new API; undefined if that answer
 * shows another change only.
 */
export function answered({ now }: SchemaPair, example: ChangeExample): ChangeExample | undefined {
  const { before, stored, after } = example;
  const { errors, object } = answerOfDefinition(now, before, stored);
  const error = isPlainRecord(after) ? after["error"] : undefined;
  if (error === undefined) return errors.length === 0 ? { ...example, after: object } : undefined;
  const isUnknown = typeof error === "string" && error.startsWith("strict decoding error");
  return isUnknown || errors.some((one) => errorText(one) === error) ? example : undefined;
}

/** Returns the path of a member that was sent and that an API does not have. */
function unknownField(sent: unknown, kept: unknown, path: string): string | undefined {
  if (Array.isArray(sent)) {
    const items = Array.isArray(kept) ? (kept as readonly unknown[]) : [];
    return firstOf(sent.map((item, index) => unknownField(item, items[index], `${path}[${String(index)}]`)));
  }
  if (!isPlainRecord(sent) || !isPlainRecord(kept)) return undefined;
  return firstOf(
    Object.entries(sent).map(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      // The server removes a null that a default replaces.
      if (!Object.hasOwn(kept, name)) return value === null ? undefined : at;
      return unknownField(value, kept[name], at);
    }),
  );
}

function firstOf(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined);
}

export function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
