import type { JSONValue } from "@apimachinery/runtime";
import {
  FieldSet,
  Parser,
  Updater,
  type Converter,
  type Filter,
  type ManagedFields,
  type ParseableType,
  type TypedValue,
} from "@apimachinery/runtime/structuredmerge";
import type { Case, Outcome, Step } from "./case.js";
import { filterOf, probe } from "./probe.js";
import { renamed } from "./random-schema.js";

const missing = new Error("version does not exist");

/** Returns the outcomes of the steps of a case. */
export function replay(theCase: Case): readonly Outcome[] {
  let state: State;
  try {
    state = new State(theCase);
  } catch (error) {
    return [{ error: (error as Error).message }];
  }
  return theCase.steps.map((step) => state.step(step));
}

/** The object between two steps, in version v1. */
class State implements Converter {
  #parser: Parser;
  #live: JSONValue = null;
  #managers: ManagedFields = new Map();
  readonly #updater: Updater;

  constructor({ schema, returnInputOnNoop, ignored, filters }: Case) {
    this.#parser = new Parser(schema);
    this.#updater = new Updater({
      converter: this,
      returnInputOnNoop: returnInputOnNoop === true,
      ...(ignored !== undefined && { ignoredFields: new Map(Object.entries(ignored).map(([v, s]) => [v, setOf(s)])) }),
      ...(filters !== undefined && {
        ignoreFilter: new Map(
          Object.entries(filters).map(([v, prefixes]): [string, Filter] => [v, filterOf(prefixes)]),
        ),
      }),
    });
  }

  convert(object: TypedValue, version: string): TypedValue {
    if (version !== "v1" && version !== "v2") throw missing;
    return this.#typeOf(version).fromValue(renamed(object.asValue(), version), { allowDuplicates: true });
  }

  isMissingVersionError(error: unknown): boolean {
    return error === missing;
  }

  step(step: Step): Outcome {
    try {
      if (step.kind === "update" || step.kind === "apply") return this.#write(step);
      if (step.kind !== "schema") return probe(this.#parser, step);
      this.#parser = new Parser(step.schema as JSONValue);
      return {};
    } catch (error) {
      return { error: (error as Error).message };
    }
  }

  #typeOf(version: string): ParseableType {
    return this.#parser.type(`root_${version}`);
  }

  #write({ kind, manager = "", version = "", force = false, dups = false, object = null }: Step): Outcome {
    const type = this.#typeOf(version);
    const typed = (value: JSONValue, allowDuplicates: boolean, name: string): TypedValue => {
      try {
        return type.fromValue(value, { allowDuplicates });
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    };
    const live = typed(renamed(this.#live, version), true, "live");
    const request = typed(object, dups, "object");
    const result =
      kind === "update"
        ? this.#updater.update(live, request, version, this.#managers, manager)
        : this.#updater.apply(live, request, version, this.#managers, manager, force);
    this.#managers = result.managers;
    if (result.object !== undefined) this.#live = renamed(result.object.asValue(), "v1");
    const managers = [...result.managers].map(([name, { set, apiVersion, applied }]) => [
      name,
      { set: textOf(set), version: apiVersion, applied },
    ]);
    return {
      ...(result.object === undefined ? { same: true } : objectOf(result.object.asValue())),
      ...(managers.length > 0 && { managers: Object.fromEntries(managers) as NonNullable<Outcome["managers"]> }),
    };
  }
}

/** Returns the error in place of the text, as the judge does. */
function textOf(set: FieldSet): string {
  try {
    return set.toJSONText();
  } catch (error) {
    return `error: ${(error as Error).message}`;
  }
}

function objectOf(object: JSONValue): Outcome {
  return object === null ? {} : { object };
}

function setOf(sets: readonly JSONValue[]): FieldSet {
  return sets.map((set) => FieldSet.fromJSON(JSON.stringify(set))).reduce((all, set) => all.union(set), new FieldSet());
}
