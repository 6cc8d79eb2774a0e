/** Words of CEL that are not names of properties. */
const reserved: ReadonlySet<string> = new Set([
  ...["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if"],
  ...["import", "let", "loop", "package", "namespace", "return", "var", "void", "while"],
]);

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/**
 * Returns the name of a property in CEL rules (Go: apiserver/pkg/cel.Escape); undefined for a name
 * that rules cannot contain.
 */
export function celName(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  if (!/^[A-Za-z_][\w./-]*$/.test(property)) return undefined;
  return property.replace(/__|[./-]/g, (part) => escapes[part] ?? part);
}

/** Returns a text as a literal of CEL. */
export function celText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Reports whether a property has a name in CEL rules: its escaped one, or a word of CEL itself. */
export function hasCELName(property: string, name: string): boolean {
  return celName(property) === name || (property === name && reserved.has(property));
}
