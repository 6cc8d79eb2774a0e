import { defineProblems, type ProblemPlace } from "../../../../engine/base/define-problems.js";

/** The areas that a change can affect. */
export type ChangeClass =
  | "wire"
  | "stored"
  | "validation"
  | "defaults"
  | "ownership"
  | "client"
  | "conversion"
  | "policy";

/**
 * Returns the row of a change. Breaking changes are reported as errors, changes with an unknown
 * effect as warnings, and compatible or accepted changes as infos. The hint is for changes that
 * have no more specific hint.
 */
function change(affects: ChangeClass, place: ProblemPlace, meaning: string, hint?: string) {
  return {
    severity: ["error", "warning", "info"] as const,
    place,
    affects,
    meaning,
    repair: hint === undefined ? "Undo the change, or accept it." : `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    hint,
  };
}

/** The codes of changes that `codegen breaking` reports. */
export const breakingProblems = defineProblems({
  area: "breaking",
  rule: "A change of a released version does not break its clients, and stored objects have the same meaning as before.",
  page: "docs/breaking.md",
  rows: {
    "breaking/removed-field": change("wire", "type", "A property was removed."),
    "breaking/renamed-json-key": change(
      "wire",
      "field",
      "A property was renamed, as `+k8s:conversion-gen:rename` states.",
    ),
    "breaking/removed-kind": change("wire", "file", "A kind is no longer served."),
    "breaking/removed-version": change("wire", "file", "A version is no longer served."),
    "breaking/removed-enum-member": change(
      "validation",
      "field",
      "A value of an enumeration, or a member of a union, was removed.",
      "keep the value in this version, and remove it in a new version",
    ),
    "breaking/added-enum-member": change(
      "client",
      "field",
      "An enumeration or a union has a new value. This is compatible, but clients must handle unknown values.",
    ),
    "breaking/changed-type": change(
      "wire",
      "field",
      "The type of a property changed. The change is compatible if the new type has all values of the old type, such as int32 to int64.",
      "keep the type in this version, and change it in a new version",
    ),
    "breaking/optional-to-required": change(
      "validation",
      "field",
      "An optional property is now required, so the server refuses objects without the property.",
      "keep the property optional in this version",
    ),
    "breaking/new-required-field": change(
      "validation",
      "field",
      "A new property is required, so the server refuses objects without the property.",
    ),
    "breaking/changed-default": change(
      "defaults",
      "field",
      "The server reads an absent or zero value differently, for example because a default was added.",
      "keep the default in this version, because objects without the value depend on it",
    ),
    "breaking/removed-default": change(
      "defaults",
      "field",
      "A default was removed, so the server reads an absent or zero value differently.",
      "keep the default in this version, because objects without the value depend on it",
    ),
    "breaking/tightened-rule": change(
      "validation",
      "field",
      "A rule now refuses values that were valid before.",
      "keep the old rule in this version, and add the new rule in a new version",
    ),
    "breaking/changed-list-type": change(
      "ownership",
      "field",
      "The list type of a list changed: server-side apply merges the list differently, or the server refuses equal items.",
      "keep the list type in this version, and change it in a new version",
    ),
    "breaking/changed-map-type": change(
      "ownership",
      "field",
      "The map type of a map changed, so server-side apply merges the map differently.",
      "keep the map type in this version, and change it in a new version",
    ),
    "breaking/changed-map-key": change(
      "ownership",
      "field",
      "The keys of a list with `+listType=map` changed: server-side apply merges the list differently, or the server refuses equal items.",
      "keep the keys in this version, and change them in a new version",
    ),
    "breaking/changed-scope": change(
      "wire",
      "type",
      "The scope of a kind changed, so the paths of its requests changed.",
      "keep the scope, or add a kind with another name",
    ),
    "breaking/renamed-resource": change(
      "wire",
      "type",
      "The name of a resource changed. Requests and kubectl use this name.",
      "keep the name: +kubebuilder:resource:path=<name>",
    ),
    "breaking/removed-short-name": change(
      "client",
      "type",
      "A short name was removed, which users of kubectl can use.",
      "keep the short name: +kubebuilder:resource:shortName=<name>",
    ),
    "breaking/removed-subresource": change(
      "wire",
      "type",
      "A subresource was removed, so the server refuses its requests.",
      "keep the subresource in this version",
    ),
    "breaking/added-subresource": change(
      "wire",
      "type",
      "A kind has a new subresource. With a new subresource status, requests to the main resource no longer change the status. A new subresource scale is compatible.",
    ),
    "breaking/changed-column": change("client", "type", "A printer column changed. This is compatible."),
    "breaking/changed-protobuf-number": change(
      "stored",
      "field",
      "The protobuf number of a property changed, but stored objects and clients use the old number.",
    ),
    "breaking/lost-in-conversion": change(
      "conversion",
      "type",
      "A round trip loses a property that it preserved before.",
      "compare the results of the conversion function before and after the change",
    ),
    "breaking/changed-storage-version": change(
      "stored",
      "type",
      "The storage version changed. This is compatible if both versions are still served, and the conversion loses nothing.",
    ),
    "breaking/dropped-too-early": change(
      "policy",
      "file",
      "A version was removed too early: a stable version must be served for ever, and a beta version for three minor releases after its deprecation.",
    ),
  },
});

/** The code of a change, without the prefix `breaking/`. */
export type ChangeCode = keyof typeof breakingProblems.rows extends `breaking/${infer Code}` ? Code : never;
