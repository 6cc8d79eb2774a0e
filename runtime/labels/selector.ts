import { meets, type Requirement, requirementText } from "./requirement.js";

/** Selects objects whose labels meet all requirements. */
export interface Selector {
  /** Sorted by key. An empty list selects everything, unless `isSelectable` is false. */
  readonly requirements: readonly Requirement[];
  /** False for the selector that selects nothing. */
  readonly isSelectable: boolean;
}

/** Selects every object, also without labels. */
export const everything: Selector = { requirements: [], isSelectable: true };
/** Selects nothing: the meaning of an absent `LabelSelector`. */
export const nothing: Selector = { requirements: [], isSelectable: false };

/** Returns a selector with requirements sorted by key. */
export function selectorOf(requirements: readonly Requirement[]): Selector {
  const ordered = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { requirements: ordered, isSelectable: true };
}

/**
 * Returns a selector for these values of these labels. They are not validated; invalid ones select
 * nothing.
 */
export function selectorFromSet(labels: Readonly<Record<string, string>>): Selector {
  return selectorOf(Object.entries(labels).map(([key, value]) => ({ key, operator: "=", values: [value] })));
}

/** Reports whether the selector selects an object with these labels. */
export function matches(selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean {
  return selector.isSelectable && selector.requirements.every((requirement) => meets(requirement, labels ?? {}));
}

/**
 * Returns the selector as text for a query parameter, which `parse` accepts. The selector that
 * selects nothing is empty too.
 */
export function selectorText(selector: Selector): string {
  return selector.requirements.map(requirementText).join(",");
}

/**
 * Returns the only value of a label that the selector allows; undefined where it allows several.
 */
export function requiresExactMatch(selector: Selector, label: string): string | undefined {
  const requirement = selector.requirements.find(({ key }) => key === label);
  if (requirement === undefined || !["=", "==", "in"].includes(requirement.operator) || requirement.values.length !== 1)
    return undefined;
  return requirement.values[0];
}
