import { addMarker, remedyAs, type Remedy } from "../../../engine/fix/fix.js";
import type { Field, FunctionDeclaration } from "../../../engine/model/universe.js";
import { formatPosition, type Position, type Problem } from "../../../engine/problem.js";
import { propertyAccess } from "../../../engine/render.js";
import type { Stub } from "../../../engine/stub.js";
import type { Manual } from "../plan/fields.js";
import { pairNames } from "../discovery/function-names.js";
import { renameMarker } from "../markers.js";
import { mentions } from "../discovery/persons.js";
import { meantByRenames } from "../plan/links.js";
import { preserving, renamings } from "./remedies.js";
import type { MissingMembers } from "../plan/missing-members.js";
import { membersText, missingMembersProblem } from "./member-problems.js";
import { stubOf, type Task } from "./stub.js";
import { reference } from "../types.js";
import type { Conversion, ValueContext } from "../plan/value.js";
import type { Direction } from "../directions.js";
import type { World } from "../context.js";

/** A field of the input that the generated function leaves out, and why. */
export type Loss =
  | { readonly field: Field; readonly why: "no-peer" }
  | {
      readonly field: Field;
      readonly peer: Field;
      readonly why: Exclude<Conversion, { readonly kind: "value" | "drop" }>;
    };

/**
 * Errors until a person's function takes the pair over; then warnings for what that function does
 * not mention.
 */
export function lossProblems(
  context: ValueContext,
  direction: Direction,
  person: FunctionDeclaration | undefined,
  losses: readonly Loss[],
  given: readonly Manual[],
): Problem[] {
  const { world } = context;
  const meant = meantByRenames(direction);
  // A field is reported at its rename marker, if the marker names none of the peer's fields.
  const isRenamed = ({ field, why }: Loss): boolean =>
    why === "no-peer" && (renameMarker(field) !== undefined || meant.has(field.name));
  if (person !== undefined) {
    const enums = losses.flatMap((loss) =>
      loss.why !== "no-peer" && isOfAliases(loss.why) && !mentions(person, loss.field.name, direction)
        ? [missingMembersProblem(world, direction, loss.field, loss.peer, loss.why)]
        : [],
    );
    const unmentioned = losses
      .filter((loss) => !isRenamed(loss) && !isOfAliases(loss.why))
      .filter(
        ({ field: { name } }) =>
          !mentions(person, name, direction) &&
          world.declared.of(direction.from, name, direction.to.package) === undefined,
      )
      .map((loss): Problem => {
        const input = `input${propertyAccess(loss.field.name)}`;
        const loses = `+k8s:conversion-fn:loses=${loss.field.name}`;
        return {
          code: "conversion/unmentioned-field",
          severity: "warning",
          message: `${sentence(world, direction, loss)}, and ${person.name} does not mention ${input}`,
          ...remedyAs(
            `Use ${input} in ${person.name} (${person.file}). To accept that it gets lost, write above the function: ${loses}`,
            addMarker(person.position, loses),
          ),
          position: place(direction, loss),
        };
      });
    return [...enums, ...unmentioned];
  }
  const told = losses.filter((loss) => !isRenamed(loss));
  // A nested pair without a function gets a stub of its own; with that the field needs nothing
  // here.
  const own = told.filter((loss) => !isNested(loss));
  const nested = new Set(told.flatMap((loss) => (loss.why !== "no-peer" && isNested(loss) ? [loss.peer.name] : [])));
  const sources = new Map(
    own.flatMap((loss) => (loss.why === "no-peer" ? [] : [[loss.peer.name, loss.field.name] as const])),
  );
  const takeOver: Task = {
    kind: "complete",
    autoConvert: direction.autoConvert,
    given: given.filter(({ name }) => !nested.has(name)).map(({ name }) => ({ name, source: sources.get(name) })),
    lost: own.flatMap(({ field, why }) => (why === "no-peer" ? field.name : [])),
  };
  const ownStub = stubOf(world, direction.setup, direction.convert, direction.from, direction.to, takeOver);
  const without = own.find(({ why }) => why === "no-peer");
  return told.map((loss): Problem => {
    if (loss.why !== "no-peer" && loss.why.kind === "members")
      return missingMembersProblem(world, direction, loss.field, loss.peer, loss.why, ownStub);
    return {
      code: loss.why === "no-peer" ? "conversion/missing-peer-field" : `conversion/${codes[loss.why.kind]}`,
      severity: "error",
      message: sentence(world, direction, loss),
      ...remedies(context, direction, loss, loss === without),
      stub: loss.why !== "no-peer" && loss.why.kind === "missing" ? missingStub(world, direction, loss.why) : ownStub,
      position: place(direction, loss),
    };
  });
}

