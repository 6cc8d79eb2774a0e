/** Names of the commands. If the first argument is one of these names, it is not a path. */
export const commands: readonly string[] = [
  "markers",
  "explain",
  "lossy",
  "breaking",
  "retire",
  "import",
  "check-crd",
  "cel",
  "reference",
  "init",
  "create",
  "dev",
];
