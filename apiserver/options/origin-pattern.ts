/**
 * Converts a value of --cors-allowed-origins to an expression that matches whole origins.
 * Kubernetes searches the value anywhere in an origin, so that `//good.example:8443` would allow
 * `https://good.example:84430.evil.example` too. Parts that patterns of Kubernetes leave open stay
 * open: the scheme before `//` and the port after `:`. A dot between letters or digits matches only
 * a dot.
 * @throws SyntaxError for a text that is not a regular expression
 */
export function originPattern(text: string): RegExp {
  // Check the text alone first: its parentheses must not close the group around it.
  new RegExp(text);
  const pattern = text.replace(dots, (found, kept?: string) => kept ?? `\\${found}`);
  return new RegExp(`^(?:[A-Za-z][A-Za-z0-9+.-]*:(?=//))?(?:${pattern})(?:(?<=:)[0-9]+)?$`);
}

/** Matches the dots of host names, and escapes and classes, which stay as they are. */
const dots = /(\\.|\[(?:\\.|[^\]\\])*\])|(?<=[A-Za-z0-9])\.(?=[A-Za-z0-9])/gs;
