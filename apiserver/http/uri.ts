/** What a request's target says. Undefined for one that is no path, or has a broken escape. */
export interface Target {
  readonly path: string;
  /** Shared by requests without a query: it is only read. */
  readonly query: URLSearchParams;
}

/** Most requests have none. */
const emptyQuery = new URLSearchParams();

/** What a proxy is asked for, and a server has to understand too (RFC 9112, section 3.2.2). */
const absoluteForm = /^https?:\/\/[^/?]+(?=\/)/i;

export function parseTarget(uri: string): Target | undefined {
  const mark = uri.indexOf("?");
  const escaped = mark < 0 ? uri : uri.slice(0, mark);
  const query = mark < 0 ? emptyQuery : new URLSearchParams(uri.slice(mark + 1));
  if (!escaped.startsWith("/")) return absoluteForm.test(uri) ? parseTarget(uri.replace(absoluteForm, "")) : undefined;
  if (!escaped.includes("%")) return { path: escaped, query };
  try {
    return { path: decodeURIComponent(escaped), query };
  } catch {
    return undefined;
  }
}
