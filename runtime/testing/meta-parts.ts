import * as fc from "fast-check";
import type { GroupVersionKind, GroupVersionResource } from "../meta/v1/group-version.js";
import type {
  Condition,
  ConditionStatus,
  FieldSelectorOperator,
  FieldSelectorRequirement,
  LabelSelector,
  LabelSelectorOperator,
  LabelSelectorRequirement,
} from "../meta/v1/types.js";
import type { StatusReason } from "../meta/v1/status.js";
import { mapOf } from "./json.js";
import { record } from "./meta.js";
import { Fuzz_Time, Fuzz_string } from "./scalars.js";

/** @file Arbitraries for the meta/v1 types that specs and statuses use. */

export function Fuzz_GroupVersionKind(): fc.Arbitrary<GroupVersionKind> {
  return fc.record({ group: Fuzz_string(), version: Fuzz_string(), kind: Fuzz_string() }, { noNullPrototype: true });
}

export function Fuzz_GroupVersionResource(): fc.Arbitrary<GroupVersionResource> {
  return fc.record(
    { group: Fuzz_string(), version: Fuzz_string(), resource: Fuzz_string() },
    { noNullPrototype: true },
  );
}

export function Fuzz_LabelSelector(): fc.Arbitrary<LabelSelector> {
  return record<LabelSelector>({
    matchLabels: mapOf(Fuzz_string()),
    matchExpressions: fc.array(Fuzz_LabelSelectorRequirement(), { maxLength: 2 }),
  });
}

export function Fuzz_LabelSelectorRequirement(): fc.Arbitrary<LabelSelectorRequirement> {
  return record<LabelSelectorRequirement>(
    { key: Fuzz_string(), operator: Fuzz_LabelSelectorOperator(), values: fc.array(Fuzz_string(), { maxLength: 2 }) },
    ["key", "operator"],
  );
}

export function Fuzz_FieldSelectorRequirement(): fc.Arbitrary<FieldSelectorRequirement> {
  return Fuzz_LabelSelectorRequirement();
}

export function Fuzz_Condition(): fc.Arbitrary<Condition> {
  const text = Fuzz_string();
  return record<Condition>(
    {
      type: text,
      status: Fuzz_ConditionStatus(),
      observedGeneration: fc.nat({ max: 1000 }),
      lastTransitionTime: fc.oneof(fc.constant(""), Fuzz_Time()),
      reason: text,
      message: text,
    },
    ["type", "status", "lastTransitionTime", "reason", "message"],
  );
}

export function Fuzz_LabelSelectorOperator(): fc.Arbitrary<LabelSelectorOperator> {
  return fc.constantFrom("In", "NotIn", "Exists", "DoesNotExist");
}

export function Fuzz_FieldSelectorOperator(): fc.Arbitrary<FieldSelectorOperator> {
  return Fuzz_LabelSelectorOperator();
}

export function Fuzz_ConditionStatus(): fc.Arbitrary<ConditionStatus> {
  return fc.constantFrom("True", "False", "Unknown");
}

export function Fuzz_StatusReason(): fc.Arbitrary<StatusReason> {
  return fc.constantFrom("NotFound", "AlreadyExists", "Conflict", "Invalid", "Forbidden", "InternalError");
}
