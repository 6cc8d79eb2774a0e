import { expect, test } from "vitest";
import { apiProject, groupDoc } from "../cmd/api-project.js";
import { runHere } from "../cmd/run-here.js";

const types = `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Spec {
  /** +k8s:format=none */
  format: string;
  /** +k8s:eachVal=+k8s:maxLength=3 */
  text: string;
}
`;

/** Returns the lines of the errors of a run with some generators. */
async function errorsOf(generators: readonly string[]): Promise<readonly string[]> {
  const root = apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": types,
    "codegen.config.json": JSON.stringify({ paths: ["apis"], generators }),
  });
  const { stderr } = await runHere(root, []);
  return stderr.split("\n").filter((line) => line.includes(" error "));
}

test.each([[["crd"]], [["schema", "validation"]], [["crd", "schema", "validation"]]])(
  "%j reports wrong arguments of rules once",
  async (generators) => {
    expect(await errorsOf(generators)).toEqual([
      expect.stringContaining("10:7 error validation/bad-marker-value"),
      expect.stringContaining("12:7 error validation/wrong-type"),
    ]);
  },
);
