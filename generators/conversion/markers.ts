import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "conversion";

export const conversionMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:conversion-gen",
    places: ["package", "type", "field"],
    value: "on a package a folder with the peers of its types, or `false`; on a type or field `false`",
    description:
      "Generates conversions between the types of this folder and those of the same name in the peer folder, both ways. " +
      "Several peers are searched in order. `false` on a package registers hand-written functions only; on a type or field it opts out. " +
      "On an alias of a union of literals it has members that only one side has converted as they are.",
    example: "+k8s:conversion-gen=..",
    owner,
    repeatable: true,
    check: (marker) => required(marker, "a folder, as in +k8s:conversion-gen=.., or false"),
  },
  {
    name: "k8s:conversion-gen-external-types",
    places: ["package"],
    value: "a folder",
    description: "The types live in that folder, their conversion functions in this one.",
    example: "+k8s:conversion-gen-external-types=../../../api/v1",
    owner,
    check: (marker) => required(marker, "the folder of the types"),
  },
  {
    name: "k8s:conversion-gen:rename",
    places: ["field"],
    value: "a field of the peer type",
    description: "The field has another name in the peer type. May stand on either side and acts in both directions.",
    example: "+k8s:conversion-gen:rename=reportingComponent",
    owner,
    check: (marker) => required(marker, "the name of the peer's field"),
  },
  {
    name: "k8s:conversion-gen:preserve",
    places: ["type"],
    value: "`annotation`",
    description:
      "On a version's kind: what the hub has and the version can't hold is kept in the annotation `<group>/conversion-data` of the version's objects, " +
      "and put back when an object comes back unchanged there. Fields of the hub without a peer are then no mistake.",
    example: "+k8s:conversion-gen:preserve=annotation",
    owner,
    check: (marker) => (marker.value === "annotation" ? undefined : "must be annotation"),
  },
  {
    name: "k8s:conversion-gen:explicit-from",
    places: ["type"],
    value: "`net/url.Values`",
    description: "Kubernetes' conversion from query parameters. Known and kept; nothing is generated for it.",
    example: "+k8s:conversion-gen:explicit-from=net/url.Values",
    owner,
    repeatable: true,
    check: (marker) =>
      marker.value === "net/url.Values"
        ? undefined
        : `can't convert from ${marker.value ?? "nothing"}: the only source is net/url.Values`,
  },
  {
    name: "k8s:conversion-fn:keeps",
    places: ["function"],
    value: "a field of its input or output, by its path: `spec.rollbackTo`",
    description:
      "On a hand-written conversion function: it keeps a field that the types below have no peer for, as in an annotation. " +
      "Nothing is then reported where the generated code leaves the field out; round-trip tests expect it back.",
    example: "+k8s:conversion-fn:keeps=spec.rollbackTo",
    owner,
    repeatable: true,
    check: (marker) => required(marker, "the path of a field, as in +k8s:conversion-fn:keeps=spec.rollbackTo"),
  },
  {
    name: "k8s:conversion-fn:loses",
    places: ["function"],
    value: "a field of its input or output, by its path: `status.selector`",
    description:
      "On a hand-written conversion function: of this field something may not come back. `codegen lossy` lists it, and round-trip tests let it differ.",
    example: "+k8s:conversion-fn:loses=status.selector",
    owner,
    repeatable: true,
    check: (marker) => required(marker, "the path of a field, as in +k8s:conversion-fn:loses=status.selector"),
  },
  {
    name: "k8s:conversion-fn",
    places: ["function"],
    value: "`drop` or `copy-only`",
    description:
      "On a hand-written conversion function. `drop`: fields of its pair of types are skipped. " +
      "`copy-only`: it does what an assignment does, so values of its types may still be shared.",
    example: "+k8s:conversion-fn=copy-only",
    owner,
    check: (marker) =>
      marker.value === "drop" || marker.value === "copy-only" ? undefined : "must be drop or copy-only",
  },
];

function required(marker: Marker, what: string): string | undefined {
  return marker.value === undefined || marker.value === "" ? `needs a value: ${what}` : undefined;
}

/** Reports whether a type or field has `+k8s:conversion-gen=false`. */
export function optedOut(item: { readonly markers: readonly Marker[] }): boolean {
  return item.markers.some(({ name, value }) => name === "k8s:conversion-gen" && value === "false");
}

/** Returns the `rename` marker of a field. */
export function renameMarker(item: { readonly markers: readonly Marker[] }): Marker | undefined {
  return item.markers.find(({ name }) => name === "k8s:conversion-gen:rename");
}

export function hasOmitZero(item: { readonly markers: readonly Marker[] }): boolean {
  return item.markers.some(({ name }) => name === "omitzero");
}

/** Returns the value of a function's `+k8s:conversion-fn`, if it is a known one. */
export function functionMode(item: { readonly markers: readonly Marker[] }): "drop" | "copy-only" | undefined {
  const value = item.markers.find(({ name }) => name === "k8s:conversion-fn")?.value;
  return value === "drop" || value === "copy-only" ? value : undefined;
}
