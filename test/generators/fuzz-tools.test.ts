import { expect, test } from "vitest";
import { isScalarName } from "../../engine/model/scalars.js";
import { runtimeFuzzers } from "../../generators/fuzz/tools.js";
import * as testing from "../../runtime/testing/index.js";

test("the list of runtime fuzzers is what @apimachinery/runtime/testing exports", () => {
  const exported = Object.keys(testing).flatMap((name) =>
    name.startsWith("Fuzz_") ? [name.slice("Fuzz_".length)] : [],
  );
  expect([...runtimeFuzzers].sort()).toEqual(exported.filter((name) => !isScalarName(name)).sort());
});
