import { exportIt, remedyAs, replaceSignature, replaceText, removeMarker } from "../../../engine/base/fix.js";
import {
  duplicateFunction,
  notADeclaration,
  notExported,
  writtenSignature,
  wrongSignature,
} from "../../../engine/model/functions/function-problems.js";
import { nearest } from "../../../engine/util/nearest.js";
import type { FunctionDeclaration, Package, Type, TypeDeclaration } from "../../../engine/model/universe.js";
import { once } from "../../../engine/util/once.js";
import { orderStrings, type Problem } from "../../../engine/base/problem.js";
import { isConversionName, signatureOf } from "../../pairs/discovery/functions.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { peerType, type Direction } from "../../pairs/directions.js";
import { pairNames } from "../../pairs/discovery/function-names.js";
import { isRegistrable } from "../plan/registration.js";
import { innerPairs, referenceTo, pairKey } from "../../pairs/types.js";
import type { ConversionContext } from "../../pairs/context.js";
import { conversionProblems } from "../../problem-codes/conversion.js";
import { conversionFn, keeps, loses, optedOut } from "../../markers/conversion.js";
import { fieldNames, findConversionFunction, handWrittenBases } from "../../pairs/discovery/hand-written.js";
import { linkFields } from "../../pairs/links.js";

/** The conversion functions of a target that generated code cannot call, and their problems. */
export interface InvalidFunctions {
  readonly problems: readonly Problem[];
  /**
   * The conversion directions of the functions. For such a direction, only the function is
   * reported, and not every field that the function should convert.
   */
  readonly directions: ReadonlySet<Direction>;
  /**
   * The names of the functions, and the names that their signatures require. No new function with
   * such a name is proposed, because the existing function must be corrected.
   */
  readonly names: ReadonlySet<string>;
}

/**
 * Finds functions that are named like conversions, but that generated code cannot call: misspelt
 * names, wrong signatures, functions that are not exported, and constants. The problems also report
 * duplicates, and pasted proposals with `TODO_` names.
 */
export function invalidFunctions(context: ConversionContext, target: ConversionTarget): InvalidFunctions {
  const directions = context.directions.get(target) ?? [];
  const folders = [...new Set([target.output, target.types, ...target.peers])];
  const own = folders.flatMap((folder) => conversionLike(folder).filter((fn) => belongsTo(target, folder, fn)));
  const invalid = own.flatMap((fn) => {
    const problem = checkFunction(context, target, directions, fn);
    const expected = signatureOf(context.types, fn)?.expected ?? fn.name;
    return problem === undefined ? [] : [{ problem, name: fn.name, expected }];
  });
  return {
    problems: [...invalid.map(({ problem }) => problem), ...own.flatMap(unfinished), ...doubles(context, folders)],
    directions: new Set(
      invalid.flatMap(
        ({ name, expected }) =>
          directions.find(({ convert }) => convert === name) ??
          directions.find(({ convert }) => convert === expected) ??
          misspelt(directions, name) ??
          [],
      ),
    ),
    names: new Set(invalid.flatMap(({ name, expected }) => [name, expected])),
  };
}

/**
 * Reports a proposed function that was pasted, but still contains `TODO_` names in place of the
 * user's code.
 */
function unfinished(fn: FunctionDeclaration): Problem | [] {
  const names = fn.uses.filter((name) => /^TODO_./.test(name));
  if (names.length === 0) return [];
  return {
    ...conversionProblems.is("conversion/unfinished-function"),
    message: `${fn.name} is not complete: it still uses ${names.join(", ")}`,
    hint: "replace each of these names by an expression",
    position: fn.position,
  };
}

/** Returns the functions whose name begins with `Convert_`, in upper or lower case. */
const conversionLike = once(({ functions }: Package): readonly FunctionDeclaration[] =>
  functions.filter(({ name }) => /^convert_/i.test(name)),
);

/**
 * Returns the problem of a function that generated code cannot call. Returns undefined if generated
 * code can call the function, or if neither its name nor its signature resembles a conversion.
 */
