import { labels } from "@apimachinery/runtime";

/**
 * Returns the labels that a selector in text form requires. Returns undefined if the selector has
 * other requirements than labels.
 * @throws Error if the text is not a selector
 */
export function labelsOf(text: string): Record<string, string> | undefined {
  const { requirements } = labels.parse(text);
  const isLabel = requirements.map(({ operator }) => operator === "=" || operator === "==");
  if (requirements.length === 0 || isLabel.includes(false)) return undefined;
  return Object.fromEntries(requirements.map(({ key, values }) => [key, values[0] ?? ""]));
}

export function selectorOf(set: Readonly<Record<string, string>> | undefined): string {
  return set === undefined ? "" : labels.selectorText(labels.selectorFromSet(set));
}
