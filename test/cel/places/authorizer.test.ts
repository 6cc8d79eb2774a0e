import { describe, expect, test } from "vitest";
import {
  authorizersOf,
  compileExpression,
  EvaluationError,
  matchConditionDeclarations,
  type AccessAnswer,
  type AccessQuestion,
  type Authorize,
  type CompiledExpression,
  type Variables,
} from "../../../runtime/cel/index.js";

function compiled(text: string): CompiledExpression {
  const expression = compileExpression(text, matchConditionDeclarations);
  if (expression.error !== undefined) throw new Error(expression.error.detail);
  return expression;
}

function variablesOf(authorize: Authorize): Variables {
  const { authorizer, requestResource } = authorizersOf(authorize, { resource: "pizzas", name: "x" });
  return (name) => (name === "authorizer" ? authorizer : requestResource);
}

const allowed: AccessAnswer = { isAllowed: true, reason: "" };

describe("an expression that asks an authorizer", () => {
  test("has a value at once if the authorizer answers at once", () => {
    const expression = compiled("authorizer.path('/a').check('get').allowed()");
    expect(expression.evaluate(variablesOf(() => allowed))).toEqual({ value: true, cost: 350_003 });
  });

  test("waits for answers, and asks each question once", async () => {
    const asked: AccessQuestion[] = [];
    const expression = compiled(
      "authorizer.requestResource.check('get').allowed() && ['get', 'get'].exists(v, authorizer.requestResource.check(v).reason() == 'why')",
    );
    const answer = expression.evaluate(
      variablesOf(async (question) => {
        asked.push(question);
        await Promise.resolve();
        return { isAllowed: true, reason: "why" };
      }),
    );
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toMatchObject({ value: true });
    expect(asked).toMatchObject([{ verb: "get", resource: "pizzas", name: "x", path: "" }]);
  });

  test("asks a limited number of questions, because each has a cost", async () => {
    let count = 0;
    const expression = compiled("lists.range(1000).all(i, authorizer.path('/' + string(i)).check('get').allowed())");
    const { value } = await expression.evaluate(
      variablesOf(async () => {
        count++;
        await Promise.resolve();
        return allowed;
      }),
    );
    expect(value).toEqual(new EvaluationError("operation cancelled: actual cost limit exceeded"));
    expect(count).toBe(3);
  });

  test("has the error of an authorizer that breaks", async () => {
    const expression = compiled("authorizer.path('/a').check('get').allowed() || true");
    const answer = expression.evaluate(variablesOf(() => Promise.reject(new Error("broken"))));
    await expect(answer).rejects.toThrow("broken");
  });
});