function checkFunction(
  context: ConversionContext,
  target: ConversionTarget,
  directions: readonly Direction[],
  fn: FunctionDeclaration,
): Problem | undefined {
  const signature = signatureOf(context.types, fn);
  const named = directions.find(({ convert }) => convert === fn.name) ?? aliasesNamed(context, target, fn.name);
  if (signature === undefined) {
    if (named !== undefined) return otherSignature(context, named, fn);
    const meant = misspelt(directions, fn.name);
    return meant && { ...otherSignature(context, meant, fn), needsAllTypes: true };
  }
  const { expected } = signature;
  if (expected !== undefined && expected !== fn.name) {
    const pair = `${context.types.describe(signature.from)} to ${context.types.describe(signature.to)}`;
    // The function's name refers to one pair of types, and its signature to another pair. Either
    // can be wrong, so the message shows the complete signature.
    if (named !== undefined) return otherSignature(context, named, fn);
    return {
      ...conversionProblems.is("conversion/function-name"),
      message: `${fn.name} does not have the name of a function that converts ${pair}`,
      ...remedyAs(written(fn, expected), replaceText(fn.position, fn.name, expected)),
      position: fn.position,
    };
  }
  const text = written(fn, fn.name);
  if (fn.form !== "declaration")
    return notADeclaration(conversionProblems.is("conversion/not-a-declaration"), fn, text);
  if (fn.exported) return undefined;
  return notExported(conversionProblems.is("conversion/not-exported"), fn, remedyAs(text, exportIt(fn.position)));
}

/**
 * Reports whether the problems of a function belong to a target. All functions in the target's
 * output folder do. Several targets can read the functions of the same hub, so any other function
 * belongs to the target whose version is in the function's name.
 */
function belongsTo(target: ConversionTarget, folder: Package, fn: FunctionDeclaration): boolean {
  return folder === target.output || new RegExp(`_${target.types.name}_`).test(fn.name);
}

function written(fn: FunctionDeclaration, name: string): string {
  return `export function ${name}${writtenSignature(fn)}`;
}

type Pair = Pick<Direction, "from" | "to" | "convert">;

/**
 * Returns the two aliases that a function's name contains, in the order of the conversion. Returns
 * undefined if it is not the name of a conversion between an alias of the version and its peer in
 * the hub.
 */
function aliasesNamed({ types }: ConversionContext, target: ConversionTarget, name: string): Pair | undefined {
  const pair = (from: TypeDeclaration, to: TypeDeclaration): Pair => {
    return { from, to, convert: pairNames(types, referenceTo(from), referenceTo(to))?.convert ?? "" };
  };
  const aliases = Object.values(target.types.types).flatMap((version) => {
    const hub = peerType(target, version.name);
    return version.shape.kind === "alias" && hub?.shape.kind === "alias"
      ? [pair(version, hub), pair(hub, version)]
      : [];
  });
  return aliases.find(({ convert }) => convert === name);
}

function misspelt(directions: readonly Direction[], name: string): Direction | undefined {
  const close = nearest(
    name,
    directions.map(({ convert }) => convert),
  );
  return directions.find(({ convert }) => convert === close);
}

function otherSignature({ types }: ConversionContext, { from, to, convert }: Pair, fn: FunctionDeclaration): Problem {
  const wanted = `export function ${convert}(input: ${types.label(from)}, scope: ConversionScope): ${types.label(to)}`;
  // The replacement of the signature is only an example, because the file can import the types
  // under other names.
  const advice = remedyAs(wanted, { ...replaceSignature(fn.position, wanted), isExample: true });
  return wrongSignature(conversionProblems.is("conversion/wrong-signature"), fn, wanted, advice);
}

function doubles(context: ConversionContext, folders: readonly Package[]): Problem[] {
  return context.functions.doubled.flatMap((all) => {
    const functions = all.map((found) => found.function).sort((a, b) => orderStrings(a.file, b.file));
    const [first, ...rest] = folders.flatMap(({ id }) => functions.filter((fn) => fn.package === id));
    if (first === undefined) return [];
    return rest.map((fn) => duplicateFunction(conversionProblems.is("conversion/duplicate-function"), fn, first));
  });
}

/**
 * Reports functions of the target's output folder that are named like conversions but never called:
 * neither by generated code, nor by a hand-written function, nor by a scheme.
 */
