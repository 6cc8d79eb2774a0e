import { goQuote, type GroupKind, type Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import { hubKind } from "./hub-kind.js";
import type { CompleteStrategy } from "../registry/complete-strategy.js";

/**
 * Registers the selectable fields of a kind for field selectors in all versions. If the scheme
 * already has a conversion of field labels for a version, it is not replaced. The names of the
 * fields are the keys that `selectableFields` returns for an empty object.
 * @throws Error if `selectableFields` fails for an empty object
 */
export function offerSelectableFields(
  scheme: Scheme,
  { group, kind }: GroupKind,
  { selectableFields }: CompleteStrategy,
): void {
  if (selectableFields === undefined) return;
  const labels = [
    ...new Set([
      "metadata.name",
      "metadata.namespace",
      ...namesOf(selectableFields, kind, scheme.new(hubKind(scheme, { group, kind })) as APIObject),
    ]),
  ];
  const convert = (label: string, value: string) => {
    if (labels.includes(label)) return { label, value };
    throw new Error(`${goQuote(label)} is not a known field selector: only ${labels.map(goQuote).join(", ")}`);
  };
  for (const version of scheme.versionsForGroupKind({ group, kind })) {
    const gvk = { ...version, kind };
    if (!scheme.hasFieldLabelConversionFunc(gvk)) scheme.addFieldLabelConversionFunc(gvk, convert);
  }
}

function namesOf(
  selectableFields: NonNullable<CompleteStrategy["selectableFields"]>,
  kind: string,
  empty: APIObject,
): readonly string[] {
  try {
    return Object.keys(selectableFields(empty));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `selectableFields of ${kind} failed for an empty object, from which the server reads the names of the fields: ${why}`,
      { cause: error },
    );
  }
}
