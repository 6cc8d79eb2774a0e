import type { Problem } from "../../engine/problem.js";
import type { CustomKind } from "./kinds.js";

/**
 * Greatest size of all annotations of an object, in bytes. `kubectl apply` writes the whole object
 * into an annotation.
 */
const limit = 262_144;

/** Reports a definition that `kubectl apply` cannot write into its annotation. */
export function sizeProblems({ group, plural, versions }: CustomKind, object: object): readonly Problem[] {
  const size = Buffer.byteLength(JSON.stringify(object));
  const [first] = versions;
  if (size <= limit || first === undefined) return [];
  return [
    {
      code: "crd/too-large",
      severity: "warning",
      message: `the CustomResourceDefinition ${plural}.${group} has ${size} bytes, and kubectl apply writes at most ${limit} bytes into its annotation`,
      hint: 'use kubectl apply --server-side, or shorten the descriptions: "options": {"crd": {"maxDescLen": 0}}',
      position: first.type.position,
    },
  ];
}