export function unusedProblems(context: ConversionContext, target: ConversionTarget): Problem[] {
  const directions = context.directions.get(target) ?? [];
  const uncalled = target.output.functions.filter(
    (fn) => isConversionName(fn.name) && !context.used.has(fn.name) && !isRegistrable(context, fn),
  );
  if (uncalled.length === 0) return [];
  const called = calledFunctions(context, target);
  return uncalled
    .filter((fn) => !called.has(fn) && !isDouble(context, fn))
    .filter((fn) => checkFunction(context, target, directions, fn) === undefined)
    .map((fn) => ({
      ...conversionProblems.is("conversion/unused-function"),
      needsAllTypes: true,
      message:
        signatureOf(context.types, fn) === undefined
          ? `${fn.name} is never called: it does not have the signature of a conversion function`
          : `${fn.name} is never called: no field needs a conversion between its types`,
      hint: "remove the function, or call it from another conversion function",
      position: fn.position,
    }));
}

function isDouble(context: ConversionContext, fn: FunctionDeclaration): boolean {
  const key = signatureOf(context.types, fn)?.key ?? "";
  return (context.functions.byPair.get(key) ?? []).length > 1;
}

/** Reports `+k8s:conversion-fn` markers on functions that are not conversions. */
export function checkConversionMarkers({ functions }: Package): Problem[] {
  return functions.flatMap((fn) => {
    if (/^convert_/i.test(fn.name)) return [];
    return fn.markers
      .filter((marker) => [conversionFn, keeps, loses].some(({ matches }) => matches(marker)))
      .map(({ name, position }) => ({
        ...conversionProblems.is("conversion/misplaced-marker"),
        message: `+${name} has no effect on the function ${fn.name}, whose name is not the name of a conversion function`,
        ...remedyAs(
          "move the marker to a function with a name like Convert_<a>_<T>_To_<b>_<U>, or remove the marker",
          removeMarker({ position }),
        ),
        position,
      }));
  });
}

/**
 * Returns the hand-written functions that apply to the fields of a target's types. Generated code
 * does not call all of them: if both types of a field are the same, it shares the value.
 */
function calledFunctions(context: ConversionContext, target: ConversionTarget): ReadonlySet<FunctionDeclaration> {
  const { types } = context;
  const called = new Set<FunctionDeclaration>();
  const visited = new Set<string>();
  const visit = (from: Type, to: Type): void => {
    const pair = pairKey(from, to);
    if (visited.has(pair)) return;
    visited.add(pair);
    const found = findConversionFunction(context, target, from, to);
    if (found !== undefined) called.add(found.function);
    // The types inside the value are searched only if the function is marked `copy-only`, because
    // any other function converts the complete value itself.
    if (found !== undefined && conversionFn.read(found.function) !== "copy-only") return;
    const [a, b] = [types.unwrap(from), types.unwrap(to)];
    for (const [x, y] of innerPairs(a, b) ?? []) visit(x, y);
    if (a.kind === "embedded" && b.kind === "embedded") visit({ kind: "ref", to: a.of }, { kind: "ref", to: b.of });
    else if (a.kind === "ref" && b.kind === "ref") visitDeclared(types.declaration(a.to), types.declaration(b.to));
  };
  const visitDeclared = ({ shape: from }: TypeDeclaration, { shape: to }: TypeDeclaration): void => {
    if (from.kind === "object" && to.kind === "object") {
      const bases = handWrittenBases(context, target, from, to);
      for (const base of bases) called.add(base.function);
      const inherited = new Set(bases.flatMap((base) => fieldNames(base.to)));
      for (const [field, peer] of linkFields(from, to).byInput)
        if (!optedOut(field) && !optedOut(peer) && !inherited.has(peer.name)) visit(field.type, peer.type);
    }
    if (from.kind === "union" && to.kind === "union" && from.discriminator === to.discriminator) {
      for (const { value, type } of from.members) {
        const peer = to.members.find((member) => member.value === value);
        if (peer !== undefined) visit({ kind: "ref", to: type }, { kind: "ref", to: peer.type });
      }
    }
  };
  for (const { from, to } of context.directions.get(target) ?? []) {
    const own = context.handWritten(target, referenceTo(from), referenceTo(to));
    if (own !== undefined) called.add(own);
    visitDeclared(from, to);
  }
  return called;
}
