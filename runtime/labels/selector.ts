import { meets, type Requirement, requirementString } from "./requirement.js";

/** Selects the objects whose labels meet all requirements. */
export interface Selector {
  /**
   * Requirements sorted by key. An empty list selects everything, unless `isSelectable` is false.
   */
  readonly requirements: readonly Requirement[];
  /** False for a selector that selects no object. */
  readonly isSelectable: boolean;
}

/** Selects every object, even without labels. */
export const everything: Selector = { requirements: [], isSelectable: true };
/** Selects no object. An absent `LabelSelector` is converted to this selector. */
export const nothing: Selector = { requirements: [], isSelectable: false };

/** Returns a selector with these requirements, sorted by key. */
export function selectorOf(requirements: readonly Requirement[]): Selector {
  const ordered = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { requirements: ordered, isSelectable: true };
}

/**
 * Returns a selector that requires each label to have the given value. The labels are not
 * validated: a selector with an invalid label selects nothing.
 */
export function selectorFromSet(labels: Readonly<Record<string, string>>): Selector {
  return selectorOf(Object.entries(labels).map(([key, value]) => ({ key, operator: "=", values: [value] })));
}

/** Reports whether a selector matches an object with these labels. */
export function matches(selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean {
  return selector.isSelectable && selector.requirements.every((requirement) => meets(requirement, labels ?? {}));
}

/**
 * Returns the selector as a string for a query parameter. `parse` accepts the string. The string is
 * empty for a selector that selects everything, and for one that selects nothing.
 */
export function selectorText(selector: Selector): string {
  return selector.requirements.map(requirementString).join(",");
}

/**
 * Returns the value that the first requirement for a label requires. Returns undefined without a
 * requirement for the label, or if the first one does not require a single value.
 */
export function requiresExactMatch(selector: Selector, label: string): string | undefined {
  const requirement = selector.requirements.find(({ key }) => key === label);
  if (requirement === undefined || !["=", "==", "in"].includes(requirement.operator) || requirement.values.length !== 1)
    return undefined;
  return requirement.values[0];
}
