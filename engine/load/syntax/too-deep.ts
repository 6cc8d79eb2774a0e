import { referencesOfType } from "../../model/type-references.js";
import type { TypeDeclaration, Universe } from "../../model/universe.js";
import type { Position, Problem } from "../../problem.js";

/**
 * How many types may hold each other one inside of the other, without a circle: generators follow
 * them one by one.
 */
const limit = 1000;

/** Whether a program went deeper than its stack. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

export function tooDeep(message: string, position: Position): Problem {
  return {
    code: "load/too-deep",
    severity: "error",
    message,
    hint: "declare fewer levels, or cut the chain with a list or an object of any content: unknown",
    position,
  };
}

/** A text that the parser cannot follow: the place where most brackets are open. */
export function tooDeepText(path: string, text: string): Problem {
  let [open, most, at] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if ("{[(<".includes(character)) open++;
    else if ("}])>".includes(character)) open--;
    if (open > most) [most, at] = [open, index];
  }
  const before = text.slice(0, at).split("\n");
  const position = { file: path, line: before.length, column: (before[before.length - 1] ?? "").length + 1 };
  return tooDeep(`the types are written inside each other ${most} levels deep, more than can be read`, position);
}

/** The first type from which a chain of more types than the limit leads on. */
export function endlessChain({ packages }: Universe): Problem | undefined {
  const types = new Map(
    Object.values(packages).flatMap(({ types }) => Object.values(types).map((type) => [type.id, type] as const)),
  );
  const seen = new Set<TypeDeclaration>();
  for (const root of types.values()) {
    // The types on the way, each with those that are still to be followed.
    const way: { readonly type: TypeDeclaration; readonly next: TypeDeclaration[] }[] = [];
    const enter = (type: TypeDeclaration): void => {
      seen.add(type);
      const { values, bases } = referencesOfType(type);
      way.push({ type, next: [...bases, ...values].flatMap((id) => types.get(id) ?? []) });
    };
    if (!seen.has(root)) enter(root);
    for (let last = way[way.length - 1]; last !== undefined; last = way[way.length - 1]) {
      if (way.length > limit)
        return tooDeep(
          `${root.name} leads to a chain of more than ${limit} types, each in the one before`,
          root.position,
        );
      const next = last.next.pop();
      if (next === undefined) way.pop();
      else if (!seen.has(next)) enter(next);
    }
  }
  return undefined;
}
