import type { Field, ObjectShape, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { renameMarker } from "./markers.js";
import type { Types } from "./types.js";

/** Which field of the input each field of the output comes from. */
export interface Links {
  readonly byOutput: ReadonlyMap<string, Field>;
  /** Fields of the input that nothing comes from. */
  readonly unmatched: readonly Field[];
}

/** Matches by name, and by the rename markers of both sides. */
export function linkFields(from: ObjectShape, to: ObjectShape): Links {
  const byOutput = new Map<string, Field>();
  const unmatched: Field[] = [];
  for (const field of from.fields) {
    const name = peerName(field, from, to);
    if (!to.fields.some((candidate) => candidate.name === name)) unmatched.push(field);
    // Two fields for one peer are a problem of their markers.
    else if (!byOutput.has(name)) byOutput.set(name, field);
  }
  return { byOutput, unmatched };
}

function peerName(field: Field, from: ObjectShape, to: ObjectShape): string {
  const own = renamedTo(field, to);
  if (own !== undefined) return own;
  const renamed = to.fields.find((candidate) => renameMarker(candidate)?.value === field.name);
  if (renamed !== undefined) return renamed.name;
  // The field of this name belongs to another one of the input.
  const sameName = to.fields.find((candidate) => candidate.name === field.name);
  const taken = sameName === undefined ? undefined : renamedTo(sameName, from);
  return taken === undefined || taken === field.name ? field.name : "";
}

/** Where a field's marker sends it, if the other side has such a field. */
function renamedTo(field: Field, other: ObjectShape): string | undefined {
  const name = renameMarker(field)?.value;
  return other.fields.some((candidate) => candidate.name === name) ? name : undefined;
}

/**
 * Checks the rename markers between a version's type and its peer. A hub's field may be renamed for one version only: its
 * marker is wrong in a version that has neither name.
 */
export function checkRenames(types: Types, version: TypeDeclaration, hub: TypeDeclaration): Problem[] {
  if (version.shape.kind !== "object" || hub.shape.kind !== "object") return [];
  const [own, peers] = [version.shape.fields, hub.shape.fields];
  return [...check(types, version, own, hub, peers, false), ...check(types, hub, peers, version, own, true)];
}

function check(
  types: Types,
  type: TypeDeclaration,
  fields: readonly Field[],
  peerType: TypeDeclaration,
  peers: readonly Field[],
  forgiving: boolean,
): Problem[] {
  const problems: Problem[] = [];
  for (const field of fields) {
    const marker = renameMarker(field);
    if (marker?.value === undefined) continue;
    const target = marker.value;
    if (!peers.some(({ name }) => name === target)) {
      if (forgiving && peers.some(({ name }) => name === field.name)) continue;
      problems.push({
        code: "conversion/rename-target",
        severity: "error",
        message: `${types.label(type)}.${field.name} is renamed to ${target}, which ${types.label(peerType)} does not have`,
        hint: `The fields of ${types.label(peerType)}: ${peers.map(({ name }) => name).join(", ")}`,
        position: marker.position,
      });
      continue;
    }
    const rival = fields.find((other) => other !== field && (renameMarker(other)?.value ?? other.name) === target);
    if (rival !== undefined) {
      problems.push({
        code: "conversion/rename-twice",
        severity: "error",
        message: `${types.label(type)}.${field.name} and ${types.label(type)}.${rival.name} would both be ${types.label(peerType)}.${target}`,
        hint: "One field has one peer: rename the other one too, or opt it out with +k8s:conversion-gen=false.",
        position: marker.position,
      });
    }
  }
  return problems;
}
