import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { isDNS1035Label } from "../names/index.js";
import type { Names } from "./types.js";

/** Returns the errors of `spec.names` of a CRD. Defaults must already be set. */
export function nameErrors(path: field.Path, names: Names): FieldError[] {
  const required = (["plural", "singular", "kind", "listKind"] as const)
    .filter((name) => (names[name] ?? "") === "")
    .map((name) => field.required(path.child(name), ""));
  const { kind = "", listKind = "" } = names;
  return [
    ...required,
    ...label(path.child("plural"), names.plural ?? ""),
    ...label(path.child("singular"), names.singular ?? ""),
    ...mixedCaseLabel(path.child("kind"), kind),
    ...mixedCaseLabel(path.child("listKind"), listKind),
    ...(names.shortNames ?? []).flatMap((name, at) => label(path.child("shortNames").index(at), name, true)),
    ...(kind !== "" && kind === listKind
      ? [field.invalid(path.child("listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...(names.categories ?? []).flatMap((name, at) => label(path.child("categories").index(at), name, true)),
  ];
}

function label(path: field.Path, name: string, isRequired = false): FieldError[] {
  const problems = name === "" && !isRequired ? [] : isDNS1035Label(name);
  return problems.length === 0 ? [] : [field.invalid(path, name, problems.join(","))];
}

function mixedCaseLabel(path: field.Path, name: string): FieldError[] {
  const problems = name === "" ? [] : isDNS1035Label(name.toLowerCase());
  const detail = `may have mixed case, but should otherwise match: ${problems.join(",")}`;
  return problems.length === 0 ? [] : [field.invalid(path, name, detail)];
}
