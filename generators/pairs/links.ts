import type { Field, ObjectShape } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";
import { optedOut, rename } from "../markers/conversion.js";

/** Correspondence between the fields of two object types: an input and an output. */
export interface Links {
  readonly byOutput: ReadonlyMap<string, Field>;
  /** Fields of the output, by the corresponding field of the input. */
  readonly byInput: ReadonlyMap<Field, Field>;
  /**
   * Fields of the input for which the output has no field. The fields in `rivals` are not included.
   */
  readonly unmatched: readonly Field[];
  /**
   * Fields of the input (`field`) that have no corresponding field, because their `peer` already
   * corresponds to another field of the input (`first`).
   */
  readonly rivals: readonly { readonly field: Field; readonly first: Field; readonly peer: Field }[];
}

/**
 * Returns the correspondence between the fields of two types. Fields correspond by name, or by the
 * rename markers of both types.
 */
export function linkFields(from: ObjectShape, to: ObjectShape): Links {
  const inputs = indexOf(from);
  const outputs = indexOf(to);
  const byOutput = new Map<string, Field>();
  const byInput = new Map<Field, Field>();
  const unmatched: Field[] = [];
  const rivals: { field: Field; first: Field; peer: Field }[] = [];
  for (const field of from.fields) {
    const peer = peerField(field, inputs, outputs);
    const first = peer === undefined ? undefined : byOutput.get(peer.name);
    if (peer === undefined) unmatched.push(field);
    else if (first !== undefined && !optedOut(first)) {
      if (!optedOut(field)) rivals.push({ field, first, peer });
    } else {
      if (first !== undefined) byInput.delete(first);
      byOutput.set(peer.name, field);
      byInput.set(field, peer);
    }
  }
  return { byOutput, byInput, unmatched, rivals };
}

/** Lookup of the fields of an object type. */
interface Index {
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields by the name in their rename marker. */
  readonly renamed: ReadonlyMap<string, Field>;
}

/** Returns the fields of an object type by name. */
export function fieldsByName(shape: ObjectShape): ReadonlyMap<string, Field> {
  return indexOf(shape).byName;
}

const indexOf = once(({ fields }: ObjectShape): Index => {
  const renamed = new Map<string, Field>();
  for (const field of fields) {
    const target = rename.read(field);
    if (target !== undefined && !renamed.has(target)) renamed.set(target, field);
  }
  return { byName: new Map(fields.map((field) => [field.name, field])), renamed };
});

function peerField(field: Field, inputs: Index, outputs: Index): Field | undefined {
  const own = renamedTo(field, outputs) ?? outputs.renamed.get(field.name);
  if (own !== undefined) return own;
  const sameName = outputs.byName.get(field.name);
  // A field of the same name is not the peer if its rename marker names another field of the input.
  const taken = sameName === undefined ? undefined : renamedTo(sameName, inputs);
  return taken === undefined || taken.name === field.name ? sameName : undefined;
}

/**
 * Returns the field of the peer type that a rename marker names; undefined if the field has no
 * rename marker, or if the peer type does not have the named field.
 */
function renamedTo(field: Field, other: Index): Field | undefined {
  const name = rename.read(field);
  return name === undefined ? undefined : other.byName.get(name);
}
