import { fields, labels } from "@apimachinery/runtime";
import { notYetParsed, type RequestInfo } from "../../request/request-info.js";
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  NonResourceAttributes,
  ResourceAttributes,
} from "./v1/types.js";

/** The fields of an access review that describe a request. */
export interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

/**
 * A request that an access review describes. `problems` has a message for each selector that was
 * ignored completely or partly.
 */
export interface DescribedRequest {
  readonly info: RequestInfo;
  readonly problems: readonly string[];
}

/** Returns the request that an access review describes (Go: AuthorizationAttributesFrom). */
export function attributesOfAccess({ resourceAttributes, nonResourceAttributes }: AccessSpec): DescribedRequest {
  if (resourceAttributes === undefined) {
    const { path = "", verb = "" } = nonResourceAttributes ?? {};
    return { info: { ...notYetParsed, path, verb }, problems: [] };
  }
  const {
    namespace = "",
    verb = "",
    group = "",
    version = "",
    resource = "",
    subresource = "",
    name = "",
  } = resourceAttributes;
  const fieldSelector = described("fieldSelector", fieldText, resourceAttributes.fieldSelector);
  const labelSelector = described("labelSelector", labelText, resourceAttributes.labelSelector);
  return {
    info: {
      ...notYetParsed,
      isResourceRequest: true,
      prefix: group === "" ? "api" : "apis",
      verb,
      namespace,
      group,
      version: version === "" ? "*" : version,
      resource,
      subresource,
      name,
      fieldSelector: fieldSelector.text,
      labelSelector: labelSelector.text,
    },
    problems: [...fieldSelector.problems, ...labelSelector.problems],
  };
}

interface SelectorText {
  readonly text: string;
  /** Share of the requirements that were ignored. */
  readonly ignored: "none" | "some" | "all";
}

function described<T>(
  name: string,
  textOf: (given: T) => SelectorText,
  given: T | undefined,
): { readonly text: string; readonly problems: readonly string[] } {
  if (given === undefined) return { text: "", problems: [] };
  const { text, ignored } = textOf(given);
  const part = ignored === "some" ? "partially ignored" : "ignored";
  return {
    text,
    problems: ignored === "none" ? [] : [`spec.resourceAttributes.${name} ${part} due to parse error`],
  };
}

function fieldText({ rawSelector = "", requirements = [] }: FieldSelectorAttributes): SelectorText {
  if (requirements.length === 0) return raw(rawSelector, (text) => fields.parse(text));
  const known = requirements.flatMap(({ key, operator, values = [] }): readonly fields.Requirement[] => {
    const [value] = values;
    if (value === undefined || values.length > 1 || (operator !== "In" && operator !== "NotIn")) return [];
    return [{ field: key, operator: operator === "In" ? "=" : "!=", value }];
  });
  return { text: fields.selectorText(known), ignored: ignoredShare(known.length, requirements.length) };
}

const labelOperators: ReadonlyMap<string, labels.Operator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

function labelText({ rawSelector = "", requirements = [] }: LabelSelectorAttributes): SelectorText {
  if (requirements.length === 0) return raw(rawSelector, (text) => labels.parse(text));
  const known = requirements.flatMap(({ key, operator, values = [] }) => {
    const own = labelOperators.get(operator);
    try {
      return own === undefined ? [] : [labels.newRequirement(key, own, values)];
    } catch {
      return [];
    }
  });
  return {
    text: labels.selectorText(labels.selectorOf(known)),
    ignored: ignoredShare(known.length, requirements.length),
  };
}

function raw(text: string, parse: (text: string) => unknown): SelectorText {
  try {
    parse(text);
    return { text, ignored: "none" };
  } catch {
    return { text: "", ignored: "all" };
  }
}

function ignoredShare(known: number, all: number): SelectorText["ignored"] {
  if (known === all) return "none";
  return known === 0 ? "all" : "some";
}
