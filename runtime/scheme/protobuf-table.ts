import type { GroupVersion, GroupVersionKind } from "../group-version.js";
import { groupVersionString } from "../group-version-text.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import type { ProtobufWriter } from "../wire/protobuf-writer.js";

/** The functions that write and read a kind as protobuf, without the envelope. */
export interface ProtobufKind {
  readonly marshal: (writer: ProtobufWriter, input: never) => void;
  readonly unmarshal: (reader: ProtobufReader, end: number) => object;
}

/** The protobuf functions of a scheme's kinds. */
export class ProtobufTable {
  readonly #kinds = new Map<string, ProtobufKind>();

  /** Registers the functions of a version's kinds. They replace earlier ones. */
  add(version: GroupVersion, kinds: { readonly [kind: string]: ProtobufKind }): void {
    for (const [kind, functions] of Object.entries(kinds)) this.#kinds.set(keyOf(version, kind), functions);
  }

  find(gvk: GroupVersionKind): ProtobufKind | undefined {
    return this.#kinds.get(keyOf(gvk, gvk.kind));
  }
}

function keyOf(version: GroupVersion, kind: string): string {
  return `${groupVersionString(version)} ${kind}`;
}
