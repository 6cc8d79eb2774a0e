import type { Scheme } from "@apimachinery/runtime";
import { conditionVariables } from "../../../apiserver/admission/webhook/condition-variables.js";
import { evaluateConditions, outOfBudget } from "../../../apiserver/admission/webhook/evaluate-conditions.js";
import { ReinvocationContext } from "../../../apiserver/admission/reinvocation-context.js";
import type { Attributes, OperationOptions } from "../../../apiserver/admission/plugin.js";
import type { Authorizer } from "../../../apiserver/request/authorizer.js";
import { fieldRequirements, labelRequirements } from "../../../apiserver/request/selector-requirements.js";
import { compileExpression, EvaluationError, matchConditionDeclarations } from "../../../runtime/cel/index.js";
import { Random } from "../../fuzz/random.js";
import { randomValue, schema } from "../evaluation/schema.js";
import { templates } from "../evaluation/templates.js";
import { valueText } from "../value-text.js";
import { randomTypedExpression } from "../random-typed.js";
import { listed, randomCondition } from "./condition-expressions.js";

/** A write request, as the judge reads it. */
interface Request {
  readonly operation: Attributes["operation"];
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  /** The kind in which the webhook gets the objects. */
  readonly webhookKind: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly dryRun: boolean;
  /** JSON texts; empty for none. */
  readonly object: string;
  readonly oldObject: string;
  readonly fieldManager: string;
}

/** A request, with the conditions of a webhook, or with an expression of any type. */
export interface Step {
  readonly request: Request;
  readonly conditions?: readonly string[];
  readonly expression?: string;
}

export interface Case {
  readonly steps: readonly Step[];
}

export interface Outcome {
  readonly matches?: boolean;
  /** The index of the first false condition. */
  readonly excluded?: string;
  readonly value?: string;
  readonly cost?: string;
  readonly error?: string;
}

/** The budget of the judge for one expression. */
const unlimited = 10_000_000;

export const recordedCases = 2000;
/** The number of cases that `make test` replays. */
export const quickCases = 150;

/**
 * Returns the case of a seed. The first cases have the listed expressions. One in five cases has
 * the expressions of rules, about objects without a schema.
 */
export function caseOf(seed: number): Case {
  const random = new Random(seed);
  if (seed >= listed.length && seed % 5 === 0)
    return {
      steps: Array.from({ length: 4 }, () => ({ request: ruleRequest(random), expression: asCondition(random) })),
    };
  const expression = listed[seed] ?? (random.chance(0.3) ? random.pick(listed) : undefined);
  const step = (): Step => {
    const request = randomRequest(random);
    if (expression !== undefined) return { request, expression };
    return { request, conditions: Array.from({ length: 1 + random.int(4) }, () => randomCondition(random)) };
  };
  return { steps: Array.from({ length: 4 }, step) };
}

/**
 * Returns an expression of a rule without faults, in which the values have no type. The fields of
 * messages of protobuf are left out: here, they accept values of wrong types.
 */
