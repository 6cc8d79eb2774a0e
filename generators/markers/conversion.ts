import { defineMarker, type Marked, type Occurrence, type Parsed } from "../../engine/markers/define-marker.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { parseOneOf } from "../../engine/markers/parsers.js";

const owner = "conversion";

/** Combined values of all `+k8s:conversion-gen` markers of a package, type or field. */
export interface ConversionGen {
  /** Folders with the peer types, in the order of the markers. */
  readonly peers: readonly Occurrence<string>[];
  /** True if one of the markers has the value `false`. */
  readonly optOut: boolean;
}

export const conversionGen = defineMarker({
  name: "k8s:conversion-gen",
  places: ["package", "type", "field"],
  value: "on a package, the folder with the peer types or `false`; on a type or field, `false`",
  description:
    "Generates conversions in both directions between the types of this folder and the types of the same name in the peer folder. " +
    "Several peers are searched in order. `false` on a package registers hand-written functions only; on a type or field it opts out. " +
    "On an alias of a union of literals, members that the peer does not have are converted unchanged.",
  example: "+k8s:conversion-gen=..",
  owner,
  repeatable: true,
  namesFolder: "hub",
  parse: required("a folder, as in +k8s:conversion-gen=.., or false"),
  combine: (found): ConversionGen => ({
    peers: found.filter(({ value }) => value !== "false"),
    optOut: found.some(({ value }) => value === "false"),
  }),
});

export const externalTypes = defineMarker({
  name: "k8s:conversion-gen-external-types",
  places: ["package"],
  value: "a folder",
  description: "The folder that declares the types, if this folder has only their conversion functions.",
  example: "+k8s:conversion-gen-external-types=../../../api/v1",
  owner,
  namesFolder: "types",
  parse: required("the folder of the types"),
});

export const rename = defineMarker({
  name: "k8s:conversion-gen:rename",
  places: ["field"],
  value: "a field of the peer type",
  description:
    "The field has another name in the peer type. The marker can be on either of the two fields, and applies to both directions.",
  example: "+k8s:conversion-gen:rename=reportingComponent",
  owner,
  parse: required("the name of the peer's field"),
});

export const preserve = defineMarker({
  name: "k8s:conversion-gen:preserve",
  places: ["type"],
  value: "`annotation`",
  description:
    "On a version's kind: values for which the version has no field are stored in the annotation `<group>/conversion-data` of its objects, " +
    "and restored by the conversion to the hub if the object did not change in between. Fields of the hub without a peer are then not reported.",
  example: "+k8s:conversion-gen:preserve=annotation",
  owner,
  parse: parseOneOf("must be annotation", "annotation"),
});

export const explicitFrom = defineMarker({
  name: "k8s:conversion-gen:explicit-from",
  places: ["type"],
  value: "`net/url.Values`",
  description:
    "Kubernetes' conversion from query parameters. codegen accepts the marker, but generates nothing for it.",
  example: "+k8s:conversion-gen:explicit-from=net/url.Values",
  owner,
  repeatable: true,
  parse: parseOneOf("the only valid value is net/url.Values", "net/url.Values"),
});

export const keeps = defineMarker({
  name: "k8s:conversion-fn:keeps",
  places: ["function"],
  value: "a field of its input or output, by its path: `spec.rollbackTo`",
  description:
    "On a hand-written conversion function: it preserves a field that has no peer, for example in an annotation. " +
    "The field is then not reported, and round-trip tests expect it to survive.",
  example: "+k8s:conversion-fn:keeps=spec.rollbackTo",
  owner,
  repeatable: true,
  parse: required("the path of a field, as in +k8s:conversion-fn:keeps=spec.rollbackTo"),
});

export const loses = defineMarker({
  name: "k8s:conversion-fn:loses",
  places: ["function"],
  value: "a field of its input or output, by its path: `status.selector`",
  description:
    "On a hand-written conversion function: a round trip does not preserve this field completely. `codegen lossy` lists it, and round-trip tests accept the difference.",
  example: "+k8s:conversion-fn:loses=status.selector",
  owner,
  repeatable: true,
  parse: required("the path of a field, as in +k8s:conversion-fn:loses=status.selector"),
});

export const conversionFn = defineMarker({
  name: "k8s:conversion-fn",
  places: ["function"],
  value: "`drop` or `copy-only`",
  description:
    "On a hand-written conversion function. `drop`: fields of its two types are omitted. " +
    "`copy-only`: the function does the same as an assignment, so values of its types can be shared.",
  example: "+k8s:conversion-fn=copy-only",
  owner,
  parse: parseOneOf("must be drop or copy-only", "drop", "copy-only"),
});

export const conversionMarkers: readonly MarkerDefinition[] = [
  conversionGen,
  externalTypes,
  rename,
  preserve,
  explicitFrom,
  keeps,
  loses,
  conversionFn,
];

function required(what: string): (marker: Marker) => Parsed<string> {
  return ({ value = "" }) => (value === "" ? { fault: `needs a value: ${what}` } : { value });
}

/** Reports whether a type or field has `+k8s:conversion-gen=false`. */
export function optedOut(item: Marked): boolean {
  return conversionGen.read(item).optOut;
}
