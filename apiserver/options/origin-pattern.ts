/**
 * Returns the expression of a value of --cors-allowed-origins. It matches whole origins: Kubernetes
 * searches it anywhere in an origin, so that `//good.example:8443` would allow
 * `https://good.example:84430.evil.example` too. What Kubernetes' patterns leave open on purpose
 * stays open: the scheme before `//` and the port behind `:`. A dot between letters or digits is a
 * dot.
 * @throws SyntaxError for a text that is not a regular expression
 */
export function originPattern(text: string): RegExp {
  // By itself first: its own brackets must not close the group around it.
  new RegExp(text);
  const pattern = text.replace(dots, (found, kept?: string) => kept ?? `\\${found}`);
  return new RegExp(`^(?:[A-Za-z][A-Za-z0-9+.-]*:(?=//))?(?:${pattern})(?:(?<=:)[0-9]+)?$`);
}

/** Matches dots of host names; escapes and classes are kept as they are. */
const dots = /(\\.|\[(?:\\.|[^\]\\])*\])|(?<=[A-Za-z0-9])\.(?=[A-Za-z0-9])/gs;
