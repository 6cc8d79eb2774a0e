import { CodecFactory, HubConversionError } from "../codec/codec-factory.js";
import { errorText, type FieldError } from "../field/error.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { parseGroupVersion, withKind } from "../meta/group-version.js";
import { conflictText, sortedConflicts } from "../managedfields/conflict-text.js";
import { FieldManager, type ManagedObject } from "../managedfields/field-manager.js";
import { ObjectTyper } from "../managedfields/object-typer.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { Conflicts } from "../structuredmerge/index.js";
import type { JSONObject, JSONValue } from "../values/types.js";
import { RequestValidation } from "../scheme/request-validation.js";
import { encodeObject } from "../codec/encode.js";
import type { Answer, Configuration, Question } from "../questions/index.js";

/**
 * Returns the response of an API server to a request for one object, without a server. The scheme
 * has the kinds of the server. An update or a read contains the stored object, because the function
 * has no store. Server strategies and admission are not applied. If the server would reject the
 * request, the response contains the error.
 */
export function answerOf(scheme: Scheme, question: Question): Answer {
  const server = new Server(scheme);
  try {
    switch (question.operation) {
      case "create":
        return server.create(question.sent, question.storage);
      case "update":
        return { object: server.update(question.sent, question.stored) };
      case "read":
        return { object: server.read(question.stored, question.version) };
      case "known":
        return { object: server.known(question.object) };
      case "apply":
        return { object: server.apply(question.configurations) };
    }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message, field: error.field };
    if (error instanceof Conflicts) return { error: conflictText(sortedConflicts(error)) };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Error for an object that violates a validation rule. */
class Refusal extends Error {
  readonly field: string;

  constructor(error: FieldError) {
    super(errorText(error));
    this.field = error.field;
  }
}

class Server {
  readonly #scheme: Scheme;
  readonly #codecs: CodecFactory;

  constructor(scheme: Scheme) {
    this.#scheme = scheme;
    this.#codecs = new CodecFactory(scheme);
  }

  create(sent: JSONObject, storage: string): Answer {
    const kind = kindOf(sent);
    const object = this.#decode(sent, sent, undefined);
    return { object: this.#encode(object, kind), stored: this.#encode(object, { ...kind, version: storage }) };
  }

  update(sent: JSONObject, stored: JSONObject): JSONObject {
    return this.#encode(this.#decode(sent, sent, this.#decodeStored(stored)), kindOf(sent));
  }

  read(stored: JSONObject, version: string): JSONObject {
    return this.#encode(this.#decodeStored(stored), { ...kindOf(stored), version });
  }

  known(sent: JSONObject): JSONObject {
    const { object } = this.#codecs.universalDeserializer().decodeValue(sent);
    return this.#json(object);
  }

  apply(configurations: readonly Configuration[]): JSONObject {
    const [first] = configurations;
    const kind = kindOf(first?.object ?? {});
    const versions = this.#scheme.versionsForGroupKind(kind).map(({ version }) => version);
    const managers = new FieldManager({
      scheme: this.#scheme,
      typer: new ObjectTyper(this.#scheme, kind, versions),
      kind,
      subresource: "",
      now: () => "2000-01-01T00:00:00Z",
    });
    let live: ManagedObject | undefined;
    for (const { manager, object } of configurations) {
      const before = live;
      const decode = (value: JSONValue): ManagedObject => this.#decode(value as JSONObject, object, before);
      live = managers.apply(before, object, manager, false, decode);
    }
    const { metadata = {}, ...rest } = live === undefined ? {} : this.#encode(live, kind);
    const others = Object.entries(metadata as JSONObject).filter(([name]) => name !== "managedFields");
    return { ...rest, metadata: Object.fromEntries(others) };
  }

  /**
   * Decodes and validates an object.
   *
   * @param value the object to decode: `sent`, or for an apply the merged object
   * @param sent the body of the request, which determines the kind
   * @param old the object before the request, in the hub version; undefined for a new object
   */
  #decode(value: JSONObject, sent: JSONObject, old: RuntimeObject | undefined): ManagedObject {
    const kind = kindOf(sent);
    const validation = new RequestValidation(this.#scheme, kind, "", "all");
    validation.setSent(() => value);
    let object: RuntimeObject;
    try {
      ({ object } = this.#codecs.hubDecoder(kind.group).decodeValue(value, { mode: "strict" }));
    } catch (error) {
      if (error instanceof HubConversionError) requireNone(validation.unconvertedErrors(error.object, old));
      throw error;
    }
    requireNone(validation.errors(disabled, object, old));
    return object as ManagedObject;
  }

  #decodeStored(stored: JSONObject): RuntimeObject {
    return this.#codecs.hubDecoder(kindOf(stored).group).decodeValue(stored).object;
  }

  #encode(object: RuntimeObject, target: GroupVersionKind): JSONObject {
    return this.#json(this.#scheme.convertToVersion(object, target));
  }

  #json(object: RuntimeObject): JSONObject {
    return JSON.parse(encodeObject(this.#scheme.schemaOf(object), object)) as JSONObject;
  }
}

/** States of the options of validation rules: every option exists, and is disabled. */
const disabled: Readonly<Record<string, boolean>> = new Proxy(
  {},
  { getOwnPropertyDescriptor: () => ({ value: false, configurable: true }), get: () => false },
);

function requireNone([error]: readonly FieldError[]): void {
  if (error !== undefined) throw new Refusal(error);
}

function kindOf({ apiVersion, kind }: JSONObject): GroupVersionKind {
  return withKind(parseGroupVersion(apiVersion as string), kind as string);
}
