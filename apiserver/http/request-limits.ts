/**
 * Limits for the cost of a request before its handler runs. Clients without a certificate reach all
 * of this code, so each limit bounds memory and time. docs/api-server.md lists the numbers.
 */
export const requestLimits = {
  /**
   * Bytes of the target and all headers together. Each header counts its name, its value and
   * `bytesPerHeader`.
   */
  headerBytes: 64 * 1024,
  /** Cost of a header in addition to its text, as HTTP/2 counts it (RFC 9113, section 6.5.2). */
  bytesPerHeader: 32,
  /**
   * Number of headers. Over HTTP/1.1 Node silently drops further headers, but so many headers
   * exceed `headerBytes` anyway.
   */
  headers: 2000,
  /**
   * Bytes of the request line and the headers that the HTTP/1.1 parser accepts, before
   * `headerBytes` is checked.
   */
  parsedBytes: 128 * 1024,
  /** Characters of an `Accept` header that are read. */
  acceptCharacters: 8 * 1024,
  /** Characters of the longest `Accept` header whose clauses are remembered. */
  rememberedAcceptCharacters: 256,
  /**
   * Characters of an `Origin` that is compared with --cors-allowed-origins; longer ones are not
   * allowed.
   */
  originCharacters: 512,
  /** Characters of an `Audit-Id`; longer ones are cut. Kubernetes' limit. */
  auditIDCharacters: 64,
  /** Characters of the query's `timeout`. */
  timeoutCharacters: 64,
  /**
   * Characters of the longest field selector in which the name of an object is searched before
   * authorization.
   */
  nameSelectorCharacters: 4 * 1024,
  /** Requirements of a label selector or a field selector, without duplicates. */
  selectorRequirements: 1000,
  /**
   * Size of the largest response that ends its request's share of the requests in flight before it
   * is sent.
   */
  smallResponse: 128 * 1024,
  /** Groups and values of extra keys that a request may impersonate. */
  impersonatedParts: 1000,
} as const;
