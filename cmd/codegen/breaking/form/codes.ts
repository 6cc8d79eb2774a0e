import { defineProblems, type ProblemPlace, type ProblemRow } from "../../../../engine/base/define-problems.js";

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
 * The row of a change in the table of codes. The hint is for changes without a more specific hint.
 */
interface ChangeRow extends ProblemRow {
  readonly severity: readonly ["error", "warning", "info"];
  readonly affects: ChangeClass;
  readonly hint?: string;
}

/**
 * Returns the row of a change. Breaking changes are reported as errors, changes with an unknown
 * effect as warnings, and compatible or accepted changes as infos.
 */
function change(affects: ChangeClass, place: ProblemPlace, meaning: string, hint?: string): ChangeRow {
  return {
    severity: ["error", "warning", "info"],
    place,
    affects,
    meaning,
    repair: hint === undefined ? "Undo the change, or accept it." : `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The codes of changes that `codegen breaking` reports. */
export const breakingProblems = defineProblems({
  area: "breaking",
  rule: "A released version of an API stays what it was: its clients work, and stored objects are read as before.",
  page: "docs/breaking.md",
  rows: {
    "breaking/removed-field": change("wire", "type", "A property was removed."),
    "breaking/renamed-json-key": change(
      "wire",
      "field",
      "A property has another name; `+k8s:conversion-gen:rename` names the old one.",
    ),
    "breaking/removed-kind": change("wire", "file", "A kind is not served any more."),
    "breaking/removed-version": change("wire", "file", "A version is not served any more."),
    "breaking/removed-enum-member": change(
      "validation",
      "field",
      "A value of an enumeration, or a member of a union, is gone.",
      "keep the value in this version, and leave it out of a new version",
    ),
    "breaking/added-enum-member": change(
      "client",
      "field",
      "An enumeration or a union has a new value. This is compatible; clients need a case for values that they do not know.",
    ),
    "breaking/changed-type": change(
      "wire",
      "field",
      "A property has another type. This is compatible if it has all values of the old one: int32 to int64.",
      "keep the type in this version, and change it in a new version",
    ),
    "breaking/optional-to-required": change(
      "validation",
      "field",
      "An optional property is required: objects without it are refused.",
      "keep the property optional in this version",
    ),
    "breaking/new-required-field": change(
      "validation",
      "field",
      "A new property is required: objects without it are refused.",
    ),
    "breaking/changed-default": change(
      "defaults",
      "field",
      "An absent or zero value is read differently. A default that is added changes absent values, too.",
      "keep the default in this version: objects without the value rely on it",
    ),
    "breaking/removed-default": change(
      "defaults",
      "field",
      "A default is gone: an absent or zero value is read differently.",
      "keep the default in this version: objects without the value rely on it",
    ),
    "breaking/tightened-rule": change(
      "validation",
      "field",
      "A rule refuses values that were allowed.",
      "keep the old rule in this version, and state the new one in a new version",
    ),
    "breaking/changed-list-type": change(
      "ownership",
      "field",
      "A list has another list type: server-side apply merges in another way, or equal items are refused.",
      "keep the list type in this version, and change it in a new version",
    ),
    "breaking/changed-map-type": change(
      "ownership",
      "field",
      "A map has another map type: server-side apply merges in another way.",
      "keep the map type in this version, and change it in a new version",
    ),
    "breaking/changed-map-key": change(
      "ownership",
      "field",
      "A keyed list has other keys: server-side apply merges in another way, or equal items are refused.",
      "keep the keys in this version, and change them in a new version",
    ),
    "breaking/changed-scope": change(
      "wire",
      "type",
      "A kind has another scope: requests need another path.",
      "keep the scope, or give the new kind another name",
    ),
    "breaking/renamed-resource": change(
      "wire",
      "type",
      "A resource has another name, which requests or kubectl need.",
      "keep the name: +kubebuilder:resource:path=<name>",
    ),
    "breaking/removed-short-name": change(
      "client",
      "type",
      "A short name is gone: kubectl needs another name.",
      "keep the short name: +kubebuilder:resource:shortName=<name>",
    ),
    "breaking/removed-subresource": change(
      "wire",
      "type",
      "A subresource is gone: its requests are refused.",
      "keep the subresource in this version",
    ),
    "breaking/added-subresource": change(
      "wire",
      "type",
      "A kind has a new subresource. With a new status, writes of the main resource lose the status; a new scale is compatible.",
    ),
    "breaking/changed-column": change("client", "type", "A column of tables changed, which is compatible."),
    "breaking/changed-protobuf-number": change(
      "stored",
      "field",
      "A property has another number in protobuf: stored objects and clients have the old one.",
    ),
    "breaking/lost-in-conversion": change(
      "conversion",
      "type",
      "A round trip loses a property and did not before.",
      "compare the results of the function before and after the change",
    ),
    "breaking/changed-storage-version": change(
      "stored",
      "type",
      "Another version is stored. This is compatible if both versions stay, and the conversion loses nothing.",
    ),
    "breaking/dropped-too-early": change(
      "policy",
      "file",
      "A version is gone too early: a stable version stays for ever, a beta version for three minor releases after its deprecation.",
    ),
  },
});

/** The code of a change, without the prefix `breaking/`. */
export type ChangeCode = keyof typeof breakingProblems.rows extends `breaking/${infer Code}` ? Code : never;
