/** Returns a name with a lower-case letter at its start: `getScale` for `GetScale`. */
export function lowerFirstLetter(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns a name with an upper-case letter at its start. */
export function upperFirstLetter(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
