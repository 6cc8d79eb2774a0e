/** What a request's target says. Undefined for one that is no path, or has a broken escape. */
export interface Target {
  readonly path: string;
  /** Shared by requests without a query: it is only read. */
  readonly query: URLSearchParams;
}

/** Most requests have none. */
const emptyQuery = new URLSearchParams();

export function parseTarget(uri: string): Target | undefined {
  const mark = uri.indexOf("?");
  const escaped = mark < 0 ? uri : uri.slice(0, mark);
  const query = mark < 0 ? emptyQuery : new URLSearchParams(uri.slice(mark + 1));
  if (!escaped.startsWith("/")) return undefined;
  if (!escaped.includes("%")) return { path: escaped, query };
  try {
    return { path: decodeURIComponent(escaped), query };
  } catch {
    return undefined;
  }
}
