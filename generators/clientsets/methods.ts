import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { method } from "../markers/client.js";
import { methodType, type MethodType } from "./method-types.js";
import { parseMethod, type ParsedMethod } from "./parse-method.js";
import { clientVerbs } from "../markers/known/clients.js";
import { clientProblems } from "../problem-codes/client.js";
import type { CodeOf } from "../../engine/base/define-problems.js";

/** A method that a `+genclient:method` marker adds to a client. */
export interface ClientMethod extends Pick<ParsedMethod, "name" | "verb" | "subresource"> {
  /**
   * Type that the marker names for the argument; undefined if it names none. The argument, if the
   * verb needs one, is then the kind itself, or its apply configuration for `apply`.
   */
  readonly input: MethodType | undefined;
  /** Type that the marker names for the result; undefined if the result is the kind itself. */
  readonly result: MethodType | undefined;
}

/**
 * Reads the methods that markers add to the client of a kind.
 * @param hasApply false to omit methods for server-side apply
 */
export function readMethods(
  input: PlanInput,
  kind: TypeDeclaration,
  hasApply: boolean,
): { readonly methods: readonly ClientMethod[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const names = new Set<string>(clientVerbs);
  const methods = method.findAll(kind).flatMap((marker): ClientMethod[] => {
    const parsed = parseMethod(marker);
    if ("fault" in parsed) {
      problems.push(problem("client/bad-method", kind, marker, parsed));
      return [];
    }
    if (names.has(parsed.name)) {
      const fault = `the client already has a method ${parsed.name}`;
      problems.push(problem("client/same-method", kind, marker, { fault, hint: "rename the method" }));
      return [];
    }
    names.add(parsed.name);
    const typeOf = (text: string | undefined): MethodType | undefined => {
      const found = text === undefined ? undefined : methodType(input, kind, text);
      if (found === undefined || !("fault" in found)) return found;
      problems.push(problem("client/unknown-type", kind, marker, found));
      return undefined;
    };
    const { name, verb, subresource } = parsed;
    const [argument, result] = [typeOf(parsed.input), typeOf(parsed.result)];
    if (verb === "apply" && !hasApply) return [];
    return [{ name, verb, ...(subresource === undefined ? {} : { subresource }), input: argument, result }];
  });
  return { methods, problems };
}

function problem(
  code: CodeOf<typeof clientProblems>,
  kind: TypeDeclaration,
  marker: Marker,
  { fault, hint }: { readonly fault: string; readonly hint: string },
): Problem {
  return {
    ...clientProblems.is(code),
    message: `+genclient:method of ${kind.name}: ${fault}`,
    hint,
    position: marker.position,
  };
}
