/**
 * Codes of problems without an automatic fix, with the reason. Only the author of the input can
 * decide how to apply the hint.
 */
export const advice: { readonly [code: string]: string } = {
  "conversion/duplicate-function": "only the author knows which of the two functions is right",
  "conversion/not-a-declaration": "the body of the function is the author's: the hint shows the signature",
  "conversion/unused-function": "only the author knows which types the function is for",
  "deepcopy/duplicate-function": "only the author knows which of the two functions is right",
  "deepcopy/not-a-declaration": "the body of the function is the author's: the hint shows the signature",
  "defaults/duplicate-function": "only the author knows which of the two functions is right",
  "defaults/not-a-declaration": "the body of the function is the author's: the hint shows the signature",
  "defaults/unused-function": "only the author knows which type the function is for",
  "fuzz/duplicate-function": "only the author knows which of the two functions is right",
  "fuzz/near-miss": "only the author knows which type the function is for",
  "fuzz/no-function": "the body of the function is the author's: the hint shows the signature",
  "fuzz/no-scheme": "the hint is a file to write",
  "fuzz/not-a-declaration": "the body of the function is the author's: the hint shows the signature",
  "load/computed-type": "only the author knows which type is meant",
  "load/cycle": "only the author knows which type is meant",
  "load/duplicate-type": "only the author knows which of the two types is right",
  "load/name-taken": "only the author knows another name for the type",
  "load/no-discriminator": "only the author knows which property distinguishes the members",
  "load/not-found": "only the author knows which folder is meant",
  "load/not-installed": "the hint is a command that installs a package",
  "load/syntax": "only the author knows what the code should be",
  "load/unnamed-argument": "only the author knows a name for the type",
  "load/unnamed-member": "only the author knows a name for the member",
  "load/unread-markers": "the hint is a file to write or to rename",
  "load/unresolved-import": "only the author knows which file is meant",
  "load/unresolved-name": "only the author knows which type is meant",
  "markers/unattached": "only the author knows which declaration the comment belongs to",
  "openapi/refused-default": "some constraints, such as patterns, do not show which default is meant",
  "openapi/names-match": "clients and stored objects use the name of the property",
  "openapi/streaming-list-type-field-order": "a property and its comment move",
  "register/external-group": "the hint renames a folder or calls a function in hand-written code",
  "register/lifecycle": "only the author knows the releases",
  "register/no-add-to-scheme": "the body of the function is the author's",
  "register/no-install": "the body of the function is the author's",
  "register/no-metadata": "the property needs an import and values that only the author knows",
  "register/scale-path": "only the author knows which property holds the replicas",
  "register/scale-type": "only the author knows which property holds the replicas",
  "register/short-name-taken": "only the author knows another short name",
  "schema/no-schema": "the hint is a marker in another package",
  "validation/bad-pattern": "only the author knows what the pattern should match",
  "validation/unenforced-rule": "only the author can write the rule as a function",
  "validation/unsupported-shape": "only the author knows a name for the inner type",
  "validation/unused-function": "only the author knows which type the function is for",
};

/** Codes whose fix may reveal another problem on the same line. */
export const reveals: { readonly [code: string]: { readonly code: string; readonly reason: string } } = {
  "markers/unknown": { code: "markers/repeated", reason: "an unknown marker is not compared with the others" },
};
