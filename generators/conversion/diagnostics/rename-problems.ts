import { removeMarker, remedyAs, replaceMarker } from "../../../engine/base/fix.js";
import type { Field, ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { nearest } from "../../../engine/util/nearest.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import type { Direction } from "../../pairs/directions.js";
import { optedOut, rename } from "../../markers/conversion.js";
import { fieldsByName, linkFields } from "../../pairs/links.js";
import type { Types } from "../../pairs/types.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * Checks the rename markers of a version's type and of its peer in the hub. The hub has peers in
 * several versions, so a marker in the hub is accepted if this version still has a field with the
 * original name.
 */
export function checkRenames(types: Types, version: TypeDeclaration, hub: TypeDeclaration): Problem[] {
  if (version.shape.kind !== "object" || hub.shape.kind !== "object") return [];
  const ofVersion: Peers = { types, type: version, shape: version.shape, peerType: hub, peers: hub.shape };
  const ofHub: Peers = { types, type: hub, shape: hub.shape, peerType: version, peers: version.shape };
  const problems = [...check(ofVersion, false), ...check(ofHub, true)];
  if (problems.some(({ code }) => code === "conversion/rename-twice")) return problems;
  return [...problems, ...checkRivals(ofVersion), ...checkRivals(ofHub)];
}

/** A type whose rename markers are checked, and its peer. */
interface Peers {
  readonly types: Types;
  readonly type: TypeDeclaration;
  readonly shape: ObjectShape;
  readonly peerType: TypeDeclaration;
  /** Shape of the peer. */
  readonly peers: ObjectShape;
}

/**
 * Reports two fields that have the same peer. This happens if the rename markers of both types
 * contradict each other.
 */
function checkRivals(of: Peers): Problem[] {
  return linkFields(of.shape, of.peers).rivals.map(({ field, first, peer }) => {
    const marker = rename.find(field) ?? rename.find(first) ?? rename.find(peer);
    return renamedTwice(of, field, first, peer.name, marker?.position ?? field.position);
  });
}

function renamedTwice(
  { types, type, peerType }: Peers,
  field: Field,
  rival: Field,
  peer: string,
  position: Position,
): Problem {
  return {
    ...conversionProblems.is("conversion/rename-twice"),
    message: `${types.label(type)}.${field.name} and ${types.label(type)}.${rival.name} both have the peer ${types.label(peerType)}.${peer}`,
    ...remedyAs(
      "remove this marker, rename the other field too, or exclude the other field from conversion with +k8s:conversion-gen=false",
      removeMarker({ position }),
    ),
    position,
  };
}

function check(of: Peers, forgiving: boolean): Problem[] {
  const { types, type, shape, peerType, peers } = of;
  const problems: Problem[] = [];
  const nameInPeer = (field: Field): string => rename.read(field) ?? field.name;
  for (const field of shape.fields) {
    const marker = rename.find(field);
    if (marker?.value === undefined) continue;
    const { position, value: target } = marker;
    if (!fieldsByName(peers).has(target)) {
      if (forgiving && fieldsByName(peers).has(field.name)) continue;
      const names = peers.fields.map(({ name }) => name);
      const meant = nearest(lastName(target), names);
      problems.push({
        ...conversionProblems.is("conversion/rename-target"),
        message: `${types.label(type)}.${field.name} has the marker +k8s:conversion-gen:rename=${target}, but ${types.label(peerType)} has no field ${target}`,
        ...(meant === undefined
          ? remedyAs(
              `name a field of ${types.label(peerType)}: ${names.join(", ")}; or remove the marker`,
              removeMarker({ position }),
            )
          : remedyAs(
              `did you mean +k8s:conversion-gen:rename=${meant}?`,
              replaceMarker({ position }, `+k8s:conversion-gen:rename=${meant}`),
            )),
        position,
      });
      continue;
    }
    const rival = shape.fields.find((other) => other !== field && !optedOut(other) && nameInPeer(other) === target);
    if (rival !== undefined && !optedOut(field)) {
      problems.push(renamedTwice(of, field, rival, target, position));
    }
  }
  return problems;
}

/**
 * Returns the names of the input's fields to which misspelt rename markers of the output most
 * likely refer. The misspelt marker is reported, so these fields are not reported as fields without
 * a peer.
 */
export function meantByRenames({ from, to }: Pick<Direction, "from" | "to">): ReadonlySet<string> {
  if (from.shape.kind !== "object" || to.shape.kind !== "object") return new Set();
  const names = from.shape.fields.map(({ name }) => name);
  return new Set(
    to.shape.fields.flatMap((field) => {
      const marker = rename.find(field);
      if (marker === undefined || names.includes(marker.value ?? "")) return [];
      return (
        nearest(marker.value === undefined || marker.value === "" ? field.name : lastName(marker.value), names) ?? []
      );
    }),
  );
}

/**
 * Returns the last name in a marker's value. The value can be a path such as `spec.summary`, or
 * quoted.
 */
function lastName(value: string): string {
  return (
    value
      .replace(/^["'`](.*)["'`]$/, "$1")
      .split(".")
      .at(-1) ?? value
  );
}
