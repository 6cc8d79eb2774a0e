export function install(): void {
  // Has a misspelt name.
}
