/** Returns a name with its first letter in lower case: `getScale` for `GetScale`. */
export function lowerFirstLetter(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns a name with its first letter in upper case: `GetScale` for `getScale`. */
export function upperFirstLetter(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
