import { MemoryStorage, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import {
  Scheme,
  field,
  leavesOut,
  markImplied,
  type AnyKindDefinition,
  type ErrorList,
  type FieldError,
  type FieldPath,
  type Operation,
  type Schema,
  type Subresources,
  type TypeSchema,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import { beforeEach, describe, expect, test } from "vitest";
import { InProcessServer, textOf, type Reply } from "./harness.js";

const group = "notes.example.com";
const v1 = { group, version: "v1" };
const v1alpha1 = { group, version: "v1alpha1" };

interface Spec {
  text: string;
  color?: string;
  replicas: number;
  parts?: { name: string; size?: number }[];
  mood?: string;
}
interface Note {
  apiVersion: string;
  kind: "Note";
  metadata: { name?: string };
  spec: Spec;
  status: { phase: string };
}
/** Note in the older version. Its property `line` is the property `text` of v1. */
interface OldNote extends Omit<Note, "spec"> {
  spec: Omit<Spec, "text"> & { line: string };
}

const text = { type: "string" } as const;
const part: TypeSchema = { name: "v1.Part", fields: { name: text, size: { type: "int32", optional: true } } };
const spec = (name: string): TypeSchema => ({
  name: "Spec",
  fields: {
    [name]: text,
    color: { ...text, optional: true },
    replicas: { type: "int32" },
    parts: { type: "list", items: { type: "ref", to: () => part }, optional: true },
    // The hub requires the property, and the older version does not.
    mood: name === "line" ? { ...text, optional: true } : text,
  },
});
const status: TypeSchema = { name: "Status", fields: { phase: text } };

function schemaOf<T>(version: typeof v1, property: string): Schema<T> {
  const ofSpec = spec(property);
  const schema: TypeSchema = {
    name: `${version.version}.Note`,
    gvk: { ...version, kind: "Note" },
    fields: {
      apiVersion: text,
      kind: text,
      metadata: { type: "ref", to: () => ObjectMetaSchema },
      spec: { type: "ref", to: () => ofSpec },
      status: { type: "ref", to: () => status },
    },
  };
  return schema as Schema<T>;
}
const noteSchema = schemaOf<Note>(v1, "text");
const oldSchema = schemaOf<OldNote>(v1alpha1, "line");

const listOf = (version: typeof v1, schema: TypeSchema): AnyKindDefinition => ({
  schema: {
    name: "NoteList",
    gvk: { ...version, kind: "NoteList" },
    fields: {
      apiVersion: text,
      kind: text,
      metadata: { type: "ref", to: () => ListMetaSchema },
      items: { type: "list", items: { type: "ref", to: () => schema } },
    },
  },
});

const subresources: Subresources = {
  status: true,
  scale: { specReplicasPath: ["spec", "replicas"], statusReplicasPath: ["status", "replicas"] },
};

/** Returns a function that validates a note by the same rules as generated code. */
const rulesOf =
  (property: "text" | "line") =>
  (op: Operation, fldPath: FieldPath | undefined, obj: Note | OldNote, old: Note | OldNote | undefined): ErrorList => {
    expect(fldPath).toBeUndefined();
    seen.push({ op: { ...op }, apiVersion: obj.apiVersion, old: old?.apiVersion });
    if (leavesOut(op, undefined, obj, "spec")) return [markImplied(field.required(field.newPath("spec"), ""))];
    const path = field.newPath("spec");
    const { color, parts = [], replicas, [property as "text"]: value } = obj.spec as Spec;
    const before = old?.spec as Spec | undefined;
    const errors: FieldError[] = [];
    if (leavesOut(op, path, obj.spec, property) && value === "") {
      if (before?.[property as "text"] !== "") errors.push(markImplied(field.required(path.child(property), "")));
    } else if (value.length > 5 && before?.[property as "text"] !== value)
      errors.push(field.tooLong(path.child(property), 5));
    if (value === "alpha" || value === "beta")
      errors.push({ ...field.invalid(path.child(property), value, "unstable"), stability: value });
    if (color !== undefined && color !== "red" && color !== before?.color)
      errors.push(markImplied(field.notSupported(path.child("color"), color, ["red"])));
    if (replicas > 9 && before?.replicas !== replicas)
      errors.push(field.invalid(path.child("replicas"), replicas, "max 9"));
    if (property === "line" && obj.spec.mood !== undefined && obj.spec.mood !== before?.mood && obj.spec.mood !== "ok")
      errors.push(field.notSupported(path.child("mood"), obj.spec.mood, ["ok"]));
    if (property === "line" && before !== undefined && before.mood !== obj.spec.mood)
      errors.push(field.forbidden(path.child("mood"), "mood is immutable"));
    parts.forEach((item, index) => {
      const at = path.child("parts").index(index);
      if (leavesOut(op, at, item, "name") && item.name === "") errors.push(field.required(at.child("name"), ""));
    });
    if (obj.status.phase === "Bad" && old?.status.phase !== "Bad")
      errors.push(field.invalid(field.newPath("status", "phase"), "Bad", "must be good"));
    return errors;
  };

interface Seen {
  readonly op: Operation;
  readonly apiVersion: string;
  readonly old: string | undefined;
}
const seen: Seen[] = [];
let validated = 0;

function install(scheme: Scheme): void {
  scheme.addKnownTypes(v1, { schema: noteSchema, resource: "notes", subresources }, listOf(v1, noteSchema));
  scheme.addKnownTypes(v1alpha1, { schema: oldSchema, resource: "notes", subresources }, listOf(v1alpha1, oldSchema));
  scheme.setVersionPriority(v1, v1alpha1);
  scheme.setHubVersion(v1);
  scheme.addGeneratedConversionFuncs(
    oldSchema,
    noteSchema,
    ({ spec: { line, ...rest }, ...note }) => {
      if (rest.color === "black") throw new Error("no color is black");
      return { ...note, spec: { mood: "", ...rest, text: line } };
    },
    ({ spec: { text, ...rest }, ...note }) => ({ ...note, spec: { ...rest, line: text } }),
  );
  scheme.addValidationFunc(noteSchema, ["/", "/status", "/scale"], rulesOf("text"));
  scheme.addValidationFunc(oldSchema, ["/", "/status", "/scale"], rulesOf("line"));
}

const strategy = {
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  prepareForCreate: (_: unknown, note: Note) => {
    if (note.spec.text === "prepare") note.spec.text = "too long now";
    if (note.spec.text === "insert") note.spec.parts?.unshift({ name: "" });
  },
  validate: (_: unknown, { spec }: Note) => {
    validated++;
    return spec.text.startsWith("x") ? [field.forbidden(field.newPath("spec", "text"), "no x")] : [];
  },
  validationOptions: (_: unknown, note: Note, old: Readonly<Note> | undefined) => ({
    Loud: note.spec.text === "LOUD",
    Update: old !== undefined,
  }),
};

const path = (version: string) => `/apis/${group}/${version}/namespaces/default/notes`;
const note = (version: string, spec: unknown, more: object = {}) => ({
  apiVersion: `${group}/${version}`,
  kind: "Note",
  metadata: { name: "a" },
  ...(spec === undefined ? {} : { spec }),
  ...more,
});
const good = { text: "good", replicas: 1 };
const causesOf = ({ json }: Reply) =>
  Object.values(json["details"]?.["causes"] ?? {}).map(
    (cause) => `${textOf(cause["field"])}: ${textOf(cause["message"])}`,
  );

let server: InProcessServer;
beforeEach(async () => {
  const groups = [
    (storage: Storage) =>
      newAPIGroup(
        { install, kinds: { Note: strategy }, storageVersion: v1 },
        { scheme: new Scheme("notes"), storage, keyPrefix: "/registry" },
      ),
  ];
  server = new InProcessServer({ storage: new MemoryStorage(), groups });
  expect((await server.post(path("v1"), note("v1", good))).status).toBe(201);
  seen.length = 0;
  validated = 0;
});

const required = "Required value";
const long = "Too long: may not be more than 5 bytes";

describe("creates", () => {
  test.each([
    [
      "the rules of the version",
      "v1",
      { text: "longer", replicas: 10 },
      [`spec.text: ${long}`, "spec.replicas: Invalid value: 10: max 9"],
    ],
    ["the fields of an older version", "v1alpha1", { line: "longer", replicas: 1 }, [`spec.line: ${long}`]],
    ["a property that is left out", "v1", { replicas: 1 }, [`spec.text: ${required}`]],
    ["a property of an older version that is left out", "v1alpha1", { replicas: 1 }, [`spec.line: ${required}`]],
    ["an object that is left out", "v1", undefined, [`spec: ${required}`]],
    [
      "a property of an item that is left out",
      "v1",
      { ...good, parts: [{ name: "" }, {}] },
      [`spec.parts[1].name: ${required}`],
    ],
    ["a value that prepareForCreate sets", "v1", { text: "prepare", replicas: 1 }, [`spec.text: ${long}`]],
    ["the strategy first", "v1", { text: "xxxxxx", replicas: 1 }, ["spec.text: Forbidden: no x", `spec.text: ${long}`]],
    ["beta errors", "v1", { text: "beta", replicas: 1 }, ['spec.text: Invalid value: "beta": unstable']],
  ])("report %s", async (_, version, spec, causes) => {
    const reply = await server.post(path(version), note(version, spec, { metadata: { name: "b" } }));
    expect([reply.status, causesOf(reply)]).toEqual([422, causes]);
    expect(reply.json["message"]).toContain(`Note.${group} "b" is invalid: `);
  });

  test.each([
    ["a hub of the same version", "v1", "text"],
    ["an older version", "v1alpha1", "line"],
  ])(
    "report the item that leaves out a property, although the server has moved it, for %s",
    async (_, version, name) => {
      const spec = { [name]: "insert", replicas: 1, parts: [{ size: 1, name: "a" }, { size: 2 }] };
      const reply = await server.post(path(version), note(version, spec, { metadata: { name: "b" } }));
      expect(causesOf(reply)).toEqual([`spec.${name}: ${long}`, `spec.parts[2].name: ${required}`]);
    },
  );

  test("a zero that the conversion from the hub adds is not an error, and one that the client sends is", async () => {
    const spec = { line: "a", replicas: 1 };
    const create = (name: string, more: object) =>
      server.post(path("v1alpha1"), note("v1alpha1", { ...spec, ...more }, { metadata: { name } }));
    expect((await create("b", {})).status).toBe(201);
    expect(causesOf(await create("c", { mood: "" }))).toEqual([
      'spec.mood: Unsupported value: "": supported values: "ok"',
    ]);
    const update = (more: object) =>
      server.put(`${path("v1alpha1")}/b`, note("v1alpha1", { ...spec, ...more }, { metadata: { name: "b" } }));
    expect((await update({ replicas: 2 })).status).toBe(200);
    expect((await update({ mood: "" })).status).toBe(200);
    expect(causesOf(await update({ mood: "ok" }))).toEqual(["spec.mood: Forbidden: mood is immutable"]);
    expect((await server.patch(`${path("v1alpha1")}/b`, "merge-patch", { spec: { replicas: 3 } })).status).toBe(200);
  });

  test("metadata's errors come before those of the rules", async () => {
    const reply = await server.post(path("v1"), note("v1", { ...good, text: "longer" }, { metadata: { name: "a%" } }));
    expect(causesOf(reply)).toEqual([`metadata.name: Invalid value: "a%": may not contain '%'`, `spec.text: ${long}`]);
  });

  test("alpha errors are not enforced, and an explicit zero is a value", async () => {
    for (const [name, text] of Object.entries({ b: "alpha", c: "" }))
      expect((await server.post(path("v1"), note("v1", { text, replicas: 0 }, { metadata: { name } }))).status).toBe(
        201,
      );
  });

  test("the strategy is not called if a rule of the types is broken", async () => {
    const reply = await server.post(path("v1"), note("v1", { text: "xx", replicas: 1, color: "blue" }));
    expect(causesOf(reply)).toEqual(['spec.color: Unsupported value: "blue": supported values: "red"']);
    expect(validated).toBe(0);
  });

  test("the strategy's options reach the rules", async () => {
    await server.post(path("v1"), note("v1", { text: "LOUD", replicas: 1 }, { metadata: { name: "b" } }));
    const op = { type: "Create", options: { Loud: true, Update: false }, request: { subresources: [] } };
    expect(seen).toEqual([{ op, apiVersion: `${group}/v1`, old: undefined }]);
  });

  test("an object that cannot be converted because of its values is invalid, by the fields of its version", async () => {
    const spec = { line: "a", replicas: 1, color: "black" };
    const causes = ['spec.color: Unsupported value: "black": supported values: "red"'];
    const posted = await server.post(path("v1alpha1"), note("v1alpha1", spec));
    const patched = await server.patch(`${path("v1alpha1")}/a`, "merge-patch", { spec: { color: "black" } });
    for (const reply of [posted, patched]) expect([reply.status, causesOf(reply)]).toEqual([422, causes]);
  });

  test("a left-out property of the status does not matter, because creates drop the status", async () => {
    expect((await server.post(path("v1"), note("v1", good, { metadata: { name: "b" }, status: {} }))).status).toBe(201);
  });
});

describe("updates", () => {
  const update = { type: "Update", options: { Loud: false, Update: true } };

  test("compare with the old object in the request's version", async () => {
    const reply = await server.put(`${path("v1alpha1")}/a`, note("v1alpha1", { line: "longer", replicas: 1 }));
    expect(causesOf(reply)).toEqual([`spec.line: ${long}`]);
    const op = { ...update, request: { subresources: [] } };
    expect(seen).toEqual([{ op, apiVersion: `${group}/v1alpha1`, old: `${group}/v1alpha1` }]);
  });

  test("report what the new object leaves out", async () => {
    const reply = await server.put(`${path("v1")}/a`, note("v1", { replicas: 1 }));
    expect(causesOf(reply)).toEqual([`spec.text: ${required}`, `spec.mood: ${required}`]);
  });

  test.each([
    ["merge-patch", { spec: { text: null, replicas: 10 } }],
    ["strategic-merge-patch", { spec: { text: null, replicas: 10 } }],
    [
      "json-patch",
      [
        { op: "remove", path: "/spec/text" },
        { op: "replace", path: "/spec/replicas", value: 10 },
      ],
    ],
  ])("by a %s are validated as the resulting object", async (type, patch) => {
    const reply = await server.patch(`${path("v1")}/a`, type, patch);
    expect([reply.status, causesOf(reply)]).toEqual([
      422,
      [`spec.text: ${required}`, "spec.replicas: Invalid value: 10: max 9"],
    ]);
    expect((await server.patch(`${path("v1")}/a`, "merge-patch", { spec: { replicas: 2 } })).status).toBe(200);
  });

  test("that leave an invalid value unchanged are accepted", async () => {
    const stored = await server.storage.get(`/registry/${group}/notes/default/a`, { notOlderThan: 0 });
    const json = JSON.parse(stored.item?.value.toString() ?? "") as Note;
    json.spec.text = "stored long ago";
    const { key = "", revision = 0 } = stored.item ?? {};
    await server.storage.update(key, Buffer.from(JSON.stringify(json)), revision);
    expect((await server.patch(`${path("v1")}/a`, "merge-patch", { spec: { replicas: 2 } })).status).toBe(200);
    const reply = await server.patch(`${path("v1")}/a`, "merge-patch", { spec: { text: "changed" } });
    expect(causesOf(reply)).toEqual([`spec.text: ${long}`]);
  });

  test("that create an object are validated as creates", async () => {
    const reply = await server.put(`${path("v1")}/new`, note("v1", { replicas: 1 }, { metadata: { name: "new" } }));
    expect([reply.status, causesOf(reply)]).toEqual([422, [`spec.text: ${required}`]]);
    expect(seen.map(({ op }) => op.type)).toEqual(["Create"]);
  });

  test("that only remove finalizers of a deleted object are not validated, nor are deletions", async () => {
    await server.patch(`${path("v1")}/a`, "merge-patch", { metadata: { finalizers: ["x.io/y"] } });
    seen.length = 0;
    await server.delete(`${path("v1")}/a`);
    expect((await server.patch(`${path("v1")}/a`, "merge-patch", { metadata: { finalizers: null } })).status).toBe(200);
    expect(seen).toEqual([]);
  });

  test("of the status are validated with the subresource, and only the status counts as sent", async () => {
    const sent = { metadata: { name: "a" }, spec: {}, status: { phase: "Bad" } };
    const reply = await server.put(`${path("v1")}/a/status`, sent);
    expect([reply.status, causesOf(reply)]).toEqual([422, ['status.phase: Invalid value: "Bad": must be good']]);
    expect(seen[0]?.op.request).toEqual({ subresources: ["status"] });
    expect((await server.put(`${path("v1")}/a/status`, { ...sent, status: { phase: "Good" } })).status).toBe(200);
  });

  test("of the scale are validated as the whole object in the request's version", async () => {
    const reply = await server.patch(`${path("v1alpha1")}/a/scale`, "merge-patch", { spec: { replicas: 10 } });
    expect([reply.status, causesOf(reply)]).toEqual([422, ["spec.replicas: Invalid value: 10: max 9"]]);
    expect(seen).toMatchObject([{ op: { request: { subresources: ["scale"] } }, apiVersion: `${group}/v1alpha1` }]);
    const scaled = await server.patch(`${path("v1alpha1")}/a/scale`, "merge-patch", { spec: { replicas: 3 } });
    expect(scaled.status).toBe(200);
  });
});
