import { exportIt, remedyAs, replaceSignature, replaceText } from "../../../engine/fix/fix.js";
import { nearest } from "../../../engine/nearest.js";
import type { FunctionDeclaration, Package } from "../../../engine/model/universe.js";
import { once } from "../../../engine/once.js";
import { compareText, type Position, type Problem } from "../../../engine/problem.js";
import { isConversionName, signatureOf } from "../discovery/functions.js";
import type { Setup } from "../target.js";
import { peerOf, type Direction } from "../directions.js";
import { pairNames } from "../discovery/function-names.js";
import { reference } from "../types.js";
import type { World } from "../context.js";

/**
 * Functions that look like conversions and can't be called as such: misspelt, with another
 * signature, not exported, constants, doubles.
 */
export function misfitProblems(world: World, setup: Setup): Problem[] {
  const directions = world.directions.get(setup) ?? [];
  const folders = [...new Set([setup.output, setup.types, ...setup.peers])];
  return [
    ...folders.flatMap((folder) =>
      conversionLike(folder).flatMap((fn) => misfit(world, setup, directions, folder, fn)),
    ),
    ...doubles(world, folders),
  ];
}

/** Functions that are named like conversions, or nearly. */
const conversionLike = once(({ functions }: Package): readonly FunctionDeclaration[] =>
  functions.filter(({ name }) => /^convert_/i.test(name)),
);

function misfit(
  world: World,
  setup: Setup,
  directions: readonly Direction[],
  folder: Package,
  fn: FunctionDeclaration,
): Problem[] {
  if (!mine(setup, folder, fn)) return [];
  const signature = signatureOf(world.types, fn);
  const named = directions.find(({ convert }) => convert === fn.name) ?? aliasesNamed(world, setup, fn.name);
  if (signature === undefined) {
    if (named !== undefined) return [wrongSignature(world, named, fn)];
    const meant = misspelt(directions, fn.name);
    return meant === undefined ? [] : [{ ...wrongSignature(world, meant, fn), needsAllTypes: true }];
  }
  const { expected } = signature;
  if (expected !== undefined && expected !== fn.name) {
    const between = `${world.types.describe(signature.from)} and ${world.types.describe(signature.to)}`;
    // The name of one pair and the types of another: which of both is wrong is for the person to
    // say.
    if (named !== undefined) return [wrongSignature(world, named, fn)];
    return [
      {
        code: "conversion/function-name",
        severity: "error",
        message: `${fn.name} is not the name of the conversion between ${between}`,
        ...remedyAs(written(fn, expected), replaceText(fn.position, fn.name, expected)),
        position: fn.position,
      },
    ];
  }
  if (fn.form !== "declaration") {
    return [
      {
        code: "conversion/function-constant",
        severity: "error",
        message: `${fn.name} is a constant: generated code and this file import each other, and a constant may not have its value yet`,
        hint: written(fn, fn.name),
        position: fn.position,
      },
    ];
  }
  if (!fn.exported) {
    return [
      {
        code: "conversion/function-not-exported",
        severity: "error",
        message: `${fn.name} is not exported, so generated code can't call it`,
        ...remedyAs(written(fn, fn.name), exportIt(fn.position)),
        position: fn.position,
      },
    ];
  }
  return [];
}

/**
 * The directions for which a function exists that can't be called: its own problem is reported, and
 * no other of the direction.
 */
export function misfitDirections(world: World, setup: Setup): ReadonlySet<Direction> {
  const directions = world.directions.get(setup) ?? [];
  const meant = [...new Set([setup.output, setup.types, ...setup.peers])].flatMap((folder) =>
    conversionLike(folder).flatMap((fn) => {
      if (misfit(world, setup, directions, folder, fn).length === 0) return [];
      const name = signatureOf(world.types, fn)?.expected ?? fn.name;
      return (
        directions.find(({ convert }) => convert === fn.name) ??
        directions.find(({ convert }) => convert === name) ??
        misspelt(directions, fn.name) ??
        []
      );
    }),
  );
  return new Set(meant);
}

