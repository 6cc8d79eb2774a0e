/**
 * @file The CEL functions for access checks, and the values that they return (Go:
 * cel/library/authz.go).
 */
import { isDNS1123Label, isDNS1123Subdomain } from "../../names/dns.js";
import { noSuchOverload } from "../values/equality.js";
import { EvaluationError, OpaqueValue, type Result } from "../values/value.js";
import { struct, type ExpressionType } from "../types/type.js";
import type { Functions } from "./declaration.js";
import { trimmed } from "../../util/trimmed.js";

/** The attributes of an access check, which decides whether a user may send a request. */
export interface AccessQuestion {
  /**
   * The service account whose access is checked; absent if the access of the request's user is
   * checked.
   */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  readonly verb: string;
  /** Path of a request that has no resource; empty for a request with a resource. */
  readonly path: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AccessAnswer {
  readonly isAllowed: boolean;
  readonly reason: string;
  /** Error message of the authorizer; absent if it reported none. */
  readonly error?: string;
}

/** Decides whether a user may send a request. */
export type Authorize = (question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;

/** Thrown by an evaluation that needs a decision of the authorizer that is not known yet. */
export class Unanswered extends Error {
  /** Resolves when the decision is known, so that the evaluation can be repeated. */
  readonly answered: Promise<void>;

  constructor(answered: Promise<void>) {
    super("the authorizer has not answered yet");
    this.answered = answered;
  }
}

/**
 * Returns a function that returns the decision of an access check. It calls the authorizer once for
 * each access check, and throws `Unanswered` if the decision is not known yet.
 */
function answersOf(authorize: Authorize): (question: AccessQuestion) => AccessAnswer {
  const known = new Map<string, AccessAnswer>();
  return (question) => {
    const key = JSON.stringify(question);
    const answer = known.get(key) ?? authorize(question);
    if (answer instanceof Promise) throw new Unanswered(answer.then((value) => void known.set(key, value)));
    known.set(key, answer);
    return answer;
  };
}

/** The names of the types. */
const types = {
  authorizer: "kubernetes.authorization.Authorizer",
  path: "kubernetes.authorization.PathCheck",
  group: "kubernetes.authorization.GroupCheck",
  resource: "kubernetes.authorization.ResourceCheck",
  decision: "kubernetes.authorization.Decision",
} as const;

/** A value of an access check. It has no fields, and only the functions in this file use it. */
abstract class AuthorizationValue extends OpaqueValue {
  /**
   * Returns an error: as in Go, such a value is not comparable with any value, including itself.
   */
  override equals(): EvaluationError {
    return noSuchOverload;
  }
}

/**
 * The CEL value `authorizer`, or a check built from it, such as
 * `authorizer.group("apps").resource("pods")`: the attributes that are set so far, and the known
 * decisions.
 */
class Check extends AuthorizationValue {
  readonly type: ExpressionType;
  readonly answerOf: (question: AccessQuestion) => AccessAnswer;
  readonly question: AccessQuestion;

  constructor(type: string, answerOf: Check["answerOf"], question: AccessQuestion) {
    super();
    this.type = struct(type);
    this.answerOf = answerOf;
    this.question = question;
  }

  with(type: string, part: Partial<AccessQuestion>): Check {
    return new Check(type, this.answerOf, { ...this.question, ...part });
  }
}

class Decision extends AuthorizationValue {
  readonly type = struct(types.decision);
  readonly answer: AccessAnswer;

  constructor(answer: AccessAnswer) {
    super();
    this.answer = answer;
  }
}

const nothing: AccessQuestion = {
  verb: "",
  path: "",
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  fieldSelector: "",
  labelSelector: "",
};

/** The values of the variables `authorizer` and `authorizer.requestResource`. */
export interface Authorizers {
  readonly authorizer: OpaqueValue;
  readonly requestResource: OpaqueValue;
}

/**
 * Returns the values of the variables for access checks.
 *
 * @param about attributes of the request's resource, for `authorizer.requestResource`
 */
export function authorizersOf(authorize: Authorize, about: Partial<AccessQuestion>): Authorizers {
  const authorizer = new Check(types.authorizer, answersOf(authorize), nothing);
  return { authorizer, requestResource: authorizer.with(types.resource, about) };
}

function check(value: Check, verb: string): Result {
  return new Decision(value.answerOf({ ...value.question, verb }));
}

function named(value: Check, type: string, property: "path" | "resource", text: string): Result {
  if (trimmed(text) === "") return new EvaluationError(`${property} must not be empty`);
  return value.with(type, { [property]: text });
}

function serviceAccount(value: Check, namespace: string, name: string): Result {
  if (isDNS1123Subdomain(name).length > 0) return new EvaluationError("Invalid service account name");
  if (isDNS1123Label(namespace).length > 0) return new EvaluationError("Invalid service account namespace");
  return value.with(types.authorizer, { serviceAccount: { namespace, name } });
}

const withPart =
  (property: keyof AccessQuestion) =>
  (value: Check, text: string): Result =>
    value.with(types.resource, { [property]: text });

/** The functions of access checks. */
export const authorizationFunctions: Functions = {
  [`decision_allowed = (${types.decision}).allowed(): bool`]: ({ answer }: Decision) => answer.isAllowed,
  [`pathcheck_check = (${types.path}).check(string): ${types.decision}`]: check,
  [`resourcecheck_check = (${types.resource}).check(string): ${types.decision}`]: check,
  [`decision_error = (${types.decision}).error(): string`]: ({ answer }: Decision) => answer.error ?? "",
  [`decision_errored = (${types.decision}).errored(): bool`]: ({ answer }: Decision) => answer.error !== undefined,
  [`authorizer_group = (${types.authorizer}).group(string): ${types.group}`]: (value: Check, group: string) =>
    value.with(types.group, { group }),
  [`resourcecheck_name = (${types.resource}).name(string): ${types.resource}`]: withPart("name"),
  [`resourcecheck_namespace = (${types.resource}).namespace(string): ${types.resource}`]: withPart("namespace"),
  [`authorizer_path = (${types.authorizer}).path(string): ${types.path}`]: (value: Check, path: string) =>
    named(value, types.path, "path", path),
  [`decision_reason = (${types.decision}).reason(): string`]: ({ answer }: Decision) => answer.reason,
  [`groupcheck_resource = (${types.group}).resource(string): ${types.resource}`]: (value: Check, text: string) =>
    named(value, types.resource, "resource", text),
  [`authorizer_serviceaccount = (${types.authorizer}).serviceAccount(string, string): ${types.authorizer}`]:
    serviceAccount,
  [`resourcecheck_subresource = (${types.resource}).subresource(string): ${types.resource}`]: withPart("subresource"),
};

/** The functions that add selectors to access checks. */
export const selectorFunctions: Functions = {
  [`authorizer_fieldselector = (${types.resource}).fieldSelector(string): ${types.resource}`]:
    withPart("fieldSelector"),
  [`authorizer_labelselector = (${types.resource}).labelSelector(string): ${types.resource}`]:
    withPart("labelSelector"),
};
