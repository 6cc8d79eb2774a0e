import { trimmed } from "../util/trimmed.js";
import { aggregateText } from "../field/error-list.js";
import { invalid } from "../field/constructors.js";
import { isLabelKey, isLabelValue } from "../names/label.js";
import { newRequirement } from "./requirement.js";
import { type Selector, selectorOf } from "./selector.js";

/** Labels of an object: values by key. */
export type Labels = Readonly<Record<string, string>>;

/** Returns labels in the form of a selector, sorted by key: `a=1,b=2` (Go: Set.String). */
export function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(",");
}

/** Returns labels in the form of `labelsText`, or `<none>` for an empty set. */
export function formatLabels(labels: Labels): string {
  return labelsText(labels) || "<none>";
}

/** Reports whether any label has different values in the two sets. */
export function conflicts(a: Labels, b: Labels): boolean {
  return Object.entries(a).some(([key, value]) => Object.hasOwn(b, key) && b[key] !== value);
}

/**
 * Returns the labels of both sets. If both sets have a label, the value in `b` takes precedence.
 */
export function merge(a: Labels, b: Labels): Record<string, string> {
  return Object.fromEntries([...Object.entries(a), ...Object.entries(b)]);
}

/** Reports whether two sets have the same labels with the same values. */
export function equals(a: Labels, b: Labels): boolean {
  return (
    Object.keys(a).length === Object.keys(b).length &&
    Object.entries(a).every(([key, value]) => Object.hasOwn(b, key) && b[key] === value)
  );
}

/**
 * Returns a selector that requires each label to have the given value. Validates the labels.
 * @throws Error with the message of Go's ValidatedSelectorFromSet for invalid labels
 */
export function validatedSelectorFromSet(labels: Labels): Selector {
  return selectorOf(Object.entries(labels).map(([key, value]) => newRequirement(key, "=", [value])));
}

/**
 * Parses a selector of the form `a=1,b=2` as a set of labels.
 * @throws Error with the message of Go's ConvertSelectorToLabelsMap for a string of another form
 */
export function convertSelectorToLabelsMap(selector: string): Record<string, string> {
  if (selector === "") return {};
  return Object.fromEntries(selector.split(",").map(toLabel));
}

function toLabel(text: string): readonly [key: string, value: string] {
  const parts = text.split("=");
  const [key, value] = parts.map((part) => trimmed(part));
  if (key === undefined || value === undefined || parts.length > 2)
    throw new Error(`invalid selector: [${parts.join(" ")}]`);
  check(invalid(null, key, isLabelKey(key).join("; ")));
  check({ ...invalid(null, value, isLabelValue(value).join("; ")), field: `[${key}]` });
  return [key, value];
}

function check(error: ReturnType<typeof invalid>): void {
  if (error.detail !== "") throw new Error(aggregateText([error]));
}