/** A hub's functions concern all its versions: each version looks at those that name it. */
function mine(setup: Setup, folder: Package, fn: FunctionDeclaration): boolean {
  return folder === setup.output || new RegExp(`_${setup.types.name}_`).test(fn.name);
}

function written(fn: FunctionDeclaration, name: string): string {
  return `export function ${name}(${fn.parameters.map((parameter) => `${parameter.name}: ${parameter.text}`).join(", ")}): ${fn.returnText}`;
}

type Pair = Pick<Direction, "from" | "to" | "convert">;

/** The pair of aliases that a function is named after, in either direction. */
function aliasesNamed({ types }: World, setup: Setup, name: string): Pair | undefined {
  const aliases = Object.values(setup.types.types).flatMap((version): Omit<Pair, "convert">[] => {
    const hub = peerOf(setup, version.name);
    if (hub === undefined || version.shape.kind !== "alias" || hub.shape.kind !== "alias") return [];
    return [
      { from: version, to: hub },
      { from: hub, to: version },
    ];
  });
  return aliases
    .map(({ from, to }) => ({ from, to, convert: pairNames(types, reference(from), reference(to))?.convert ?? "" }))
    .find(({ convert }) => convert === name);
}

function misspelt(directions: readonly Direction[], name: string): Direction | undefined {
  const close = nearest(
    name,
    directions.map(({ convert }) => convert),
  );
  return directions.find(({ convert }) => convert === close);
}

function wrongSignature({ types }: World, { from, to, convert }: Pair, fn: FunctionDeclaration): Problem {
  const wanted = `export function ${convert}(input: ${types.label(from)}, scope: ConversionScope): ${types.label(to)}`;
  return {
    code: "conversion/function-signature",
    severity: "error",
    message: `${fn.name} has another signature than the conversion of ${types.label(from)} to ${types.label(to)}`,
    // The file may import the types under other names.
    ...remedyAs(wanted, { ...replaceSignature(fn.position, wanted), isExample: true }),
    position: fn.position,
  };
}

function doubles(world: World, folders: readonly Package[]): Problem[] {
  return world.functions.doubled.flatMap((all) => {
    const found = all
      .map((candidate) => candidate.function)
      .filter((fn) => folders.some(({ id }) => id === fn.package))
      .sort(
        (a, b) =>
          folders.findIndex(({ id }) => id === a.package) - folders.findIndex(({ id }) => id === b.package) ||
          compareText(a.file, b.file),
      );
    const [first, ...rest] = found;
    if (first === undefined) return [];
    return rest.map((fn) => ({
      code: "conversion/function-twice",
      severity: "error" as const,
      message: `${fn.name} is here and at ${place(first.position)}: one of them would never be called`,
      hint: "Keep one of the two.",
      position: fn.position,
    }));
  });
}

function place({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}

/** Functions of the setup's own folder that are called like conversions and that nothing calls. */
export function unusedProblems(world: World, setup: Setup, called: ReadonlySet<FunctionDeclaration>): Problem[] {
  const directions = world.directions.get(setup) ?? [];
  return setup.output.functions
    .filter((fn) => isConversionName(fn.name) && !called.has(fn) && !world.used.has(fn.name))
    .filter((fn) => misfit(world, setup, directions, setup.output, fn).length === 0 && !isDouble(world, fn))
    .map((fn) => ({
      code: "conversion/function-unused",
      severity: "warning" as const,
      needsAllTypes: true as const,
      message:
        signatureOf(world.types, fn) === undefined
          ? `nothing calls ${fn.name}: its signature is not that of a conversion`
          : `nothing calls ${fn.name}: no field has its pair of types, and it is not registered`,
      hint: "Remove it, or call it from another conversion function.",
      position: fn.position,
    }));
}

function isDouble(world: World, fn: FunctionDeclaration): boolean {
  const key = signatureOf(world.types, fn)?.key ?? "";
  return (world.functions.byPair.get(key) ?? []).length > 1;
}
