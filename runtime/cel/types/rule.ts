import type { CELSchema } from "./schema.js";

/** A rule of a CustomResourceDefinition (x-kubernetes-validations). */
export interface CELRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: "FieldValueInvalid" | "FieldValueForbidden" | "FieldValueRequired" | "FieldValueDuplicate";
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** A rule from a document that was not checked, so that properties may be missing or invalid. */
export type WrittenRule = Partial<Omit<CELRule, "reason">> & { readonly reason?: string };

/** A structural schema with rules. */
export interface CELRuleSchema extends CELSchema {
  readonly items?: CELRuleSchema | readonly CELRuleSchema[];
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: CELRuleSchema };
  readonly additionalProperties?: CELRuleSchema | boolean;
  readonly allOf?: readonly CELRuleSchema[];
  readonly "x-kubernetes-validations"?: readonly WrittenRule[];
}
