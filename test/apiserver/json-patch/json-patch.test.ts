import { readFileSync } from "node:fs";
import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { applyJSONPatch, JSONPatchError } from "../../../apiserver/util/json-patch.js";

/**
 * @file vectors.json has the results and error texts of Kubernetes' library for JSON patches
 * (gopkg.in/evanphx/json-patch.v4 v4.13.0). To make the file again, copy make-vectors.go without
 * its first line as main.go into an empty folder, then:
 *
 *     go mod init vectors && go get gopkg.in/evanphx/json-patch.v4@v4.13.0
 *     go run . < vectors.json
 */
interface Vector {
  readonly operation: JSONObject;
  readonly result?: JSONValue;
  readonly error?: string;
}

const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as readonly Vector[];
const document = () => ({ a: { x: 1 }, l: [1, 2, 3], s: "t", n: null, "a/b": { "~c": 1 } });

describe("a JSON patch has the result or the error of Kubernetes' library", () => {
  test.each(vectors.map((vector) => [JSON.stringify(vector.operation), vector] as const))("%s", (_, vector) => {
    const { operation, result, error } = vector;
    if (error === undefined) expect(applyJSONPatch(document(), [operation])).toEqual(result);
    else expect(() => applyJSONPatch(document(), [operation])).toThrow(new JSONPatchError(error));
  });
});
