import { removeMarker, remedy, replaceMarker } from "../../engine/base/fix.js";
import type { ProtoMessage } from "../../engine/load/proto/parse-proto.js";
import type { Problem } from "../../engine/base/problem.js";
import type { ProtobufMessage, ProtobufField } from "./message.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/** Numbers of a message's fields. */
export interface Numbers {
  readonly byField: ReadonlyMap<ProtobufField, number>;
  /** Ranges of numbers that no field may use, sorted. */
  readonly reservedNumbers: readonly (readonly [number, number])[];
  readonly reservedNames: readonly string[];
  readonly problems: readonly Problem[];
}

const noMessage: ProtoMessage = { fields: new Map(), reservedNumbers: [], reservedNames: [] };

/**
 * Returns the numbers of a message's fields. A field keeps its number in the existing
 * `generated.proto`, or else gets the number of its marker, or else a free number. In an existing
 * message, the free number is above all others, because a smaller one may have been used earlier.
 * The numbers of removed fields become reserved.
 */
export function numbersOf({ type, fields }: ProtobufMessage, existing: ProtoMessage | undefined): Numbers {
  const known = existing ?? noMessage;
  const problems: Problem[] = [];
  const names = new Set(fields.map(({ name }) => name));
  const removed = [...known.fields].filter(([name]) => !names.has(name));
  const reserved = merged([...known.reservedNumbers, ...removed.map(([, { number }]) => [number, number] as const)]);
  const isReserved = (number: number): boolean => reserved.some(([from, to]) => from <= number && number <= to);
  const byField = new Map<ProtobufField, number>();
  const owners = new Map<number, ProtobufField>();
  const claim = (field: ProtobufField, number: number): void => {
    const other = owners.get(number);
    if (other !== undefined) problems.push(duplicate(type.name, field, other, number));
    owners.set(number, field);
    byField.set(field, number);
  };
  for (const field of fields) {
    const before = known.fields.get(field.name)?.number;
    const pin = field.pin?.number;
    if (before !== undefined && pin !== undefined && pin !== before) problems.push(changed(type.name, field, before));
    if (before === undefined && pin !== undefined && isReserved(pin)) problems.push(reused(type.name, field, pin));
    const number = before ?? pin;
    if (number !== undefined) claim(field, number);
  }
  const last = reserved.filter(([, to]) => to <= 536_870_911).map(([, to]) => to);
  let next = existing === undefined ? 1 : Math.max(0, ...owners.keys(), ...last) + 1;
  for (const field of fields) {
    if (byField.has(field)) continue;
    while (owners.has(next) || isReserved(next) || isImplementations(next)) next++;
    claim(field, next);
  }
  return {
    byField,
    reservedNumbers: reserved,
    reservedNames: [...new Set([...known.reservedNames, ...removed.map(([name]) => name)])].filter(
      (name) => !names.has(name),
    ),
    problems,
  };
}

/** Reports whether a number is in the range that protobuf reserves for its implementations. */
function isImplementations(number: number): boolean {
  return number >= 19_000 && number <= 19_999;
}

/** Returns the ranges sorted, with adjacent and overlapping ranges merged. */
function merged(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = joined.at(-1);
    if (previous !== undefined && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function duplicate(type: string, field: ProtobufField, other: ProtobufField, number: number): Problem {
  const pinned = field.pin ?? other.pin;
  return {
    ...protobufProblems.is("protobuf/duplicate-number"),
    message: `${type}.${field.name} and ${type}.${other.name} have the same number ${number}`,
    ...(pinned === undefined
      ? {}
      : remedy(removeMarker(pinned.marker, "remove the marker; codegen then assigns a free number"))),
    position: pinned?.marker.position ?? field.position,
  };
}

function changed(type: string, { name, pin, position }: ProtobufField, before: number): Problem {
  const marker = pin?.marker;
  const to = marker?.name === "protobuf.extends" ? `${String(marker.value).split(":")[0]}:${before}` : String(before);
  return {
    ...protobufProblems.is("protobuf/number-changed"),
    message: `${type}.${name} has the number ${before} in generated.proto, and stored objects contain this number, so it cannot change to ${pin?.number ?? 0}`,
    ...(marker === undefined ? {} : remedy(replaceMarker(marker, `+${marker.name}=${to}`))),
    position: marker?.position ?? position,
  };
}

function reused(type: string, { name, pin, position }: ProtobufField, number: number): Problem {
  return {
    ...protobufProblems.is("protobuf/reserved-number"),
    message: `${type}.${name} cannot have the number ${number}, because a removed property of ${type} had this number`,
    ...(pin === undefined
      ? {}
      : remedy(removeMarker(pin.marker, "remove the marker; codegen then assigns a free number"))),
    position: pin?.marker.position ?? position,
  };
}
