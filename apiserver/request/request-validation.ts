import {
  field,
  setLeftOut,
  type ErrorList,
  type GroupVersion,
  type GroupVersionKind,
  type LeftOut,
  type Operation,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import type { APIObject } from "./api-object.js";

/**
 * The part of an object that a request writes. The other parts have their stored or initial values,
 * so properties that are missing there in the request are not errors.
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
  readonly #hasRules: boolean;
  readonly #written: WrittenPart;
  #leftOut: LeftOut | undefined;

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
    this.#hasRules = scheme.recognizes(kind) && scheme.validations.has(scheme.schemaFor(kind));
  }

  /** True if the kind has rules in the request's version. */
  get hasRules(): boolean {
    return this.#hasRules;
  }

  /** Stores the required properties that are missing in the object of the request. */
  setLeftOut(leftOut: LeftOut | undefined): void {
    this.#leftOut = partOf(leftOut ?? { names: [] }, this.#written);
  }

  /**
   * Returns the errors of all enforced rules, for objects in the hub version.
   * @param old undefined for a new object
   */
  errors(options: Options, object: APIObject, old: APIObject | undefined): ErrorList {
    if (!this.#hasRules) return [];
    try {
      return this.versionedErrors(options, this.#versioned(object), old && this.#versioned(old));
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      // As in Go, a failed conversion to the request's version is an internal error, because no
      // rule can be checked.
      return [field.internalError(null, new Error(`unexpected error converting to versioned type: ${error.message}`))];
    }
  }

  /** Returns the errors of all enforced rules, for objects in the request's version. */
  versionedErrors(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (!this.#hasRules) return [];
    const op: Operation = {
      type: old === undefined ? "Create" : "Update",
      options,
      request: { subresources: this.#subresources },
    };
    setLeftOut(op, this.#leftOut);
    const errors = this.#scheme.validations.run(this.#scheme.schemaOf(object), op, object, old);
    // As in Go, errors of beta rules are enforced, because the gate DeclarativeValidationBeta is on
    // by default.
    return errors.filter(({ stability, type }) => stability !== "alpha" || type === "InternalError");
  }

  #versioned(object: APIObject): RuntimeObject {
    try {
      // Validation changes nothing, so the result can share parts with the object.
      return this.#scheme.unsafeConvertToVersion(object, this.#version);
    } catch (error) {
      throw new ConversionError((error as Error).message, { cause: error });
    }
  }
}

class ConversionError extends Error {}

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
