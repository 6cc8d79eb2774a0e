import type { CELEnvironment } from "../environment/environment.js";
import type { Expression } from "../tree/expression.js";
import type { SourceProblems } from "../base/source.js";
import { Builder } from "./build.js";
import { ExpressionParser, Stop } from "./parser.js";

const longest = 100_000;

/** Returns the parsed expression; undefined if it has problems. Adds the problems to the list. */
export function parsed(problems: SourceProblems, environment: CELEnvironment): Expression | undefined {
  const { text } = problems;
  const size = text.length > longest ? Array.from(text).length : 0;
  if (size > longest) {
    problems.add(
      undefined,
      `expression code point size exceeds limit: size: ${String(size)}, limit ${String(longest)}`,
    );
    return undefined;
  }
  try {
    const expression = new Builder(environment, problems).expression(new ExpressionParser(problems).run());
    return problems.count === 0 ? expression : undefined;
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}
