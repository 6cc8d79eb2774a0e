import type * as fc from "fast-check";
import { CodecFactory } from "../codec/codec-factory.js";
import { deepCopyJSON } from "../json/values.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import { APIVersionInternal, groupVersionString, sameGroupVersion } from "../meta/group-version.js";
import type { TypeSchema } from "../schema/schema.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { checkLaw, type CheckOptions } from "./check.js";
import { firstDifference, firstShared } from "./difference.js";
import { Losses, type LossyPaths } from "./losses.js";
import { checkCELRules, type EvaluateRules } from "./rules/cel-enforcement.js";
import { placedCELRules } from "./rules/cel-rules.js";
import { checkEnforcement } from "./rules/enforcement.js";
import { typeHasRules } from "../rules/type-rules.js";
import { counted } from "./rules/retried.js";
import type { Options } from "./rules/of-type.js";

/**
 * A registered kind and the arbitrary that generates its objects: `{ schema: PizzaSchema, fuzz:
 * Fuzz_Pizza }`.
 */
export interface KindFuzzer {
  readonly schema: TypeSchema;
  readonly fuzz: () => fc.Arbitrary<unknown>;
  /** True if validation must enforce the rules of the schema. Default: false. */
  readonly validated?: boolean;
  /**
   * The function of `@apimachinery/runtime/cel` that evaluates CEL rules, if validation must
   * enforce these rules, too.
   */
  readonly validateRules?: EvaluateRules;
  /**
   * Paths of fields that a round trip loses, by the apiVersion to which the round trip first
   * converts an object. For an object of the hub version, this is the other version; for an object
   * of another version, it is the hub.
   */
  readonly losses?: { readonly [apiVersion: string]: LossyPaths };
  /**
   * True if the type is a hub type of another API group. If the scheme does not have the type, the
   * kind is skipped. For other types, this is an error.
   */
  readonly foreign?: boolean;
}

export interface RoundTripOptions extends CheckOptions {
  /**
   * Hub version: every other version is converted to and from this version. Default: `__internal`.
   */
  readonly hub?: GroupVersion;
  /**
   * True if decoding sets defaults. The fuzzers must then generate objects that already have their
   * defaults. Default: false.
   */
  readonly defaulting?: boolean;
  /**
   * Receives warnings: fields that `losses` lists but that were never lost, rules that no generated
   * object can violate, and the number of objects that were replaced because they broke rules.
   * Default: writes them to the console.
   */
  readonly report?: (text: string) => void;
}

/**
 * A law: a property that a kind must have. A test passes `name` and `run` to the function `test` of
 * its test framework.
 */
export interface Law {
  readonly name: string;
  /**
   * Checks the property.
   * @throws Error with the kind, the version, the path of the first field that differs, the shrunk
   *   object and the seed
   */
  readonly run: () => void;
}

/**
 * Returns the laws that the kinds of a scheme must fulfil. The laws concern copies, validation,
 * defaults, encodings and conversions.
 * @param fuzzers the kinds. Because of `readonly []` in the parameter type, the compiler infers a
 * tuple for an array literal, and does not compare the types of its elements with each other.
 * @throws Error for a type that the scheme does not have, unless the type is `foreign`
 */
export function roundTripLaws(
  scheme: Scheme,
  fuzzers: readonly KindFuzzer[] | readonly [],
  options: RoundTripOptions = {},
): Law[] {
  return fuzzers.flatMap(({ schema, fuzz, validated = false, validateRules, losses = {}, foreign = false }) => {
    const evaluate = placedCELRules(schema).length > 0 ? validateRules : undefined;
    const ruled = validated && (typeHasRules(schema) || evaluate !== undefined);
    const gvks = scheme.allKnownTypes().find((type) => type.definition.schema === schema)?.gvks;
    if (gvks === undefined && foreign) return [];
    if (gvks === undefined)
      throw new Error(`no kind is registered for the type ${schema.name} in scheme ${JSON.stringify(scheme.name)}`);
    return gvks.flatMap((gvk) =>
      new KindLaws(scheme, gvk, { fuzz, ruled: ruled ? schema : undefined, evaluate, losses }, options).all(),
    );
  });
}

type Subject = Required<Pick<KindFuzzer, "fuzz" | "losses">> & {
  /**
   * The schema whose rules validation must enforce; undefined if it has no rules, or if validation
   * need not enforce them.
   */
  readonly ruled: TypeSchema | undefined;
  readonly evaluate: EvaluateRules | undefined;
};

