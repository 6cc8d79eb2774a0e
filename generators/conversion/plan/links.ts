import { removeMarker, remedyAs, replaceMarker } from "../../../engine/fix/fix.js";
import type { Field, ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { nearest } from "../../../engine/nearest.js";
import { once } from "../../../engine/once.js";
import type { Position, Problem } from "../../../engine/problem.js";
import type { Direction } from "../directions.js";
import { optedOut, renameMarker } from "../markers.js";
import type { Types } from "../types.js";

/** Which field of the input each field of the output comes from. */
export interface Links {
  readonly byOutput: ReadonlyMap<string, Field>;
  /** The same the other way round. */
  readonly byInput: ReadonlyMap<Field, Field>;
  /** Fields of the input that nothing comes from. */
  readonly unmatched: readonly Field[];
  /** Fields of the input whose peer already comes from another field. */
  readonly rivals: readonly { readonly field: Field; readonly first: Field; readonly peer: Field }[];
}

/** Matches by name, and by the rename markers of both sides. */
export function linkFields(from: ObjectShape, to: ObjectShape): Links {
  const inputs = indexOf(from);
  const outputs = indexOf(to);
  const byOutput = new Map<string, Field>();
  const byInput = new Map<Field, Field>();
  const unmatched: Field[] = [];
  const rivals: { field: Field; first: Field; peer: Field }[] = [];
  for (const field of from.fields) {
    const peer = peerOf(field, inputs, outputs);
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

/** An object's fields, by the names that others ask for. */
interface Index {
  readonly byName: ReadonlyMap<string, Field>;
  /** By what their markers rename them to. */
  readonly renamed: ReadonlyMap<string, Field>;
  /** What those are that have such a marker. */
  readonly targets: ReadonlyMap<Field, string>;
}

/** By name. */
export function fieldsOf(shape: ObjectShape): ReadonlyMap<string, Field> {
  return indexOf(shape).byName;
}

const indexOf = once(({ fields }: ObjectShape): Index => {
  const byName = new Map<string, Field>();
  const renamed = new Map<string, Field>();
  const targets = new Map<Field, string>();
  for (const field of fields) {
    byName.set(field.name, field);
    const target = renameMarker(field)?.value;
    if (target === undefined) continue;
    targets.set(field, target);
    if (!renamed.has(target)) renamed.set(target, field);
  }
  return { byName, renamed, targets };
});

function peerOf(field: Field, inputs: Index, outputs: Index): Field | undefined {
  const own = renamedTo(field, inputs, outputs) ?? outputs.renamed.get(field.name);
  if (own !== undefined) return own;
  const sameName = outputs.byName.get(field.name);
  // The field of this name may belong to another one of the input.
  const taken = sameName === undefined ? undefined : renamedTo(sameName, outputs, inputs);
  return taken === undefined || taken.name === field.name ? sameName : undefined;
}

/** Where a field's marker sends it, if the other side has such a field. */
function renamedTo(field: Field, own: Index, other: Index): Field | undefined {
  const name = own.targets.get(field);
  return name === undefined ? undefined : other.byName.get(name);
}

/**
 * Fields of the input that a marker of the output most likely means, and misspells: that they have
 * no peer is no problem of theirs.
 */
export function meantByRenames({ from, to }: Pick<Direction, "from" | "to">): ReadonlySet<string> {
  if (from.shape.kind !== "object" || to.shape.kind !== "object") return new Set();
  const names = from.shape.fields.map(({ name }) => name);
  return new Set(
    to.shape.fields.flatMap((field) => {
      const marker = renameMarker(field);
      if (marker === undefined || names.includes(marker.value ?? "")) return [];
      return (
        nearest(marker.value === undefined || marker.value === "" ? field.name : lastName(marker.value), names) ?? []
      );
    }),
  );
}

/** The field of a marker's value that is written as a path, `spec.summary`, or in quotes. */
function lastName(value: string): string {
  return (
    value
      .replace(/^["'`](.*)["'`]$/, "$1")
      .split(".")
      .at(-1) ?? value
  );
}

/**
 * Checks the rename markers between a version's type and its peer. A hub's field may be renamed for
 * one version only: its marker is wrong in a version that has neither name.
 */
export function checkRenames(types: Types, version: TypeDeclaration, hub: TypeDeclaration): Problem[] {
  if (version.shape.kind !== "object" || hub.shape.kind !== "object") return [];
  const problems = [
    ...check(types, version, version.shape, hub, hub.shape, false),
    ...check(types, hub, hub.shape, version, version.shape, true),
  ];
  if (problems.some(({ code }) => code === "conversion/rename-twice")) return problems;
  return [
    ...problems,
    ...checkRivals(types, version, version.shape, hub, hub.shape),
    ...checkRivals(types, hub, hub.shape, version, version.shape),
  ];
}

/** Reports two fields that have one peer by the markers of both sides together. */
function checkRivals(
  types: Types,
  type: TypeDeclaration,
  shape: ObjectShape,
  peerType: TypeDeclaration,
  peers: ObjectShape,
): Problem[] {
  return linkFields(shape, peers).rivals.map(({ field, first, peer }) => {
    const marker = renameMarker(field) ?? renameMarker(first) ?? renameMarker(peer);
    return renamedTwice(types, type, field, first, peerType, peer.name, marker?.position ?? field.position);
  });
}

function renamedTwice(
  types: Types,
  type: TypeDeclaration,
  field: Field,
  rival: Field,
  peerType: TypeDeclaration,
  peer: string,
  position: Position,
): Problem {
  return {
    code: "conversion/rename-twice",
    severity: "error",
    message: `${types.label(type)}.${field.name} and ${types.label(type)}.${rival.name} would both be ${types.label(peerType)}.${peer}`,
    ...remedyAs(
      "A field has one peer: remove this marker, rename the other field too, or opt that out with +k8s:conversion-gen=false.",
      removeMarker({ position }),
    ),
    position,
  };
}

function check(
  types: Types,
  type: TypeDeclaration,
  shape: ObjectShape,
  peerType: TypeDeclaration,
  peers: ObjectShape,
  forgiving: boolean,
): Problem[] {
  const problems: Problem[] = [];
  const { targets } = indexOf(shape);
  for (const [field, target] of targets) {
    const position = renameMarker(field)?.position ?? field.position;
    if (!fieldsOf(peers).has(target)) {
      if (forgiving && fieldsOf(peers).has(field.name)) continue;
      const names = peers.fields.map(({ name }) => name);
      const meant = nearest(lastName(target), names);
      problems.push({
        code: "conversion/rename-target",
        severity: "error",
        message: `${types.label(type)}.${field.name} is renamed to ${target}, which ${types.label(peerType)} does not have`,
        ...(meant === undefined
          ? remedyAs(
              `The fields of ${types.label(peerType)}: ${names.join(", ")}. If it is none of them, remove the marker.`,
              removeMarker({ position }),
            )
          : remedyAs(
              `Did you mean +k8s:conversion-gen:rename=${meant}?`,
              replaceMarker({ position }, `+k8s:conversion-gen:rename=${meant}`),
            )),
        position,
      });
      continue;
    }
    const rival = shape.fields.find(
      (other) => other !== field && !optedOut(other) && (targets.get(other) ?? other.name) === target,
    );
    if (rival !== undefined && !optedOut(field)) {
      problems.push(renamedTwice(types, type, field, rival, peerType, target, position));
    }
  }
  return problems;
}
