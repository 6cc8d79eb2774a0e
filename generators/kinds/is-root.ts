import { unquote } from "../../engine/markers/grammar.js";
import { once } from "../../engine/util/once.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { objectRoot } from "../markers/crd.js";

/** Reports whether a type has `+kubebuilder:object:root`, without a value or with `true`. */
export const isRoot = once((type: TypeDeclaration): boolean =>
  objectRoot.findAll(type).some(({ value }) => value === undefined || unquote(value) === "true"),
);
