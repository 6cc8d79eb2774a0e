import { decodeJSON, type GroupVersionKind, type JSONValue, type Schema } from "@apimachinery/runtime";
import {
  authorizersOf,
  jsonValue,
  structuralSchema,
  type AccessAnswer,
  type AccessQuestion,
  type Value,
  type Variables,
} from "@apimachinery/runtime/cel";
import { judgeRequest } from "../../authorization/judge.js";
import type { User } from "../../request/api-request.js";
import type { AuthorizationAttributes, Authorizer, Verdict } from "../../request/authorizer.js";
import { notYetParsed } from "../../request/request-info.js";
import { isPromise } from "../../util/after.js";
import type { Attributes } from "../plugin.js";
import { aboutRequest, type VersionedStrings } from "./admission-review.js";

/** Input of match conditions: a request, in the form in which a webhook would receive it. */
export interface ConditionInput {
  readonly attributes: Attributes;
  /** Kind and version in which the webhook receives the objects. */
  readonly kind: GroupVersionKind;
  /** Returns the objects of the request as JSON, in the kind and version of `kind`. */
  readonly texts: () => VersionedStrings;
  readonly authorizers: readonly Authorizer[];
}

/**
 * Returns the CEL variables of match conditions (Go: cel.newActivation). A variable is computed
 * when an expression uses it for the first time.
 */
export function conditionVariables({ attributes, kind, texts, authorizers }: ConditionInput): Variables {
  const { resource, subresource, namespace, name, user } = attributes;
  const about = { group: resource.group, resource: resource.resource, subresource, namespace, name };
  const ofUser = authorizersOf((question) => answerOf(authorizers, user, question), about);
  const known = new Map<string, Value>([
    ["namespaceObject", null],
    ["authorizer", ofUser.authorizer],
    ["authorizer.requestResource", ofUser.requestResource],
  ]);
  return (variable) => {
    let value = known.get(variable);
    if (value !== undefined) return value;
    if (variable === "request") value = requestValue(attributes, kind);
    else value = objectValue(attributes, kind, variable === "object" ? texts().object : texts().oldObject);
    known.set(variable, value);
    return value;
  };
}

/**
 * Returns the CEL variable `request`. As in Go, `kind` has the version in which the webhook
 * receives the object, but `resource` has the version of the original request.
 */
function requestValue(attributes: Attributes, kind: GroupVersionKind): Value {
  const { resource, isDryRun: dryRun, options = null } = attributes;
  const about = aboutRequest({ kind, resource }, attributes);
  return jsonValue({ uid: "", ...about, object: null, oldObject: null, dryRun, options });
}

const anyJSON: Schema<JSONValue[]> = { name: "json.List", value: { type: "list", items: { type: "any" } } };

function objectValue({ interfaces }: Attributes, kind: GroupVersionKind, text: string | undefined): Value {
  if (text === undefined) return null;
  const [object = null] = decodeJSON(anyJSON, `[${text}]`, "ignore", "bigint").value;
  return jsonValue(object, structuralSchema(interfaces.scheme.schemaFor(kind)));
}

function answerOf(
  authorizers: readonly Authorizer[],
  user: User,
  question: AccessQuestion,
): AccessAnswer | Promise<AccessAnswer> {
  const verdict = judgeRequest(authorizers, attributesOf(user, question));
  return isPromise(verdict) ? verdict.then(asAnswer) : asAnswer(verdict);
}

function asAnswer({ decision, reason = "", error }: Verdict): AccessAnswer {
  return { isAllowed: decision === "allow", reason, ...(error !== undefined && { error: error.message }) };
}

function attributesOf(user: User, { serviceAccount, path, verb, ...about }: AccessQuestion): AuthorizationAttributes {
  const asking = serviceAccount === undefined ? user : userOfServiceAccount(serviceAccount);
  if (path !== "") return { user: asking, info: { ...notYetParsed, path, verb } };
  return { user: asking, info: { ...notYetParsed, isResourceRequest: true, verb, version: "*", ...about } };
}

function userOfServiceAccount({ namespace, name }: NonNullable<AccessQuestion["serviceAccount"]>): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    extra: {},
  };
}
