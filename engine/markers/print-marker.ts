import { unescapeLiteral } from "./escapes.js";

/** Returns a string as the value of a marker. It is quoted only if necessary. */
export function wordText(text: string): string {
  return /^[\w.;-]+$/.test(text) ? text : unescapeLiteral(text);
}

/**
 * Returns a message about a marker. A fault that begins with a verb, such as `needs a value`,
 * continues the sentence.
 * @param marker the marker or its name, without quotes
 */
export function aboutMarker(marker: string, fault: string): string {
  return `\`${marker}\`${/^(?:needs|has|takes|cannot|can|must|is)\b/.test(fault) ? "" : ":"} ${fault}`;
}

/**
 * Returns a marker of controller-gen with arguments:
 * `+kubebuilder:printcolumn:name="Age",type=date`.
 *
 * @param prefix name of the marker, including the colon at its end
 * @param values names of the arguments with their printed values; an argument with the value
 * undefined is omitted
 */
export function argumentMarker(prefix: string, values: readonly (readonly [string, string | undefined])[]): string {
  const stated = values.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  return `+${prefix}${stated.join(",")}`;
}
