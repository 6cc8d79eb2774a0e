/** Codes whose hints only the author of the input can apply, by the reason. */
const byReason: { readonly [reason: string]: readonly string[] } = {
  "only the author knows which of two declarations is right, or another name": [
    "conversion/function-twice",
    "conversion/function-unused",
    "deepcopy/duplicate-function",
    "defaults/duplicate-function",
    "fuzz/duplicate-function",
    "fuzz/near-miss",
    "load/duplicate-type",
    "load/name-taken",
  ],
  "the body is the author's: the hint shows the signature": [
    "conversion/function-constant",
    "deepcopy/not-a-declaration",
    "defaults/not-a-declaration",
    "fuzz/no-function",
    "fuzz/not-a-declaration",
  ],
  "only the author knows the type that is meant": [
    "load/computed-type",
    "load/cycle",
    "load/no-discriminator",
    "load/unnamed-argument",
    "load/unnamed-member",
    "load/unresolved-name",
    "defaults/unused-function",
  ],
  "the text that is wrong is shown, and only the author knows what it should be": [
    "load/not-found",
    "load/syntax",
    "load/unresolved-import",
    "register/short-name-taken",
    "markers/unattached",
    "openapi/bad-pattern",
    "register/lifecycle",
    "register/no-metadata",
    "register/scale-path",
    "register/scale-type",
  ],
  "a command or a file, not an edit of the input": [
    "fuzz/no-scheme",
    "register/external-group",
    "load/not-installed",
    "load/unread-markers",
    "schema/no-schema",
    "register/no-add-to-scheme",
    "register/no-install",
  ],
};

/** The reason for each code. */
export const advice: { readonly [code: string]: string } = Object.fromEntries(
  Object.entries(byReason).flatMap(([reason, codes]) => codes.map((code) => [code, reason] as const)),
);

/** Codes whose fix may show another problem of the same line, which was hidden. */
export const reveals: { readonly [code: string]: { readonly code: string; readonly reason: string } } = {
  "markers/unknown": { code: "markers/repeated", reason: "an unknown marker is not compared with the others" },
};
