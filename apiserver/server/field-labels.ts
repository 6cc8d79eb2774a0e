import { goQuote, type FieldLabelConversionFunc, type GroupKind, type Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import { hubKind } from "./hub-kind.js";
import { markedNames } from "./marked-fields.js";
import type { CompleteStrategy } from "../registry/complete-strategy.js";

/**
 * Registers the fields of a kind that field selectors support. All versions have the fields of the
 * kind's strategy; each version also has the fields that its own markers declare. Does not replace
 * a conversion of field labels that the scheme already has for a version. The names of the
 * strategy's fields are the keys that `selectableFields` returns for an empty object.
 * @throws Error if `selectableFields` fails for an empty object
 */
export function offerSelectableFields(
  scheme: Scheme,
  { group, kind }: GroupKind,
  { selectableFields, isNamespaced }: CompleteStrategy,
): void {
  const own =
    selectableFields && namesOf(selectableFields, kind, scheme.new(hubKind(scheme, { group, kind })) as APIObject);
  for (const { version } of scheme.versionsForGroupKind({ group, kind })) {
    const gvk = { group, version, kind };
    const marked = markedNames(scheme, gvk, version);
    if (scheme.hasFieldLabelConversionFunc(gvk) || (own === undefined && marked.length === 0)) continue;
    scheme.addFieldLabelConversionFunc(
      gvk,
      own === undefined ? likeCustomResources(marked, isNamespaced) : conversionOf([...own, ...marked]),
    );
  }
}

function conversionOf(names: readonly string[]): FieldLabelConversionFunc {
  const labels = [...new Set(["metadata.name", "metadata.namespace", ...names])];
  return (label, value) => {
    if (labels.includes(label)) return { label, value };
    throw new Error(`${goQuote(label)} is not a known field selector: only ${labels.map(goQuote).join(", ")}`);
  };
}

/**
 * Returns the conversion of field labels for a kind whose selectable fields come only from markers
 * (Go: ConvertFieldLabel of crConverter).
 */
function likeCustomResources(marked: readonly string[], isNamespaced: boolean): FieldLabelConversionFunc {
  const labels = ["metadata.name", ...(isNamespaced ? ["metadata.namespace"] : []), ...marked];
  return (label, value) => {
    if (labels.includes(label)) return { label, value };
    throw new Error(`field label not supported: ${label}`);
  };
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
