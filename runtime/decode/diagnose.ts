import { getOwn } from "../json/values.js";
import { shapeOf, type NumberKind, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { unionMembersOf, targetOf } from "../schema/preserve-unknown.js";
import type { LargeIntegers } from "./decode.js";
import { LargeNumberError, rootPlace, typeErrorText, UnmarshalError, type JSONPlace } from "../json/errors.js";
import { DecodeFindings, joinPath, pathBelow } from "./findings.js";
import { goType } from "./go-type.js";
import { shortened } from "../util/shortened.js";
import { isLargeInteger, printsLargeInteger } from "../json/number-literal.js";
import { boundsOfKind, changes, hasFitting64Bits, isFloat } from "./number-kinds.js";
import { StringCursor, jsonKind } from "../json/text-cursor.js";
import { canonicalString } from "./text-formats.js";

/**
 * Walks through a JSON document and its type, and returns all problems in document order, as
 * Kubernetes' JSON decoder finds them. The walk is exact but slow, so it runs only after the fast
 * decoder has found a problem.
 * @param largeIntegers treatment of large integers, as for `decodeParsed`
 * @throws UnmarshalError for problems at which Go stops, such as an invalid time or quantity
 */
export function diagnose(schema: TypeSchema, text: string, largeIntegers: LargeIntegers): DecodeFindings {
  const findings = new DecodeFindings();
  new Walk(new StringCursor(text), findings, largeIntegers).type(schema, rootPlace);
  return findings;
}

class Walk {
  readonly #cursor: StringCursor;
  readonly #findings: DecodeFindings;
  readonly #largeIntegers: LargeIntegers;

  constructor(cursor: StringCursor, findings: DecodeFindings, largeIntegers: LargeIntegers) {
    this.#cursor = cursor;
    this.#findings = findings;
    this.#largeIntegers = largeIntegers;
  }

  type(schema: TypeSchema, place: JSONPlace): void {
    const shape = shapeOf(schema);
    if (shape.value !== undefined) this.value(shape.value, place, shape.name);
    else if (shape.discriminator !== undefined) this.#union(shape, place);
    else if (this.#opens("{", shape.name, place)) this.#struct(shape, place);
  }

  value(shape: ValueShape, place: JSONPlace, type: string): void {
    switch (shape.type) {
      case "any":
        this.#anything(place);
        return;
      case "RawExtension":
      case "FieldsV1":
        this.#raw(type, place);
        return;
      case "boolean":
        this.#scalar(["bool"], type, place);
        return;
      case "string":
        this.#scalar(["string"], type, place);
        return;
      case "IntOrString":
        if (this.#cursor.peek() === '"') this.#cursor.readValue();
        else this.#stop(inField(place, this.#numberProblem("int32", "int32", place)?.message));
        return;
      case "bytes":
      case "Time":
      case "MicroTime":
      case "Duration":
      case "Quantity":
        this.#text(shape.type, type, place);
        return;
      case "list":
        if (this.#opens("[", type, place)) this.#list(() => shape.items, place);
        return;
      case "tuple":
        this.#tuple(shape.items, type, place);
        return;
      case "map":
        if (this.#opens("{", type, place)) this.#map(shape.values, place);
        return;
      case "ref":
      case "embedded":
        this.type(targetOf(shape), place);
        return;
      default:
        this.#number(() => this.#numberProblem(shape.type, type, place));
    }
  }

  /**
   * Consumes the opening bracket of an object or a list, and returns true. If the value does not
   * start with `bracket`, consumes the whole value and returns false; any value other than null is
   * reported as a wrong type.
   */
  #opens(bracket: "{" | "[", type: string, place: JSONPlace): boolean {
    if (this.#cursor.take(bracket)) return true;
    this.#scalar([], type, place);
    return false;
  }

  #scalar(kinds: readonly string[], type: string, place: JSONPlace): void {
    const kind = jsonKind(this.#cursor.peek());
    this.#cursor.readValue();
    if (kind !== "null" && !kinds.includes(kind)) this.#findings.mismatch(kind, type, place);
  }

  #struct(shape: SchemaShape, place: JSONPlace): void {
    const struct = shape.name.slice(shape.name.lastIndexOf(".") + 1);
    const seen = new Set<string>();
    this.#keys((key) => {
      const field = getOwn(shape.fields ?? {}, key);
      if (field === undefined && shape.preserveUnknown !== true) {
        this.#findings.strict("unknown field", place, key);
        this.#cursor.readValue();
        return;
      }
      this.#noteRepeat(seen, key, place);
      if (field === undefined) {
        this.#anything({ ...place, path: pathBelow(place.path, key) });
        return;
      }
      // For an optional property, null means absent. A nullable property may be null.
      if ((field.optional === true || field.nullable === true) && this.#cursor.peek() === "n") {
        this.#cursor.readValue();
        return;
      }
      const inside = { path: pathBelow(place.path, key), struct, fields: joinPath(place.fields, key) };
      this.value(field, inside, goType(field));
    });
  }

  #map(values: ValueShape, place: JSONPlace): void {
    const type = goType(values);
    const seen = new Set<string>();
    this.#keys((key) => {
      this.#noteRepeat(seen, key, place);
      this.value(values, { ...place, path: pathBelow(place.path, key) }, type);
    });
  }

  #noteRepeat(seen: Set<string>, key: string, place: JSONPlace): void {
    if (seen.has(key)) this.#findings.strict("duplicate field", place, key);
    else seen.add(key);
  }

  #keys(visit: (key: string) => void): void {
    while (!this.#cursor.take("}")) {
      const key = this.#cursor.readString();
      this.#cursor.take(":");
      visit(key);
      this.#cursor.take(",");
    }
  }

  #tuple(items: readonly ValueShape[], type: string, place: JSONPlace): void {
    if (!this.#opens("[", type, place)) return;
    const count = this.#list((i) => items[i] ?? { type: "any" }, place);
    if (count !== items.length)
      this.#findings.mismatch(`array of ${String(count)} items`, `${type} with ${String(items.length)} items`, place);
  }

  /** Walks through the items of a list, and returns their number. */
  #list(itemAt: (index: number) => ValueShape, place: JSONPlace): number {
    for (let i = 0; ; i++) {
      if (this.#cursor.take("]")) return i;
      const item = itemAt(i);
      this.value(item, { ...place, path: `${place.path}[${String(i)}]` }, goType(item));
      this.#cursor.take(",");
    }
  }

  #anything(place: JSONPlace): void {
    const first = this.#cursor.peek();
    if (first === "{" && this.#cursor.take("{")) this.#map({ type: "any" }, place);
    else if (first === "[" && this.#cursor.take("[")) this.#list(() => ({ type: "any" }), place);
    else if (jsonKind(first) === "number") this.#number(() => this.#untypedNumberProblem(place));
    else this.#cursor.readValue();
  }

  /**
   * Checks a JSON object whose content has no type. Two problems are possible: a value that is
   * neither an object nor null, and a number that JavaScript cannot represent.
   */
  #raw(type: string, place: JSONPlace): void {
    if (this.#cursor.peek() !== "{") {
      this.#scalar([], type, place);
      return;
    }
    const inside = new DecodeFindings();
    new Walk(new StringCursor(this.#cursor.readValue()), inside, this.#largeIntegers).#anything(place);
    this.#findings.typeError ??= inside.typeError;
  }

  /**
   * Walks through an object of a union. The discriminator may be the last key, so it is searched
   * before the walk.
   */
  #union(shape: SchemaShape, place: JSONPlace): void {
    if (this.#cursor.peek() !== "{") {
      this.#scalar([], shape.name, place);
      return;
    }
    const text = this.#cursor.lookFor(shape.discriminator ?? "");
    const tag: unknown = text === undefined ? undefined : JSON.parse(text);
    const member = getOwn(unionMembersOf(shape), String(tag));
    if (member !== undefined) {
      this.type(member(), place);
      return;
    }
    this.#cursor.readValue();
    if (tag !== undefined && tag !== null && typeof tag !== "string") this.#tagMismatch(tag, shape, place);
  }

  #tagMismatch(tag: unknown, shape: SchemaShape, place: JSONPlace): void {
    const name = shape.discriminator ?? "";
    const struct = shape.name.slice(shape.name.lastIndexOf(".") + 1);
    const kind = jsonKind(JSON.stringify(tag).charAt(0));
    this.#findings.mismatch(kind, "string", {
      path: joinPath(place.path, name),
      struct,
      fields: joinPath(place.fields, name),
    });
  }

  /** Reads a number. The number is checked only if no earlier error was found. */
  #number(problem: () => UnmarshalError | undefined): void {
    if (this.#findings.typeError === undefined) this.#findings.typeError = problem();
    else this.#cursor.readValue();
  }

  #numberProblem(kind: NumberKind, type: string, place: JSONPlace): UnmarshalError | undefined {
    const found = jsonKind(this.#cursor.peek());
    const literal = this.#cursor.readValue();
    if (found === "null") return undefined;
    if (found !== "number") return new UnmarshalError(typeErrorText(found, type, place));
    const [least, greatest] = boundsOfKind(kind);
    const isLarge = isLargeInteger(literal);
    const problem = typeErrorText(`number ${shortened(literal)}`, type, place);
    if (isLarge && hasFitting64Bits(kind, literal))
      return new LargeNumberError(`${problem}: only integers from ${least} to ${greatest} are supported`);
    const value = Number(literal);
    const isInteger = /^-?\d+$/.test(literal) && !(kind.startsWith("uint") && literal.startsWith("-"));
    if (!(value >= least && value <= greatest && (isFloat(kind) || isInteger)))
      return isLarge ? new LargeNumberError(problem) : new UnmarshalError(problem);
    if (!isLarge || this.#largeIntegers === "number" || !changes(literal)) return undefined;
    return new LargeNumberError(`${problem}: write ${value}, the nearest floating-point number`);
  }

  /**
   * Returns the problem of a number that has no type; undefined for a valid number. A number must
   * be finite. If the option `largeIntegers` is `refuse`, integers beyond ±(2^53 - 1) are also
   * rejected. The same applies to numbers that JSON prints as such an integer, for example `1e20`,
   * because the printed integer could not be read again.
   */
  #untypedNumberProblem(place: JSONPlace): UnmarshalError | undefined {
    const literal = this.#cursor.readLiteral();
    const value = Number(literal);
    if (!Number.isFinite(value))
      return new UnmarshalError(typeErrorText(`number ${shortened(literal)}`, "float64", place));
    const isLarge = isLargeInteger(literal) || printsLargeInteger(value);
    if (!isLarge || this.#largeIntegers !== "refuse") return undefined;
    const [least, greatest] = boundsOfKind("int64");
    const problem = `cannot unmarshal number ${shortened(literal)}: only integers from ${least} to ${greatest} are supported, write it as a string`;
    return new LargeNumberError(inField(place, problem));
  }

  #text(format: "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity", type: string, place: JSONPlace): void {
    const kind = jsonKind(this.#cursor.peek());
    const literal = this.#cursor.readValue();
    if (kind === "null" && format !== "Duration") return;
    // Invalid bytes do not end the walk, and only the first error is reported.
    if (format === "bytes" && this.#findings.typeError !== undefined) return;
    if (format === "bytes" && kind === "array") {
      new Walk(new StringCursor(literal), this.#findings, this.#largeIntegers).value(
        { type: "list", items: { type: "uint8" } },
        place,
        type,
      );
      return;
    }
    if (format !== "Quantity" && kind !== "string" && kind !== "null") {
      if (format === "bytes") this.#findings.mismatch(kind, type, place);
      else this.#stop(typeErrorText(kind, "string", place));
      return;
    }
    if (kind === "number" && isInexact(Number(literal))) {
      throw new LargeNumberError(
        `${typeErrorText(`number ${shortened(literal)}`, type, place)}: write quantities from 2^53 on as strings`,
      );
    }
    try {
      canonicalString(format, kind === "string" ? String(JSON.parse(literal)) : kind === "null" ? "" : literal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (format === "bytes") this.#findings.problem(() => inField(place, message));
      else this.#stop(inField(place, message));
    }
  }

  /**
   * Throws an error for an invalid value of a type with a special parser, such as Time. Go stops
   * decoding at such an error.
   */
  #stop(problem: string | undefined): void {
    if (problem !== undefined) throw new UnmarshalError(problem);
  }
}

/** Returns Go's error message, with the path of the field added if Go omits it. */
function inField(place: JSONPlace, problem: string): string;
function inField(place: JSONPlace, problem: string | undefined): string | undefined;
function inField({ path }: JSONPlace, problem: string | undefined): string | undefined {
  return path === "" || problem === undefined || problem.includes("Go struct field") ? problem : `${path}: ${problem}`;
}

/**
 * Reports whether JavaScript may have rounded a number: its absolute value is at least 2^53, or it
 * is infinite.
 */
function isInexact(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
