/**
 * Limits on the cost of a request before its handler runs. Clients without a certificate reach all
 * of this code, so each limit bounds memory and time.
 */
export const requestLimits = {
  /**
   * Maximum size of the target and all headers together, in bytes. The size of a header is the
   * length of its name and value, plus `bytesPerHeader`. A larger request is refused with 431, or
   * with 414 if path and query are the larger part. Go: 1 MiB.
   */
  headerBytes: 64 * 1024,
  /**
   * Cost of a header in bytes, added to the length of its name and value. HTTP/2 counts headers in
   * the same way (RFC 9113, section 6.5.2).
   */
  bytesPerHeader: 32,
  /**
   * Maximum number of headers. Node silently drops further headers over HTTP/1.1, but a request
   * with so many headers exceeds `headerBytes` and is refused.
   */
  headers: 2000,
  /**
   * Maximum size of the request line and the headers that the HTTP/1.1 parser accepts, in bytes.
   * `headerBytes` is checked afterwards.
   */
  parsedBytes: 128 * 1024,
  /**
   * Maximum number of characters of an `Accept` header that are read. Clauses that end after them
   * are ignored.
   */
  acceptCharacters: 8 * 1024,
  /** Maximum length of an `Accept` header whose parsed clauses are cached, in characters. */
  rememberedAcceptCharacters: 256,
  /**
   * Maximum length of an `Origin` that is compared with --cors-allowed-origins, in characters.
   * Longer origins are not allowed.
   */
  originCharacters: 512,
  /**
   * Maximum length of an `Audit-Id`, in characters. Longer ids are cut. Kubernetes has the same
   * limit.
   */
  auditIDCharacters: 64,
  /**
   * Maximum length of the query parameter `timeout`, in characters. A longer value is refused with
   * 400.
   */
  timeoutCharacters: 64,
  /**
   * Maximum length of a field selector that is parsed before authorization, in characters. Parsing
   * finds the name of an object. If a selector is longer, authorization ignores the name.
   */
  nameSelectorCharacters: 4 * 1024,
  /**
   * Maximum number of requirements of a label selector or a field selector, without duplicates. A
   * selector with more requirements is refused with 400.
   */
  selectorRequirements: 1000,
  /**
   * Maximum size of a small response, in bytes. A request with a small response no longer counts as
   * in flight while the response is sent.
   */
  smallResponse: 128 * 1024,
  /**
   * Maximum number of groups and extra values that a request may impersonate. A request with more
   * is refused with 400.
   */
  impersonatedParts: 1000,
  /**
   * Maximum size of the body of an access review or a SelfSubjectReview, in bytes, and of a
   * `rawSelector` in the body, in characters. All authenticated users can send these reviews.
   */
  review: 64 * 1024,
} as const;