function asCondition(random: Random): string {
  for (let attempt = 0; attempt < 20; attempt++) {
    const rule = random.chance(0.3) ? random.pick(templates) : randomTypedExpression(random);
    const text = rule.replaceAll(/\boldSelf\b/g, "oldObject").replaceAll(/\bself\b/g, "object");
    const isRight = compileExpression(text, matchConditionDeclarations).error === undefined;
    if (isRight && !/google\.protobuf\.\w+\{/.test(text)) return text;
  }
  return "object";
}

function ruleRequest(random: Random): Request {
  const object = ruleObject(random);
  return { ...randomRequest(random), object, oldObject: random.chance(0.5) ? object : ruleObject(random) };
}

/** Returns a random object of the schema. A few of its parts are wrong. */
function ruleObject(random: Random): string {
  const text = randomValue(random, schema);
  return text.startsWith("{") ? text : "{}";
}

function randomRequest(random: Random): Request {
  const operation = random.pick(["CREATE", "UPDATE", "DELETE", "CONNECT"] as const);
  return {
    operation,
    group: random.pick(["", "example.com"]),
    version: "v1",
    resource: "pizzas",
    kind: "Pizza",
    webhookKind: random.pick(["Pizza", "OldPizza"]),
    subresource: random.pick(["", "", "status"]),
    namespace: random.pick(["", "default", "a"]),
    name: random.pick(["", "a", "abc", "x.y"]),
    user: random.pick(["", "jane", "system:anonymous"]),
    uid: random.pick(["", "7"]),
    groups: random.pick([[], ["a", "b"], ["system:masters"], ["system:authenticated", "a"]]),
    extra: random.pick([{}, { scopes: ["x", "y"] }, { "example.com/a": [] }]),
    dryRun: random.chance(0.5),
    object: operation === "DELETE" ? "" : randomObject(random),
    oldObject: operation === "CREATE" ? "" : randomObject(random),
    fieldManager: random.pick(["", "kubectl"]),
  };
}

function randomObject(random: Random): string {
  const some = <T>(value: T): T | undefined => (random.chance(0.75) ? value : undefined);
  const object = {
    apiVersion: "example.com/v9",
    kind: "Pizza",
    metadata: {
      name: random.pick(["a", "abc"]),
      creationTimestamp: random.pick([null, "2026-11-27T20:00:00Z"]),
      labels: some(random.pick([{}, { app: "a" }, { app: "b", tier: "1" }])),
      annotations: some({ "example.com/a": "b" }),
    },
    spec: some({
      replicas: some(random.int(5)),
      ratio: some(random.int(8) / 4),
      port: some(random.pick([80, "http"])),
      enabled: some(random.chance(0.5)),
      memory: random.pick(["2Gi", "1", "x"]),
      if: some("x"),
      items: some(random.many(3, () => ({ name: random.pick(["a", "abc", "c"]), weight: some(random.int(4) - 1) }))),
    }),
  };
  return JSON.stringify(object).replace(
    '"spec":{',
    `"spec":{"big":${random.pick(["9007199254740993", "-5", "9223372036854775807"])},`,
  );
}

/** Returns the outcomes of the steps of a case. */
export function replay({ steps }: Case): Promise<readonly Outcome[]> {
  return Promise.all(steps.map((step) => (step.expression === undefined ? matched(step) : evaluated(step))));
}

async function matched(step: Step): Promise<Outcome> {
  const conditions = (step.conditions ?? []).map((expression, index) => ({ name: String(index), expression }));
  const { matches, excludedBy } = await evaluateConditions(conditions, variablesOf(step));
  if (matches instanceof Error) return { error: typeNames(matches.message) };
  return { matches, ...(excludedBy !== undefined && { excluded: excludedBy }) };
}

async function evaluated(step: Step): Promise<Outcome> {
  const compiled = compileExpression(step.expression ?? "", matchConditionDeclarations);
  if (compiled.error !== undefined)
    return { error: `compilation error: ${typeNames(compiled.error.detail)}`, cost: "0" };
  const { value, cost } = await compiled.evaluate(variablesOf(step));
  if (cost > unlimited) return { error: outOfBudget.message };
  if (!(value instanceof EvaluationError)) return { value: valueText(value), cost: String(cost) };
  return { error: `expression '${step.expression ?? ""}' resulted in error: ${value.message}`, cost: String(cost) };
}

function typeNames(text: string): string {
  return text.replaceAll(/_var\d+/g, "_var");
}

const anything = { name: "test.Anything", value: { type: "any" } };

function variablesOf({ request }: Step) {
  const { group, version, resource, kind, user, uid, groups, extra, operation } = request;
  const attributes: Attributes = {
    operation,
    kind: { group, version, kind },
    resource: { group, version, resource },
    subresource: request.subresource,
    namespace: request.namespace,
    name: request.name,
    object: undefined,
    oldObject: undefined,
    user: { name: user, uid, groups, extra },
    isDryRun: request.dryRun,
    warn: () => undefined,
    options: optionsOf(request),
    // Conditions use nothing of a scheme but its schemas.
    interfaces: { scheme: { schemaFor: () => anything } as unknown as Scheme, equivalents: () => [] },
    reinvocation: new ReinvocationContext(),
    deadline: undefined,
    annotate: () => undefined,
  };
  return conditionVariables({
    attributes,
    kind: { group, version: "v9", kind: request.webhookKind },
    texts: () => ({ object: request.object || undefined, oldObject: request.oldObject || undefined }),
    authorizers: [explain],
  });
}

function optionsOf({ operation, fieldManager }: Request): OperationOptions | undefined {
  const apiVersion = "meta.k8s.io/v1";
  if (operation === "CONNECT") return undefined;
  if (operation === "DELETE") return { kind: "DeleteOptions", apiVersion };
  const kind = operation === "CREATE" ? "CreateOptions" : "UpdateOptions";
  return { kind, apiVersion, ...(fieldManager !== "" && { fieldManager }) };
}

/** An authorizer whose reasons are the questions. Their lengths decide. Some answers come later. */
const explain: Authorizer = ({ user: { name, groups }, info }) => {
  const about = info.isResourceRequest
    ? [
        info.group,
        info.version,
        info.resource,
        info.subresource,
        info.namespace,
        info.name,
        ...requirements(() =>
          fieldRequirements(info).flatMap(({ field, operator, value }) => [field, operator, value]),
        ),
        ...requirements(() =>
          labelRequirements(info).flatMap(({ key, operator, values }) => [key, operator, values.toSorted().join(",")]),
        ),
      ]
    : [info.path];
  const reason = [name, groups.join(","), info.verb, ...about].join("|");
  const kind = reason.length % 4;
  if (kind === 0) return { decision: "deny", reason };
  if (kind === 1) return Promise.resolve({ decision: "no opinion", error: new Error(`cannot decide ${reason}`) });
  return kind === 2 ? { decision: "allow", reason } : Promise.resolve({ decision: "allow", reason });
};

/** Returns the parts of a selector, and whether it has an error. */
function requirements(parse: () => readonly string[]): readonly string[] {
  try {
    return [...parse(), "false"];
  } catch {
    return ["true"];
  }
}
