import { createRequire } from "node:module";
import type protobufjs from "protobufjs";

/** The content of a `.proto` file that decides the numbers of later files. */
export interface ProtoFile {
  readonly package?: string;
  /** The option `go_package`. */
  readonly goPackage?: string;
  readonly messages: ReadonlyMap<string, ProtoMessage>;
}

export interface ProtoMessage {
  readonly fields: ReadonlyMap<string, ProtoField>;
  /** Ranges of numbers that no field may have; both ends are included. */
  readonly reservedNumbers: readonly (readonly [number, number])[];
  readonly reservedNames: readonly string[];
}

export interface ProtoField {
  readonly number: number;
  /** The type as written: `string`, `.k8s.io.api.core.v1.PodSpec`; `map` for a map. */
  readonly type: string;
  readonly isRepeated: boolean;
}

/** A `.proto` file that cannot be read. */
export interface ProtoProblem {
  readonly fault: string;
  readonly line: number;
}

/**
 * Parses a `.proto` file of proto2 or proto3, also one that Go's go-to-protobuf wrote. The library
 * is loaded at the first call, because most runs need none.
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
  // The library sets the property only for a message with `reserved`.
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
