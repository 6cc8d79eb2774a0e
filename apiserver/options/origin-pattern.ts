/**
 * Converts a value of --cors-allowed-origins to a regular expression that matches whole origins.
 *
 * Kubernetes accepts a match anywhere in an origin, so `//good.example:8443` would also allow
 * `https://good.example:84430.evil.example`. As in Kubernetes, a value may omit the scheme before
 * `//` and the port after `:`. A dot between letters or digits matches only a dot.
 * @throws SyntaxError for a string that is not a regular expression
 */
export function originPattern(text: string): RegExp {
  // Checks the string before it is inserted into the group below. Otherwise a parenthesis in the
  // string could close this group.
  new RegExp(text);
  const pattern = text.replace(dots, (found, kept?: string) => kept ?? `\\${found}`);
  return new RegExp(`^(?:[A-Za-z][A-Za-z0-9+.-]*:(?=//))?(?:${pattern})(?:(?<=:)[0-9]+)?$`);
}

/**
 * Matches the dots of host names. Also matches escapes and character classes, because the dots
 * inside them must stay unchanged.
 */
const dots = /(\\.|\[(?:\\.|[^\]\\])*\])|(?<=[A-Za-z0-9])\.(?=[A-Za-z0-9])/gs;
