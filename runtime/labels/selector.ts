import { meets, type Requirement, requirementText } from "./requirement.js";

/** Chooses objects by their labels: all requirements must be met. */
export interface Selector {
  /** By key. None of them means that everything matches, if anything does. */
  readonly requirements: readonly Requirement[];
  /** False for the selector that matches nothing. */
  readonly isSelectable: boolean;
}

/** Matches all labels, and no labels. */
export const everything: Selector = { requirements: [], isSelectable: true };
/** Matches nothing: what an absent `LabelSelector` means. */
export const nothing: Selector = { requirements: [], isSelectable: false };

/** A selector of requirements, which it puts in the order of their keys. */
export function selectorOf(requirements: readonly Requirement[]): Selector {
  const ordered = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { requirements: ordered, isSelectable: true };
}

/**
 * Matches exactly these values of these labels. They are not validated: what no label can be is not
 * found.
 */
export function selectorFromSet(labels: Readonly<Record<string, string>>): Selector {
  return selectorOf(Object.entries(labels).map(([key, value]) => ({ key, operator: "=", values: [value] })));
}

/** Whether an object with these labels, or none, is chosen. */
export function matches(selector: Selector, labels: Readonly<Record<string, string>> | undefined): boolean {
  return selector.isSelectable && selector.requirements.every((requirement) => meets(requirement, labels ?? {}));
}

/** As a query parameter: what `parse` reads. Empty for the selector that matches nothing, too. */
export function selectorText(selector: Selector): string {
  return selector.requirements.map(requirementText).join(",");
}

/** The one value that a label must have to be chosen, undefined if there is none. */
export function requiresExactMatch(selector: Selector, label: string): string | undefined {
  const requirement = selector.requirements.find(({ key }) => key === label);
  if (requirement === undefined || !["=", "==", "in"].includes(requirement.operator) || requirement.values.length !== 1)
    return undefined;
  return requirement.values[0];
}
