import type { Field, FunctionDeclaration } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/problem.js";
import { propertyAccess } from "../../engine/render.js";
import type { Manual } from "./fields.js";
import { pairNames } from "./function-names.js";
import { renameMarker } from "./markers.js";
import { mentions } from "./persons.js";
import { meantByRenames } from "./links.js";
import { preserving, renamings } from "./remedies.js";
import { printStub } from "./stub.js";
import type { Stub } from "./stub.js";
import { reference } from "./types.js";
import type { Conversion, ValueContext } from "./value.js";
import type { Direction } from "./directions.js";
import type { World } from "./world.js";

/** A field of the input that the generated function leaves out, and why. */
export type Loss =
  | { readonly field: Field; readonly why: "no-peer" }
  | { readonly field: Field; readonly peer: Field; readonly why: Exclude<Conversion, { readonly kind: "value" | "drop" }> };

/** Errors until a person's function takes the pair over; then warnings for what that function does not mention. */
export function lossProblems(
  context: ValueContext,
  direction: Direction,
  person: FunctionDeclaration | undefined,
  losses: readonly Loss[],
  given: readonly Manual[],
): Problem[] {
  const { world } = context;
  if (person !== undefined) {
    return losses
      .filter(({ field }) => !mentions(person, field.name, direction))
      .map((loss) => ({
        code: "conversion/unmentioned-field",
        severity: "warning" as const,
        message: `${sentence(world, direction, loss)}, and ${person.name} does not mention input${propertyAccess(loss.field.name)}`,
        hint: `Use input${propertyAccess(loss.field.name)} in ${person.name} (${person.file}), or mark the field with +k8s:conversion-gen=false.`,
        position: place(direction, loss),
      }));
  }
  const meant = meantByRenames(direction);
  const told = losses.filter(({ field, why }) => why !== "no-peer" || (renameMarker(field) === undefined && !meant.has(field.name)));
  // A nested pair without a function gets a stub of its own; with that the field needs nothing here.
  const own = told.filter((loss) => !isMissing(loss));
  const nested = new Set(told.flatMap((loss) => (loss.why !== "no-peer" && isMissing(loss) ? [loss.peer.name] : [])));
  const takeOver: Stub = {
    name: direction.convert,
    from: direction.from,
    to: direction.to,
    autoConvert: direction.autoConvert,
    given: given.filter(({ name }) => !nested.has(name)),
    lost: own.map(({ field }) => field.name),
  };
  const [first] = own;
  const without = own.find(({ why }) => why === "no-peer");
  const hint = (loss: Loss): string => {
    if (loss.why !== "no-peer" && loss.why.kind === "missing") return missingStub(world, direction, loss.why);
    const markers = loss.why === "no-peer" ? [...renamings(context, direction, loss.field), ...(loss === without ? preserving(context, direction) : [])] : [];
    if (loss.why !== "no-peer" && loss.why.kind === "narrowing") {
      const kinds = [loss.why.to, loss.why.from].map((type) => world.types.describe(type));
      markers.push(`If both hold the same, give them one type: ${kinds.join(" or ")}.`);
    }
    const isShown = first === undefined || loss === first;
    if (!isShown) return [...markers, `${markers.length === 0 ? "Write" : "Otherwise write"} ${direction.convert}; ${at(place(direction, first))} shows it.`].join("\n");
    return [...markers, ...(markers.length === 0 ? [] : ["Otherwise:"]), printStub(world, direction.setup, takeOver)].join("\n");
  };
  // That a field is renamed to none of the peer's is told at its marker.
  return told.map((loss) => ({
    code: loss.why === "no-peer" ? "conversion/missing-peer-field" : `conversion/${codes[loss.why.kind]}`,
    severity: "error" as const,
    message: sentence(world, direction, loss),
    hint: hint(loss),
    position: place(direction, loss),
  }));
}

/** A field without a peer is told once: that nothing fills it on the way back is no news beside the error. */
export function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const without = new Set(problems.flatMap(({ code, position }) => (code === "conversion/missing-peer-field" ? [at(position)] : [])));
  return problems.filter(({ code, position }) => code !== "conversion/output-only-field" || !without.has(at(position)));
}

function isMissing({ why }: Loss): boolean {
  return why !== "no-peer" && why.kind === "missing";
}

const codes = { differ: "kinds-differ", narrowing: "narrowing", missing: "missing-conversion" } as const;

function missingStub(world: World, direction: Direction, { from, to }: Extract<Conversion, { readonly kind: "missing" }>): string {
  const name = pairNames(world.types, reference(from), reference(to))?.convert ?? "";
  return printStub(world, direction.setup, { name, from, to, autoConvert: undefined, given: [], lost: [] });
}

function sentence({ types }: World, { from, to }: Direction, loss: Loss): string {
  const input = `${types.label(from)}.${loss.field.name}`;
  if (loss.why === "no-peer") return `${input} has no peer in ${types.label(to)}`;
  const output = `${types.label(to)}.${loss.peer.name}`;
  const { why } = loss;
  switch (why.kind) {
    case "missing":
      return `nothing converts ${types.label(why.from)} to ${types.label(why.to)}, which ${input} needs to become ${output}`;
    case "narrowing":
      return `${input} is ${types.describe(why.from)} and ${output} is ${types.describe(why.to)}, which does not hold all its values`;
    case "differ":
      return `${input} is ${types.describe(why.from)} and ${output} is ${types.describe(why.to)}`;
  }
}

/** At the field of the input; where the kinds differ at the version's. */
function place(direction: Direction, loss: Loss): Position {
  return loss.why !== "no-peer" && loss.why.kind === "differ" && !direction.outward ? loss.peer.position : loss.field.position;
}

function at({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}
