export function install(): void {
  // Not the name that is looked for.
}
