import type { ProtoMessage } from "../../engine/load/proto/parse-proto.js";
import type { PackageMessages } from "../messages/package-messages.js";

/**
 * Returns the messages of the existing file whose types no longer exist. They stay in the file, so
 * that a later type with the same name does not use their numbers again.
 */
export function tombstones({ existing, messages }: PackageMessages): readonly (readonly [string, ProtoMessage])[] {
  const present = new Set([...messages.values()].map(({ type }) => type.name));
  return [...(existing?.messages ?? [])].filter(
    ([name]) => !present.has(name) && !isScalar(name) && hasNumbers(name, existing),
  );
}

function hasNumbers(name: string, existing: PackageMessages["existing"]): boolean {
  const message = existing?.messages.get(name);
  return message !== undefined && (message.fields.size > 0 || message.reservedNumbers.length > 0);
}

/** Messages of Kubernetes that are scalars in TypeScript. Another file declares them. */
function isScalar(name: string): boolean {
  return ["Time", "MicroTime", "Timestamp", "Duration", "FieldsV1", "TypeMeta"].includes(name);
}
