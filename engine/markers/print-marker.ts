import { unescapeLiteral } from "./escapes.js";

/** Returns a string as the value of a marker: without quotes if it needs none. */
export function wordText(text: string): string {
  return /^[\w.;-]+$/.test(text) ? text : unescapeLiteral(text);
}

/**
 * Returns a marker of controller-gen with arguments:
 * `+kubebuilder:printcolumn:name="Age",type=date`.
 *
 * @param prefix the marker's name, with the colon at its end
 * @param values names of the arguments, with their printed values; undefined to leave one out
 */
export function argumentMarker(prefix: string, values: readonly (readonly [string, string | undefined])[]): string {
  const stated = values.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  return `+${prefix}${stated.join(",")}`;
}
