/** Codes whose hints only the author of the input can apply, by the reason. */
const byReason: { readonly [reason: string]: readonly string[] } = {
  "only the author knows which of two declarations is right, or another name": [
    "conversion/function-twice",
    "conversion/function-unused",
    "conversion/rename-twice",
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
    "load/unresolved-name",
    "defaults/ref-without-type",
    "defaults/unused-function",
  ],
  "the text that is wrong is shown, and only the author knows what it should be": [
    "conversion/declared-field",
    "conversion/empty-peer",
    "conversion/misplaced-marker",
    "conversion/preserve",
    "load/not-found",
    "load/syntax",
    "load/unresolved-import",
    "register/scopes-differ",
    "register/short-name-taken",
    "markers/unattached",
    "openapi/bad-pattern",
    "register/column-path",
    "register/lifecycle",
    "register/scale-path",
    "register/scale-type",
  ],
  "a command or a file, not an edit of the input": [
    "config/generator",
    "config/header",
    "load/not-installed",
    "schema/no-schema",
    "register/no-add-to-scheme",
    "register/no-install",
  ],
  "the configuration's problems have the value in their hint": [
    "config/no-such-folder",
    "config/output",
    "config/unknown-key",
    "config/unknown-kind",
    "config/wrong-value",
    "fuzz/no-scheme",
  ],
  "conversions: the function or the marker of the hint needs the author's decision": [
    "conversion/discriminators-differ",
    "conversion/function-name",
    "conversion/function-not-exported",
    "conversion/function-signature",
    "conversion/kinds-differ",
    "conversion/missing-conversion",
    "conversion/missing-enum-member",
    "conversion/missing-peer-field",
    "conversion/missing-union-member",
    "conversion/narrowing",
    "conversion/no-peer-kind",
    "conversion/no-peer-type",
    "conversion/not-registered",
    "conversion/opt-in-value",
    "conversion/opt-out-value",
    "conversion/output-only-field",
    "conversion/peer-is-itself",
    "conversion/rename-target",
    "conversion/unmentioned-field",
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
