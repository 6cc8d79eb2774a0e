/**
 * Returns the plural of a kind's name by the rules of gengo, the library of Kubernetes' generators.
 * @param exceptions irregular plurals by kind: `{ Endpoints: "Endpoints" }`
 */
export function pluralOf(kind: string, exceptions: { readonly [kind: string]: string } = {}): string {
  const exception = Object.hasOwn(exceptions, kind) ? exceptions[kind] : undefined;
  if (exception !== undefined) return exception;
  if (kind.length < 2) return kind;
  if (/([sxz]|[cs]h)$/i.test(kind)) return `${kind}es`;
  if (/[^aeiou]y$/i.test(kind)) return kind.replace(/y$/i, "ies");
  if (/fe?$/i.test(kind)) return kind.replace(/fe?$/i, "ves");
  return `${kind}s`;
}
