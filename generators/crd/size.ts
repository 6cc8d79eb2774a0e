import type { Problem } from "../../engine/base/problem.js";
import type { CustomKind } from "../crd-schemas/kinds.js";
import { crdProblems } from "../problem-codes/crd.js";

/**
 * Maximum size of all annotations of an object, in bytes. `kubectl apply` stores the complete
 * object in an annotation.
 */
const limit = 262_144;

/**
 * Reports the size of a definition: as information that `--verbose` prints, and as a warning if
 * `kubectl apply` cannot store the definition in its annotation.
 */
export function sizeProblems({ group, plural, versions }: CustomKind, object: object): readonly Problem[] {
  const size = Buffer.byteLength(JSON.stringify(object));
  const [first] = versions;
  if (first === undefined) return [];
  const { position } = first.type;
  const message = `the CustomResourceDefinition ${plural}.${group} has ${size} bytes; kubectl apply can store at most ${limit} bytes in its annotation`;
  if (size <= limit) return [{ ...crdProblems.is("crd/size"), message, position, detail: true }];
  const hint = 'use kubectl apply --server-side, or shorten the descriptions: "options": {"crd": {"maxDescLen": 0}}';
  return [{ ...crdProblems.is("crd/too-large"), message, hint, position }];
}
