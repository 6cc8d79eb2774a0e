import type { PlanInput } from "../../../../engine/plan/generator.js";
import { packageById } from "../../../../engine/model/lookup.js";
import type { Package, TypeDeclaration } from "../../../../engine/model/universe.js";
import { once } from "../../../../engine/util/once.js";
import type { ProtobufField } from "../../../../generators/messages/message.js";
import { packageMessages } from "../../../../generators/messages/package-messages.js";

/**
 * Returns the protobuf field numbers of a type, by the names of properties, base types and union
 * members.
 */
export type NumbersOf = (type: TypeDeclaration) => ReadonlyMap<string, number>;

/** Returns a function that reads field numbers from `generated.proto` and from markers. */
export function numberReader(input: PlanInput): NumbersOf {
  const messagesOf = once(
    (pkg: Package) => packageMessages(input, pkg, undefined, [])?.messages ?? new Map<string, never>(),
  );
  return ({ id, package: pkg }) => {
    const found = packageById(input.universe, pkg);
    const message = found === undefined ? undefined : messagesOf(found).get(id);
    if (message === undefined) return none;
    const { fields, numbers } = message;
    return new Map(
      fields.flatMap((field) => {
        const [place, number] = [placeOf(field), numbers.byField.get(field)];
        return place === undefined || number === undefined ? [] : [[place, number] as const];
      }),
    );
  };
}

const none: ReadonlyMap<string, number> = new Map();

function placeOf({ source }: ProtobufField): string | undefined {
  switch (source.kind) {
    case "property":
      return source.property.name;
    case "base":
      return source.base.name;
    case "member":
      return source.value;
    case "items":
      return undefined;
  }
}