class KindLaws {
  readonly #codecs: CodecFactory;

  constructor(
    readonly scheme: Scheme,
    readonly gvk: GroupVersionKind,
    readonly subject: Subject,
    readonly options: RoundTripOptions,
  ) {
    this.#codecs = new CodecFactory(scheme);
  }

  all(): Law[] {
    const { gvk, scheme } = this;
    const laws = [
      this.#law("a deep copy is equal and shares nothing", (obj) => {
        const before = deepCopyJSON(obj);
        const copy = scheme.copy(obj);
        expectEqual("the copy", before, copy);
        expectEqual("the original object after it was copied", before, obj);
        expectNothingShared("the copy", obj, copy);
      }),
    ];
    if (this.subject.ruled !== undefined) laws.push(this.#enforcementLaw(this.subject.ruled));
    if (gvk.version !== APIVersionInternal) laws.push(...this.#encodingLaws());
    const hub = this.#hub();
    const toHub = `converting to ${groupVersionString(hub)} and back`;
    if (!sameGroupVersion(gvk, hub))
      return scheme.recognizes({ ...hub, kind: gvk.kind })
        ? [...laws, this.#tripLaw(hub, toHub, (obj) => scheme.convertToVersion(obj, hub))]
        : laws;
    const others = scheme.versionsForGroupKind(gvk).filter((version) => !sameGroupVersion(version, gvk));
    return [...laws, ...others.flatMap((version) => this.#versionLaws(version))];
  }

  #encodingLaws(): Law[] {
    return [
      this.#law("setting defaults twice gives the same object as setting them once", (made) => {
        // Defaults are set in a copy, because the generated object must not change: fast-check
        // shrinks it.
        const obj = deepCopyJSON(made);
        this.scheme.default(obj);
        const once = deepCopyJSON(obj);
        this.scheme.default(obj);
        expectEqual("the object after defaults were set a second time", once, obj);
      }),
      this.#law("encoding as JSON and decoding returns an equal object", (obj) => {
        expectEqual("the decoded object", obj, this.#read(this.#encode(obj, this.gvk)));
      }),
      this.#law("encoding a decoded object again returns the same string", (obj) => {
        const text = this.#encode(obj, this.gvk);
        const again = this.#encode(this.#read(text), this.gvk);
        // The first string is not compared: its order of keys can differ, because decoding did not
        // create the object. The second and the third string must be equal.
        const third = this.#encode(this.#read(again), this.gvk);
        expectEqual("the object that was encoded again", JSON.parse(text), JSON.parse(again));
        if (third !== again) throw new Error(`the encoded strings differ: ${again} and ${third}`);
      }),
    ];
  }

  /** Returns the laws about conversions of a hub's objects to another version. */
  #versionLaws(version: GroupVersion): Law[] {
    const text = groupVersionString(version);
    const convert = (obj: RuntimeObject): RuntimeObject => this.scheme.convertToVersion(obj, version);
    return [
      this.#tripLaw(version, `converting to ${text}, through JSON and back`, (obj) =>
        this.#read(this.#encode(convert(obj), version)),
      ),
      this.#law(`converting to ${text} shares nothing with the original`, (obj) => {
        const before = deepCopyJSON(obj);
        const converted = convert(obj);
        expectEqual("the original object after its conversion", before, obj);
        expectNothingShared("the converted object", obj, converted);
      }),
    ];
  }

  #hub(): GroupVersion {
    return this.options.hub ?? { group: this.gvk.group, version: APIVersionInternal };
  }

  #law(text: string, property: (obj: RuntimeObject) => void, advice?: string): Law {
    const name = this.#nameOf(text);
    const run = () => {
      // The kind comes from the registration and not from the schema, because a type can be
      // registered as several kinds.
      const objects = this.subject.fuzz().map((value) => this.#named(value as RuntimeObject));
      checkLaw(name, objects, property, this.options, advice);
    };
    return { name, run };
  }

  #report(name: string, text: string): void {
    (this.options.report ?? warn)(`${name}: ${text}`);
  }

  #nameOf(text: string): string {
    return `${groupVersionString(this.gvk)} ${this.gvk.kind}: ${text}`;
  }

  /** Returns the law that validation reports each rule that an object violates. */
  #enforcementLaw(schema: TypeSchema): Law {
    const name = this.#nameOf("validation enforces every rule");
    const run = () => {
      const objects = this.subject.fuzz().map((value) => {
        const object = deepCopyJSON(this.#named(value as RuntimeObject));
        this.scheme.default(object);
        return object;
      });
      const validate = (options: Options, object: RuntimeObject, oldObject: RuntimeObject | undefined) =>
        oldObject === undefined
          ? this.scheme.validate(options, object)
          : this.scheme.validateUpdate(options, object, oldObject);
      const seed = this.options.seed ?? 1;
      const { evaluate } = this.subject;
      const { result, tallies } = counted(() => ({
        "no generated object has a value for them": checkEnforcement(objects, schema, validate, seed),
        "no changed object breaks them":
          evaluate === undefined ? [] : checkCELRules(objects, schema, { validate, evaluate }, seed),
      }));
      for (const [reason, rules] of Object.entries(result))
        if (rules.length > 0)
          this.#report(name, `these rules were not checked, because ${reason}: ${rules.join(", ")}`);
      for (const [type, { kept, replaced }] of tallies) {
        const counts = `${String(replaced)} of ${String(kept + replaced)}`;
        if (replaced > 0) this.#report(name, `${counts} generated objects of ${type} broke rules, and were replaced`);
      }
    };
    return { name, run };
  }

  /**
   * Returns the law that an object is unchanged after a round trip, except for fields listed as
   * lost.
   * @param trip converts the object to the other version, and may encode and decode it there
   */
  #tripLaw(other: GroupVersion, text: string, trip: (obj: RuntimeObject) => RuntimeObject): Law {
    const listed = this.subject.losses[groupVersionString(other)] ?? [];
    const losses = new Losses(listed);
    const but = listed.length === 0 ? "" : ", except for lost fields";
    const law = this.#law(
      `${text} returns an equal object${but}`,
      (obj) => {
        const original = deepCopyJSON(obj);
        const { before, after } = losses.strip(original, this.scheme.convertToVersion(trip(obj), this.gvk));
        expectEqual(`the object converted back from ${groupVersionString(other)}`, before, after);
      },
      this.#adviceOnLoss(other),
    );
    const run = () => {
      law.run();
      const never = losses.neverLost().map(({ path, times }) => `${path} (${String(times)} times)`);
      const advice =
        "to remove a field from the list, write above the conversion function that preserves it: +k8s:conversion-fn:keeps=FIELD";
      if (never.length > 0)
        this.#report(law.name, `these fields are listed as lost, but were never lost: ${never.join(", ")}; ${advice}`);
    };
    return { name: law.name, run };
  }

  /**
   * Returns advice for a failure caused by a lost field. The advice for objects of the hub names
   * the marker for annotations, because annotations can preserve only fields of the hub.
   */
  #adviceOnLoss(other: GroupVersion): string {
    const accept = "to accept the loss, write above the conversion function: +k8s:conversion-fn:loses=FIELD";
    if (sameGroupVersion(other, this.#hub())) return accept;
    return `to preserve the lost fields in an annotation, write above the kind of ${groupVersionString(other)}: +k8s:conversion-gen:preserve=annotation; ${accept}`;
  }

  #named(obj: RuntimeObject): RuntimeObject {
    return { ...obj, kind: this.gvk.kind, apiVersion: groupVersionString(this.gvk) };
  }

  #encode(obj: RuntimeObject, version: GroupVersion): string {
    return this.#codecs.encoderForVersion(version).encode(obj);
  }

  #read(text: string): RuntimeObject {
    const { object } = this.#codecs.universalDeserializer().decode(text, { mode: "strict" });
    if (this.options.defaulting === true) this.scheme.default(object);
    return object;
  }
}

function expectEqual(what: string, expected: unknown, actual: unknown): void {
  const difference = firstDifference(expected, actual);
  if (difference === undefined) return;
  throw new Error(
    `${what} differs at ${difference.path}: expected ${shown(difference.left)}, got ${shown(difference.right)}`,
  );
}

function expectNothingShared(what: string, original: unknown, copy: unknown): void {
  const path = firstShared(original, copy);
  if (path !== undefined) throw new Error(`${what} shares ${path === "" ? "itself" : path} with the original`);
}

/** Writes a warning to the console, if the platform has a console. */
function warn(text: string): void {
  const { console } = globalThis as { console?: { warn: (text: string) => void } };
  console?.warn(text);
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
