import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { fieldPathProblem } from "../cel/rules/field-path.js";
import type { CRDColumn, CRDSchema, SelectableField, CRDSubresources } from "./types.js";

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/** Returns the errors of the columns that kubectl get prints. */
export function columnErrors(path: field.Path, columns: readonly CRDColumn[] = []): FieldError[] {
  return columns.flatMap(({ name = "", type = "", format = "", jsonPath = "" }, at) => {
    const place = path.index(at);
    const types = `must be one of ${columnTypes.join(",")}`;
    const errors: FieldError[] = [];
    if (name === "") errors.push(field.required(place.child("name"), ""));
    if (type === "") errors.push(field.required(place.child("type"), types));
    else if (!columnTypes.includes(type)) errors.push(field.invalid(place.child("type"), type, types));
    if (format !== "" && !columnFormats.includes(format))
      errors.push(field.invalid(place.child("format"), format, `must be one of ${columnFormats.join(",")}`));
    return [...errors, ...pathErrors(place.child("JSONPath"), jsonPath)];
  });
}

/** Returns the errors of a version's subresources. */
export function subresourceErrors(path: field.Path, subresources: CRDSubresources | undefined): FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath = "", statusReplicasPath = "", labelSelectorPath = "" } = scale;
  return [
    ...pathErrors(path.child("scale.specReplicasPath"), specReplicasPath, ["spec"]),
    ...pathErrors(path.child("scale.statusReplicasPath"), statusReplicasPath, ["status"]),
    ...(labelSelectorPath === ""
      ? []
      : pathErrors(path.child("scale.labelSelectorPath"), labelSelectorPath, ["spec", "status"])),
  ];
}

/**
 * Returns the errors of a JSON path.
 *
 * @param below names of root properties; the path must be inside one of them, unless the list is
 *   empty
 */
function pathErrors(place: field.Path, path: string, below: readonly string[] = []): FieldError[] {
  if (path === "") return [field.required(place, "")];
  if (!path.startsWith(".")) return [field.invalid(place, path, "must be a simple json path starting with .")];
  if (below.length === 0 || below.some((name) => path.startsWith(`.${name}.`))) return [];
  const under = below.length === 1 ? `under .${below.join()}` : "under either .spec or .status";
  return [field.invalid(place, path, `should be a json path ${under}`)];
}

const selectableTypes = new Set(["string", "boolean", "integer"]);
const maxSelectable = 8;

/** Returns the errors of the fields that a version declares for field selectors. */
export function selectableErrors(
  path: field.Path,
  fields: readonly SelectableField[] = [],
  schema: CRDSchema,
): FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  fields.forEach(({ jsonPath = "" }, at) => {
    const place = path.index(at).child("jsonPath");
    if (jsonPath === "") return errors.push(field.required(place, ""));
    const found = fieldPathProblem(jsonPath, schema, { allowsArrayNotation: false });
    if ("fault" in found) return errors.push(field.invalid(place, jsonPath, `is an invalid path: ${found.fault}`));
    if (found.steps[0] === "metadata")
      errors.push(field.invalid(place, jsonPath, "must not point to fields in metadata"));
    if (!selectableTypes.has(found.schema?.type ?? "")) {
      const detail =
        "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
      errors.push(field.invalid(place, jsonPath, detail));
    }
    const key = found.steps.join(".");
    if (known.has(key)) errors.push(field.duplicate(place, jsonPath));
    return known.add(key);
  });
  return known.size > maxSelectable ? [...errors, field.tooMany(path, known.size, maxSelectable)] : errors;
}