/**
 * What may be done in place of writing a function. @param isFirst whether it is the type's first
 * field without a peer
 */
function remedies(context: ValueContext, direction: Direction, { field, why }: Loss, isFirst: boolean): Remedy {
  if (why === "no-peer") {
    const fixes = [...renamings(context, direction, field), ...(isFirst ? preserving(context, direction) : [])];
    return fixes.length === 0 ? {} : remedyAs(fixes.map(({ text }) => text).join("\n"), ...fixes);
  }
  if (why.kind !== "narrowing") return {};
  const kinds = [why.to, why.from].map((type) => context.world.types.describe(type));
  return { hint: `If both hold the same, give them one type: ${kinds.join(" or ")}.` };
}

/**
 * A field without a peer is told once: that nothing fills it on the way back is no news beside the
 * error.
 */
export function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const without = new Set(
    problems.flatMap(({ code, position }) =>
      code === "conversion/missing-peer-field" ? [formatPosition(position)] : [],
    ),
  );
  return problems.filter(
    ({ code, position }) => code !== "conversion/output-only-field" || !without.has(formatPosition(position)),
  );
}

/** Whether a function for types below the field is enough. */
function isNested({ why }: Loss): boolean {
  return why !== "no-peer" && (why.kind === "missing" || isOfAliases(why));
}

/**
 * Whether two aliases have different members: a function for them converts all fields of their
 * type.
 */
function isOfAliases(why: Loss["why"]): why is MissingMembers {
  return why !== "no-peer" && why.kind === "members" && why.aliases !== undefined;
}

const codes = { differ: "kinds-differ", narrowing: "narrowing", missing: "missing-conversion" } as const;

function missingStub(
  world: World,
  direction: Direction,
  { from, to }: Extract<Conversion, { readonly kind: "missing" }>,
): Stub {
  const name = pairNames(world.types, reference(from), reference(to))?.convert ?? "";
  return stubOf(world, direction.setup, name, from, to, { kind: "all" });
}

function sentence({ types }: World, { from, to }: Direction, loss: Loss): string {
  const input = `${types.label(from)}.${loss.field.name}`;
  if (loss.why === "no-peer") return `${input} has no peer in ${types.label(to)}`;
  const output = `${types.label(to)}.${loss.peer.name}`;
  const { why } = loss;
  switch (why.kind) {
    case "missing":
      return `nothing converts ${types.label(why.from)} to ${types.label(why.to)}, which ${input} needs to become ${output}`;
    case "members":
      return `${input} has ${membersText(why.values)}, which ${output} does not have`;
    case "narrowing":
      return `${input} is ${types.describe(why.from)} and ${output} is ${types.describe(why.to)}, which does not hold all its values`;
    case "differ":
      return `${input} is ${types.describe(why.from)} and ${output} is ${types.describe(why.to)}`;
  }
}

/** At the field of the input; where the kinds differ at the version's. */
function place(direction: Direction, loss: Loss): Position {
  return loss.why !== "no-peer" && loss.why.kind === "differ" && !direction.outward
    ? loss.peer.position
    : loss.field.position;
}
