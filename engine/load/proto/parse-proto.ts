import { createRequire } from "node:module";
import type protobufjs from "protobufjs";

/** The content of a `.proto` file from which the field numbers of generated files are taken. */
export interface ProtoFile {
  readonly package?: string;
  /** The value of the option `go_package`; absent if the file does not set it. */
  readonly goPackage?: string;
  readonly messages: ReadonlyMap<string, ProtoMessage>;
}

export interface ProtoMessage {
  readonly fields: ReadonlyMap<string, ProtoField>;
  /** Ranges of field numbers that no field may have. Both ends are included. */
  readonly reservedNumbers: readonly (readonly [number, number])[];
  readonly reservedNames: readonly string[];
}

export interface ProtoField {
  readonly number: number;
  /** The type as the file contains it: `string`, `.k8s.io.api.core.v1.PodSpec`; `map` for a map. */
  readonly type: string;
  readonly isRepeated: boolean;
}

/** An error in a `.proto` file that cannot be parsed. */
export interface ProtoProblem {
  readonly fault: string;
  readonly line: number;
}

/**
 * Parses a `.proto` file of proto2 or proto3. Accepts files that Go's go-to-protobuf wrote. The
 * parser is loaded at the first call, because most runs do not need it.
 */
export function parseProto(text: string): ProtoFile | ProtoProblem {
  const library = createRequire(import.meta.url)("protobufjs") as typeof protobufjs;
  let parsed: protobufjs.IParserResult;
  try {
    parsed = library.parse(text, { keepCase: true });
  } catch (error) {
    const message = (error as Error).message;
    const line = /\(line (\d+)\)/.exec(message)?.[1];
    return { fault: message.replace(/ \(line \d+\)/, ""), line: Number(line ?? 1) };
  }
  const scope = parsed.package === undefined ? parsed.root : parsed.root.lookup(parsed.package);
  const found = (scope as protobufjs.NamespaceBase | null)?.nestedArray ?? [];
  const messages = found.flatMap((item) =>
    item instanceof library.Type ? [[item.name, messageOf(library, item)] as const] : [],
  );
  const goPackage = /^\s*option\s+go_package\s*=\s*"([^"]*)"\s*;/m.exec(text)?.[1];
  return {
    messages: new Map(messages),
    ...(parsed.package === undefined ? {} : { package: parsed.package }),
    ...(goPackage === undefined ? {} : { goPackage }),
  };
}

function messageOf(library: typeof protobufjs, type: protobufjs.Type): ProtoMessage {
  // The library sets the property only for a message with a `reserved` statement.
  const reserved = (type.reserved as protobufjs.Type["reserved"] | undefined) ?? [];
  return {
    fields: new Map(
      type.fieldsArray.map((field) => [
        field.name,
        {
          number: field.id,
          type: field instanceof library.MapField ? "map" : field.type,
          isRepeated: field.repeated,
        },
      ]),
    ),
    reservedNumbers: reserved.flatMap((entry) =>
      Array.isArray(entry) ? [[entry[0] ?? 0, entry[1] ?? 0] as const] : [],
    ),
    reservedNames: reserved.filter((entry) => typeof entry === "string"),
  };
}
