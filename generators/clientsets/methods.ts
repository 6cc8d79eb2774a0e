import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { method } from "../markers/client.js";
import { clientVerbs } from "../markers/known/clients.js";
import { clientProblems } from "../problem-codes/client.js";
import type { CodeOf } from "../../engine/base/define-problems.js";
import { lowerFirstLetter } from "../../engine/util/first-letter.js";
import { posix } from "node:path";
import { folderNamed } from "../../engine/markers/marker-folder.js";
import { packageById } from "../../engine/model/lookup.js";
import { names } from "../../engine/base/names.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { nearest } from "../../engine/util/nearest.js";

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

/** Verbs that a `+genclient:method` marker can use. */
const methodVerbs = ["create", "update", "get", "list", "patch", "apply"] as const;

/** A parsed `+genclient:method` marker. Its types are only names; `methodType` looks them up. */
interface ParsedMethod {
  readonly marker: Marker;
  /** Name of the method: `getScale` for the marker `method=GetScale`. */
  readonly name: string;
  readonly verb: (typeof methodVerbs)[number];
  readonly subresource?: string;
  readonly input?: string;
  readonly result?: string;
}

const keys = ["verb", "subresource", "input", "result"];
const withInput: readonly string[] = ["create", "update", "apply"];

/**
 * Parses the value of a `+genclient:method` marker. Returns a fault and a hint for an invalid
 * value.
 */
function parseMethod(marker: Marker): ParsedMethod | { readonly fault: string; readonly hint: string } {
  const [goName = "", ...rest] = (marker.value ?? "").split(",").map((part) => part.trim());
  const example = `+genclient:method=${/^[A-Za-z]\w*$/.test(goName) ? goName : "GetScale"},verb=get,subresource=scale`;
  const problem = (text: string, hint = example) => ({ fault: text, hint });
  if (!/^[A-Za-z]\w*$/.test(goName))
    return problem(
      `the value must begin with the name of the method, but ${JSON.stringify(goName)} is not an identifier`,
    );
  const given = new Map<string, string>();
  for (const part of rest) {
    const [key = "", value = "", more] = part.split("=").map((text) => text.trim());
    if (value === "" || more !== undefined) return problem(`${JSON.stringify(part)} does not have the form key=value`);
    if (!keys.includes(key)) return problem(`the marker has no argument ${key}; use one of ${keys.join(", ")}`);
    if (given.has(key)) return problem(`the argument ${key} occurs twice`);
    given.set(key, value);
  }
  const verb = given.get("verb");
  if (verb === undefined) return problem("the verb is missing");
  const known = methodVerbs.find((one) => one === verb);
  if (known === undefined) return problem(`${verb} is not a verb of a method; use one of ${methodVerbs.join(", ")}`);
  if (given.has("input") && !withInput.includes(known))
    return problem(
      `a method with the verb ${known} has no input`,
      "remove input, or use the verb create, update or apply",
    );
  const wrongPath = given
    .get("subresource")
    ?.split("/")
    .find((segment) => !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(segment));
  if (wrongPath !== undefined) return problem(`${JSON.stringify(wrongPath)} is not the name of a subresource`);
  given.delete("verb");
  return { marker, name: lowerFirstLetter(goName), verb: known, ...Object.fromEntries(given) };
}

/** Type of a method's argument or result. */
export interface MethodType {
  readonly type: SymbolRef;
  /**
   * Generated schema of the type. Undefined if the type has none or comes from an npm package; its
   * values are then plain JSON.
   */
  readonly schema: SymbolRef | undefined;
}

/**
 * Looks up the type that a `+genclient:method` marker names: `Scale` (same folder),
 * `../autoscaling/v1.Scale` (other folder), or `@scope/package.Scale` (npm package). Returns a
 * fault and a hint for an unknown name, or for a folder that codegen did not read.
 */
export function methodType(
  input: PlanInput,
  kind: TypeDeclaration,
  text: string,
): MethodType | { readonly fault: string; readonly hint: string } {
  const cut = text.lastIndexOf(".");
  const [place, name] = [text.slice(0, Math.max(cut, 0)), text.slice(cut + 1)];
  if (place.startsWith("@") || packageById(input.universe, place)?.kind === "module")
    return { type: { symbol: name, from: place, module: true, type: true }, schema: undefined };
  const folder = place === "" ? kind.package : folderNamed(posix.dirname(kind.file), place);
  const pkg = packageById(input.universe, folder);
  if (pkg === undefined)
    return {
      fault: `codegen did not read the folder ${folder}`,
      hint: `write the path of the folder of ${name} relative to this folder, and add the folder to the paths of codegen`,
    };
  const type = Object.hasOwn(pkg.types, name) ? pkg.types[name] : undefined;
  if (type?.exported !== true) {
    const other = nearest(name, Object.keys(pkg.types));
    return {
      fault: `${folder} exports no type ${name}`,
      hint: other === undefined ? `export interface ${name} { … }` : `did you mean ${other}?`,
    };
  }
  return {
    type: { symbol: name, from: type.file, type: true },
    schema: input.emitted(folder, names.schema(name)),
  };
}
