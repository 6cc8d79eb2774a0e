import { remedy, replaceText } from "../../../engine/base/fix.js";
import type { Field } from "../../../engine/model/universe.js";
import { isListMeta, type ApiRule, type RuleFinding, type CheckedObject } from "./rule.js";

/**
 * Rule: a list of kinds must declare its metadata before its items, because servers write long
 * lists item by item in this order.
 */
export const streamingListFieldOrder: ApiRule = {
  name: "streaming_list_type_field_order",
  code: "openapi/streaming-list-type-field-order",
  check: (subject) => {
    const [first] = listOfKinds(subject)?.fields ?? [];
    if (first?.name !== "items" || !subject.own.includes(first)) return [];
    return [finding(first, `${subject.name}.items is declared before metadata`, { hint: "declare metadata first" })];
  },
};

/** Rule: metadata and items must be required in a list kind, such as PodList. */
export const streamingListOptional: ApiRule = {
  name: "streaming_list_type_json_tags",
  code: "openapi/streaming-list-type-json-tags",
  check: (subject) =>
    (listOfKinds(subject)?.fields ?? [])
      .filter((field) => field.optional && subject.own.includes(field))
      .map((field) => {
        const { name, position } = field;
        const instead = remedy(replaceText(position, `${name}?`, name, "remove the ?"));
        return finding(field, `${subject.name}.${name} is optional, but must be required in a list type`, instead);
      }),
};

/** Returns the properties of a list kind; undefined for any other type. */
function listOfKinds({ shape }: CheckedObject): { readonly fields: readonly Field[] } | undefined {
  const { fields, typeMeta } = shape;
  if (typeMeta === undefined || fields.length !== 2) return undefined;
  const hasItems = fields.some(({ name, type }) => name === "items" && type.kind === "list");
  return hasItems && fields.some(({ name, type }) => name === "metadata" && isListMeta(type)) ? { fields } : undefined;
}

function finding({ name, position }: Field, message: string, advice: Pick<RuleFinding, "hint" | "fixes">): RuleFinding {
  return { field: name, message, ...advice, position };
}
