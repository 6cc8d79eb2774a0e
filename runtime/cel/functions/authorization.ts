/**
 * @file The CEL functions for access checks, and the values that they return (Go:
 * cel/library/authz.go).
 */
import { isDNS1123Label, isDNS1123Subdomain } from "../../names/dns.js";
import { noSuchOverload } from "../values/equality.js";
import { EvaluationError, OpaqueValue, type Implementations, type Result } from "../values/value.js";
import { struct, type ExpressionType } from "../types/type.js";
import { binary, instanceOf, isStringValue, ternary, unaryFunction, type Guard } from "./signature.js";
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

/** The known decisions of an authorizer. Calls the authorizer once for each access check. */
class Answers {
  readonly #authorize: Authorize;
  readonly #known = new Map<string, AccessAnswer>();

  constructor(authorize: Authorize) {
    this.#authorize = authorize;
  }

  /**
   * Returns the decision of an access check.
   *
   * @throws Unanswered if the decision is not known yet
   */
  of(question: AccessQuestion): AccessAnswer {
    const key = JSON.stringify(question);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = this.#authorize(question);
    if (answer instanceof Promise)
      throw new Unanswered(
        answer.then((value) => {
          this.#known.set(key, value);
        }),
      );
    this.#known.set(key, answer);
    return answer;
  }
}

const types = {
  authorizer: typeOf("Authorizer"),
  path: typeOf("PathCheck"),
  group: typeOf("GroupCheck"),
  resource: typeOf("ResourceCheck"),
  decision: typeOf("Decision"),
} as const;

function typeOf(name: string): ExpressionType {
  return struct(`kubernetes.authorization.${name}`);
}

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
  readonly answers: Answers;
  readonly question: AccessQuestion;

  constructor(type: ExpressionType, answers: Answers, question: AccessQuestion) {
    super();
    this.type = type;
    this.answers = answers;
    this.question = question;
  }

  with(type: ExpressionType, part: Partial<AccessQuestion>): Check {
    return new Check(type, this.answers, { ...this.question, ...part });
  }
}

class Decision extends AuthorizationValue {
  readonly type = types.decision;
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
  const authorizer = new Check(types.authorizer, new Answers(authorize), nothing);
  return { authorizer, requestResource: authorizer.with(types.resource, about) };
}

function checkOf(type: ExpressionType): Guard<Check> {
  return (value): value is Check => value instanceof Check && value.type === type;
}

const resource = checkOf(types.resource);
const authorizer = checkOf(types.authorizer);
const decision = instanceOf(Decision);

function check(value: Check, verb: string): Result {
  return new Decision(value.answers.of({ ...value.question, verb }));
}

function named(value: Check, type: ExpressionType, property: "path" | "resource", text: string): Result {
  if (trimmed(text) === "") return new EvaluationError(`${property} must not be empty`);
  return value.with(type, { [property]: text });
}

function serviceAccount(value: Check, namespace: string, name: string): Result {
  if (isDNS1123Subdomain(name).length > 0) return new EvaluationError("Invalid service account name");
  if (isDNS1123Label(namespace).length > 0) return new EvaluationError("Invalid service account namespace");
  return value.with(types.authorizer, { serviceAccount: { namespace, name } });
}

const withPart = (property: keyof AccessQuestion) =>
  binary(resource, isStringValue, (value, text) => value.with(types.resource, { [property]: text }));

/** The functions of access checks. */
export const authorizationFunctions: Implementations = {
  authorizer_path: binary(authorizer, isStringValue, (value, path) => named(value, types.path, "path", path)),
  authorizer_group: binary(authorizer, isStringValue, (value, group) => value.with(types.group, { group })),
  authorizer_serviceaccount: ternary(authorizer, isStringValue, isStringValue, serviceAccount),
  groupcheck_resource: binary(checkOf(types.group), isStringValue, (value, text) =>
    named(value, types.resource, "resource", text),
  ),
  resourcecheck_subresource: withPart("subresource"),
  resourcecheck_namespace: withPart("namespace"),
  resourcecheck_name: withPart("name"),
  authorizer_fieldselector: withPart("fieldSelector"),
  authorizer_labelselector: withPart("labelSelector"),
  pathcheck_check: binary(checkOf(types.path), isStringValue, check),
  resourcecheck_check: binary(resource, isStringValue, check),
  decision_allowed: unaryFunction(decision, ({ answer }) => answer.isAllowed),
  decision_reason: unaryFunction(decision, ({ answer }) => answer.reason),
  decision_error: unaryFunction(decision, ({ answer }) => answer.error ?? ""),
  decision_errored: unaryFunction(decision, ({ answer }) => answer.error !== undefined),
};
