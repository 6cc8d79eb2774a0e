import { readFileSync } from "node:fs";
import type { PrintColumn } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { columnConvertor } from "../../../apiserver/endpoints/table/column-convertor.js";

/**
 * @file vectors.json has the cells that the code of kube-apiserver shows for custom resources
 * (k8s.io/apiextensions-apiserver v0.37.2). To make the file again, copy make-vectors.go without
 * its first line as main.go into an empty folder, then:
 *
 *     go mod init vectors && go get k8s.io/apiextensions-apiserver@v0.37.2
 *     go run . > vectors.json
 */
type Vector = readonly [type: PrintColumn["type"], value: string, cell: unknown];

const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as readonly Vector[];

/** A number that Go cannot convert to an integer, with a result that depends on the processor. */
const isOverflow = (type: string, value: string) => type === "integer" && Math.abs(Number(value)) >= 2 ** 63;

function cellOf(type: PrintColumn["type"], value: string): unknown {
  const convertor = columnConvertor([{ name: "Value", type, path: ["spec", "value"] }], (object) => object);
  const object = { kind: "X", apiVersion: "x.example/v1", metadata: {}, spec: { value: JSON.parse(value) as unknown } };
  const cell = convertor.cells(object)[1];
  return type === "date" && typeof cell === "string" && /^\d/.test(cell) ? "an age" : cell;
}

describe.each(["string", "integer", "number", "boolean", "date"] as const)("a column of the type %s", (type) => {
  const own = vectors.filter((vector) => vector[0] === type && !isOverflow(type, vector[1]));

  test.each(own.map(([, value, cell]) => [value, cell]))("shows %s as kube-apiserver does", (value, cell) => {
    expect(cellOf(type, value)).toEqual(cell);
  });
});
