import type { ConversionScope } from "@apimachinery/runtime";
import type * as wardle from "../types.js";
import type * as v1alpha1 from "./types.js";

/**
 * As in Go's sample-apiserver, a reference without a known type is lost.
 * +k8s:conversion-fn:loses=reference
 * +k8s:conversion-fn:loses=referenceType
 */
export function Convert_v1alpha1_FlunderSpec_To_wardle_FlunderSpec(
  input: v1alpha1.FlunderSpec,
  _scope: ConversionScope,
): wardle.FlunderSpec {
  const reference = input.reference ?? "";
  switch (input.referenceType) {
    case "Flunder":
      return { flunderReference: reference, fischerReference: "", referenceType: "Flunder" };
    case "Fischer":
      return { flunderReference: "", fischerReference: reference, referenceType: "Fischer" };
    default:
      return { flunderReference: "", fischerReference: "", referenceType: "" };
  }
}

/**
 * As in Go's sample-apiserver, a reference without a known type is lost.
 * +k8s:conversion-fn:loses=flunderReference
 * +k8s:conversion-fn:loses=fischerReference
 * +k8s:conversion-fn:loses=referenceType
 */
export function Convert_wardle_FlunderSpec_To_v1alpha1_FlunderSpec(
  input: wardle.FlunderSpec,
  _scope: ConversionScope,
): v1alpha1.FlunderSpec {
  switch (input.referenceType) {
    case "Flunder":
      return reference(input.flunderReference, "Flunder");
    case "Fischer":
      return reference(input.fischerReference, "Fischer");
    default:
      return {};
  }
}

function reference(name: string, referenceType: string): v1alpha1.FlunderSpec {
  return name === "" ? { referenceType } : { reference: name, referenceType };
}
