import { defineMarker, type Parsed } from "../../engine/markers/define-marker.js";
import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { parseOneOf } from "../../engine/markers/parsers.js";

const owner = "deepcopy";

/**
 * Marker that requests copy functions. Its value is `package` or false on a package, and true or
 * false on a type.
 */
export const deepcopyGen = defineMarker({
  name: "k8s:deepcopy-gen",
  places: ["package", "type"],
  value: "on a package `package`; on a type `true` or `false`",
  description: "Generates `DeepCopy_<T>` for every type of the folder, or for this type; `false` excludes a type.",
  example: "+k8s:deepcopy-gen=package",
  exampleOn: { type: "+k8s:deepcopy-gen=true" },
  owner,
  parse: parseDeepcopyGen,
});

const interfaces = defineMarker({
  name: "k8s:deepcopy-gen:interfaces",
  places: ["type"],
  value: "Go interfaces, each `<package>.<Interface>`, separated by commas",
  description: "codegen checks the form of the value. The marker has no effect, because plain objects have no methods.",
  example: "+k8s:deepcopy-gen:interfaces=runtime.Object",
  owner,
  repeatable: true,
  parse: ({ value = "" }) =>
    value.split(",").every((name) => /^[\w./~-]+\.[A-Za-z_]\w*$/.test(name.trim()))
      ? { value }
      : { fault: "must be Go interfaces, each `<package>.<Interface>`, separated by commas" },
});

const nonpointerInterfaces = defineMarker({
  name: "k8s:deepcopy-gen:nonpointer-interfaces",
  places: ["type"],
  value: "`true` or `false`",
  description:
    "codegen checks the form of the value. The marker has no effect, because plain objects have no pointers.",
  example: "+k8s:deepcopy-gen:nonpointer-interfaces=true",
  owner,
  parse: parseOneOf("must be `true` or `false`", "true", "false"),
});

export const deepcopyMarkers: readonly MarkerDefinition[] = [deepcopyGen, interfaces, nonpointerInterfaces];

/** Parses the value of the marker. Go's tool accepts and ignores `register` after `package`. */
function parseDeepcopyGen({ value = "" }: Marker): Parsed<"package" | boolean> {
  if (/^package(,register(=(true|false))?)?$/.test(value)) return { value: "package" };
  if (value === "true" || value === "false") return { value: value === "true" };
  return { fault: "must be `package` on a package, or `true` or `false` on a type" };
}
