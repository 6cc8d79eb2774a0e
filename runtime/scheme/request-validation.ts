import { hasOptionalZeros } from "../decode/optional-zeros.js";
import { leftOutOf } from "../decode/left-out.js";
import { withoutAddedZeros } from "../decode/added-zeros.js";
import { internalError } from "../field/constructors.js";
import type { ErrorList } from "../field/error-list.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import type { TypeSchema } from "../schema/schema.js";
import type { RuntimeObject } from "./runtime-object.js";
import type { Scheme } from "./scheme.js";
import { presenceErrors } from "../validator/presence-errors.js";
import { setLeftOut, type LeftOut } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";

/**
 * The part of an object that a request writes. All other parts have their stored or initial values.
 * If the request omits a property in the other parts, this is not an error.
 */
type WrittenPart = "all" | "all but status" | "status" | "nothing";

type Options = Readonly<Record<string, boolean>>;

/**
 * The declarative validation of an object that a request writes (Go:
 * rest.ValidateDeclarativelyWithMigrationChecks). Checks the rules of the object's type in the
 * request's version, so that errors name the fields that the client sent.
 */
export class RequestValidation {
  readonly #scheme: Scheme;
  readonly #version: GroupVersion;
  readonly #subresources: readonly string[];
  readonly #written: WrittenPart;
  readonly #schema: TypeSchema | undefined;
  /** Returns the object of the request. */
  #sent: () => unknown = () => ({});
  /** Returns the object before an update. */
  #stored: (() => unknown) | undefined;

  /**
   * @param kind kind of the whole object in the request's version
   * @param subresource empty for the object itself
   * @param written part of the object that the request writes
   */
  constructor(scheme: Scheme, kind: GroupVersionKind, subresource: string, written: WrittenPart) {
    this.#written = written;
    this.#scheme = scheme;
    this.#version = { group: kind.group, version: kind.version };
    this.#subresources = subresource === "" ? [] : [subresource];
    const schema = scheme.recognizes(kind) ? scheme.schemaFor(kind) : undefined;
    this.#schema = scheme.validations.has(schema) ? schema : undefined;
  }

  /** True if the kind has rules in the request's version. */
  get hasRules(): boolean {
    return this.#schema !== undefined;
  }

  /**
   * Sets a function that returns the object that the request writes, as the client sent it. It
   * shows which properties the client omitted; the decoded object does not.
   * @param stored returns the object before an update, if it can lack required properties
   */
  setSent(sent: () => unknown, stored?: () => unknown): void {
    this.#sent = sent;
    this.#stored = stored;
  }

  /**
   * Returns the errors of all enforced rules, for objects in the hub version.
   * @param old undefined for a new object
   */
  errors(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (this.#schema === undefined) return [];
    try {
      const versioned = this.#versioned(object);
      const before = old && this.#versioned(old);
      return versioned === object ? this.#run(options, versioned, before) : this.#runAsSent(options, versioned, before);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      // As in Go, a failed conversion to the request's version is an internal error, because no
      // rule can be checked.
      return [internalError(null, new Error(`unexpected error converting to versioned type: ${error.message}`))];
    }
  }

  /**
   * Returns the errors of all enforced rules, for an object in the request's version that cannot be
   * converted to the hub.
   * @param old in the hub version; undefined for a new object
   */
  unconvertedErrors(object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    // Rules can depend on options, which only the strategy knows. The strategy needs an object in
    // the hub version, so rules with options are not checked here.
    const errors =
      old === undefined ? this.#run({}, object, undefined) : this.#runAsSent({}, object, this.#versioned(old));
    return errors.filter(({ type }) => type !== "InternalError");
  }

  #runAsSent(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (this.#schema === undefined) return [];
    const asSent = this.#withoutAddedZeros(this.#schema, object, old);
    return this.#run(options, asSent.value, asSent.old);
  }

  #run(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    const schema = this.#schema;
    if (schema === undefined) return [];
    const op: Operation = {
      type: old === undefined ? "Create" : "Update",
      options,
      request: { subresources: this.#subresources },
    };
    setLeftOut(op, () => partOf(leftOutOf(schema, this.#parse(), object) ?? nothing, this.#written));
    const found = this.#scheme.validations.run(this.#scheme.schemaOf(object), op, object, old);
    const errors = old === undefined ? found : [...found, ...this.#presenceErrors(schema, op, object, found)];
    // As in Go, errors of beta rules are enforced, because the gate DeclarativeValidationBeta is on
    // by default.
    return errors.filter(({ stability, type }) => stability !== "alpha" || type === "InternalError");
  }

  /**
   * Returns an error for each required property that an update leaves out in a part that it does
   * not change. A stored object that lacks required properties may stay as it is.
   * @param found the errors of the other parts
   */
  #presenceErrors(schema: TypeSchema, op: Operation, object: RuntimeObject, found: ErrorList): ErrorList {
    const errors = presenceErrors(op, schema, object);
    if (errors.length === 0) return errors;
    if (this.#stored !== undefined && leftOutOf(schema, this.#stored()) !== undefined) return [];
    return errors.filter(({ type, field }) => !found.some((error) => error.type === type && error.field === field));
  }

  /**
   * Removes the zeros that the conversion from the hub version has added to an object, see
   * `withoutAddedZeros`.
   */
  #withoutAddedZeros(schema: TypeSchema, value: RuntimeObject, old: RuntimeObject | undefined) {
    if (this.#written === "nothing" || !hasOptionalZeros(schema, value)) return { value, old };
    return withoutAddedZeros(schema, ofParts(this.#written, this.#parse() ?? {}, value as Parts), value, old);
  }

  #parse(): Parts | null {
    return this.#sent() as Parts | null;
  }

  #versioned(object: RuntimeObject): RuntimeObject {
    try {
      // Validation changes nothing, so the result can share parts with the object.
      return this.#scheme.unsafeConvertToVersion(object, this.#version);
    } catch (error) {
      throw new ConversionError((error as Error).message, { cause: error });
    }
  }
}

class ConversionError extends Error {}

const nothing: LeftOut = { names: [] };

interface Parts {
  readonly metadata?: unknown;
  readonly status?: unknown;
}

/**
 * Returns the written part of one object, and the other parts of another object. The server changes
 * metadata itself, so metadata is not a written part.
 */
function ofParts(written: WrittenPart, sent: Parts, others: Parts): object {
  const { metadata, status } = others;
  switch (written) {
    case "all":
      return { ...sent, metadata };
    case "all but status":
      return { ...sent, metadata, status };
    case "status":
      return { ...others, status: sent.status };
    case "nothing":
      return others;
  }
}

function partOf(leftOut: LeftOut, part: WrittenPart): LeftOut | undefined {
  const isStatus = (name: string) => name === "status";
  const { names, below } = leftOut;
  const entries = below instanceof Map ? [...(below as ReadonlyMap<string, LeftOut>)] : [];
  switch (part) {
    case "all":
      return leftOut;
    case "nothing":
      return undefined;
    case "status":
      return { names: names.filter(isStatus), below: new Map(entries.filter(([name]) => isStatus(name))) };
    case "all but status":
      return { names: [...names, "status"], below: new Map(entries.filter(([name]) => !isStatus(name))) };
  }
}
