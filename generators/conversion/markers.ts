import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "conversion";

export const conversionMarkers: readonly MarkerDefinition[] = [
  {
    name: "k8s:conversion-gen",
    places: ["package", "type", "field"],
    value: "on a package, the folder with the peer types or `false`; on a type or field, `false`",
    description:
      "Generates conversions in both directions between the types of this folder and the types of the same name in the peer folder. " +
      "Several peers are searched in order. `false` on a package registers hand-written functions only; on a type or field it opts out. " +
      "On an alias of a union of literals, members that only one side has are converted unchanged.",
    example: "+k8s:conversion-gen=..",
    owner,
    repeatable: true,
    check: (marker) => required(marker, "a folder, as in +k8s:conversion-gen=.., or false"),
  },
  {
    name: "k8s:conversion-gen-external-types",
    places: ["package"],
    value: "a folder",
    description: "The folder that declares the types, if this folder has only their conversion functions.",
    example: "+k8s:conversion-gen-external-types=../../../api/v1",
    owner,
    check: (marker) => required(marker, "the folder of the types"),
  },
  {
    name: "k8s:conversion-gen:rename",
    places: ["field"],
    value: "a field of the peer type",
    description:
      "The field has another name in the peer type. The marker can be on either side, and applies to both directions.",
    example: "+k8s:conversion-gen:rename=reportingComponent",
    owner,
    check: (marker) => required(marker, "the name of the peer's field"),
  },
  {
    name: "k8s:conversion-gen:preserve",
    places: ["type"],
    value: "`annotation`",
    description:
      "On a version's kind: values for which the version has no field are stored in the annotation `<group>/conversion-data` of its objects, " +
      "and restored by the conversion to the hub if the object did not change in between. Fields of the hub without a peer are then not reported.",
    example: "+k8s:conversion-gen:preserve=annotation",
    owner,
    check: (marker) => (marker.value === "annotation" ? undefined : "must be annotation"),
  },
  {
    name: "k8s:conversion-gen:explicit-from",
    places: ["type"],
    value: "`net/url.Values`",
    description:
      "Kubernetes' conversion from query parameters. The marker is accepted, and nothing is generated for it.",
    example: "+k8s:conversion-gen:explicit-from=net/url.Values",
    owner,
    repeatable: true,
    check: (marker) => (marker.value === "net/url.Values" ? undefined : `the only valid value is net/url.Values`),
  },
  {
    name: "k8s:conversion-fn:keeps",
    places: ["function"],
    value: "a field of its input or output, by its path: `spec.rollbackTo`",
    description:
      "On a hand-written conversion function: it preserves a field that has no peer, for example in an annotation. " +
      "The field is then not reported, and round-trip tests expect it to survive.",
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
      "On a hand-written conversion function: a round trip does not preserve this field completely. `codegen lossy` lists it, and round-trip tests accept the difference.",
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
      "On a hand-written conversion function. `drop`: fields of its two types are omitted. " +
      "`copy-only`: the function does the same as an assignment, so values of its types can be shared.",
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
