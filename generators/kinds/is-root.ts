import { unquote } from "../../engine/markers/grammar.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { objectRoot } from "../markers/crd.js";

/** Reports whether a type has `+kubebuilder:object:root=true`. */
export function isRoot(type: TypeDeclaration): boolean {
  return objectRoot.findAll(type).some(({ value }) => value === undefined || unquote(value) === "true");
}
