import { afterAll, expect, test, vi } from "vitest";

// Before the modules are imported, simulates a content security policy without 'unsafe-eval'. The
// import of decode.test.js then runs all tests of that file under this policy.
const refused = vi.hoisted(() => {
  const construct = vi.fn((): object => {
    throw new EvalError("Code generation from strings disallowed for this context");
  });
  vi.stubGlobal("Function", new Proxy(Function, { construct }));
  return construct;
});

import { Scheme } from "@apimachinery/runtime";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { AddToScheme } from "../shop/v1/zz_generated.register.js";
import "./decode.test.js";

afterAll(() => {
  vi.unstubAllGlobals();
});

test("protobuf is written and read", () => {
  const scheme = new Scheme("shop");
  AddToScheme(scheme);
  const order = scheme.new({ group: "shop.example.com", version: "v1", kind: "Order" });
  expect(decodeProtobuf(scheme, encodeProtobuf(scheme, order))).toEqual(order);
});

test("evaluating source is tried only once", () => {
  expect(refused).toHaveBeenCalledTimes(1);
});
