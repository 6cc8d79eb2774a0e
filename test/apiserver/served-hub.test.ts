import { admissionFor, MemoryStorage, newAPIGroup, type APIGroupInfo, type Storage } from "@apimachinery/apiserver";
import { Scheme, type AnyKindDefinition, type ListMeta, type ObjectMeta, type Schema } from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import { describe, expect, test } from "vitest";
import { InProcessServer } from "./harness.js";

const group = "notes.example.com";
const v1 = { group, version: "v1" };
const v1alpha1 = { group, version: "v1alpha1" };

interface Note {
  apiVersion: string;
  kind: "Note";
  metadata: ObjectMeta;
  text: string;
}
interface OldNote {
  apiVersion: string;
  kind: "Note";
  metadata: ObjectMeta;
  line: string;
}
interface NoteList {
  apiVersion: string;
  kind: "NoteList";
  metadata: ListMeta;
  items: (Note | OldNote)[];
}

const head = { apiVersion: { type: "string" }, kind: { type: "string" } } as const;
const metadata = { type: "ref", to: () => ObjectMetaSchema } as const;
const noteSchema: Schema<Note> = {
  name: "v1.Note",
  gvk: { ...v1, kind: "Note" },
  fields: { ...head, metadata, text: { type: "string" } },
};
const oldSchema: Schema<OldNote> = {
  name: "v1alpha1.Note",
  gvk: { ...v1alpha1, kind: "Note" },
  fields: { ...head, metadata, line: { type: "string" } },
};
const listOf = (version: typeof v1, schema: Schema<Note> | Schema<OldNote>): Schema<NoteList> => ({
  name: `${version.version}.NoteList`,
  gvk: { ...version, kind: "NoteList" },
  fields: {
    ...head,
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => schema } },
  } as Schema<NoteList> extends { readonly fields: infer Fields } ? Fields : never,
});

const kinds: AnyKindDefinition[] = [{ schema: noteSchema, resource: "notes" }, { schema: listOf(v1, noteSchema) }];
const oldKinds: AnyKindDefinition[] = [
  { schema: oldSchema, resource: "notes" },
  { schema: listOf(v1alpha1, oldSchema) },
];

function installOne(scheme: Scheme): void {
  scheme.addKnownTypes(v1, ...kinds);
}

/**
 * Returns a function that installs both versions. If a hub is given, the function sets it as the
 * group's hub.
 */
const installBoth = (hub?: typeof v1) => (scheme: Scheme) => {
  installOne(scheme);
  scheme.addKnownTypes(v1alpha1, ...oldKinds);
  scheme.setVersionPriority(v1, v1alpha1);
  scheme.addGeneratedConversionFuncs(
    oldSchema,
    noteSchema,
    ({ line, ...rest }) => ({ ...rest, text: line }),
    ({ text, ...rest }) => ({ ...rest, line: text }),
  );
  if (hub !== undefined) scheme.setHubVersion(hub);
};

const seen: unknown[] = [];
const strategy = { validate: (_: unknown, object: object) => (seen.push({ ...object, metadata: {} }), []) };

function notes(install: (scheme: Scheme) => void, storageVersion?: typeof v1): (storage: Storage) => APIGroupInfo {
  const definition = {
    install,
    kinds: { Note: strategy },
    ...(storageVersion === undefined ? {} : { storageVersion }),
  };
  return (storage) => newAPIGroup(definition, { scheme: new Scheme("notes"), storage, keyPrefix: "/registry" });
}

const path = (version: string) => `/apis/${group}/${version}/namespaces/default/notes`;
const note = (version: string, more: object) => ({
  apiVersion: `${group}/${version}`,
  kind: "Note",
  metadata: { name: "a" },
  ...more,
});

describe("a group with one version", () => {
  test("serves without a hub, and without a storage version in its definition", async () => {
    const storage = new MemoryStorage();
    const server = new InProcessServer({ storage, groups: [notes(installOne)] });
    seen.length = 0;
    expect((await server.post(path("v1"), note("v1", { text: "hello" }))).status).toBe(201);
    expect(seen).toEqual([note("v1", { metadata: {}, text: "hello" })]);
    const patched = await server.patch(`${path("v1")}/a`, "merge-patch", { text: "bye" });
    expect(patched.json).toMatchObject(note("v1", { text: "bye" }));
    expect((await server.get(path("v1"))).json["items"]).toMatchObject([{ text: "bye" }]);
    const stored = await storage.get(`/registry/${group}/notes/default/a`, { notOlderThan: 0 });
    expect(JSON.parse(stored.item?.value.toString() ?? "")).toMatchObject(note("v1", { text: "bye" }));
  });
});

describe.each([
  ["that Install names", v1, v1alpha1],
  ["that conversions and priorities determine", undefined, v1],
  ["that is the older version", v1alpha1, v1],
])("a group whose hub is a served version %s", (_, hub, storageVersion) => {
  const form = hub === v1alpha1 ? note("v1alpha1", { line: "hello" }) : note("v1", { text: "hello" });

  test("converts between its versions, and strategies see objects in the hub version", async () => {
    const storage = new MemoryStorage();
    const server = new InProcessServer({ storage, groups: [notes(installBoth(hub), storageVersion)] });
    seen.length = 0;
    const created = await server.post(path("v1alpha1"), note("v1alpha1", { line: "hello" }));
    expect(created.json).toMatchObject(note("v1alpha1", { line: "hello" }));
    expect((await server.get(`${path("v1")}/a`)).json).toMatchObject(note("v1", { text: "hello" }));
    expect(seen).toEqual([{ ...form, metadata: {} }]);
    const stored = await storage.get(`/registry/${group}/notes/default/a`, { notOlderThan: 0 });
    expect(JSON.parse(stored.item?.value.toString() ?? "")).toMatchObject({
      apiVersion: `${group}/${storageVersion.version}`,
    });
  });
});

test("an admission plugin for another version than the hub is refused, with the version to use", () => {
  const plugin = admissionFor({ schema: oldSchema }, { name: "Judge" });
  expect(() => new InProcessServer({ admission: [plugin], groups: [notes(installBoth(v1), v1)] })).toThrow(
    "the plugin Judge is for Note of notes.example.com/v1alpha1, but plugins see objects of notes.example.com/v1",
  );
});

test("a group with several versions needs a storage version", () => {
  expect(() => new InProcessServer({ groups: [notes(installBoth())] })).toThrow(
    'the group notes.example.com has several versions and needs "storageVersion", one of notes.example.com/v1, notes.example.com/v1alpha1: add storageVersion: { group: "notes.example.com", version: "v1" } to its definition',
  );
});

test("a group with two hubs, and versions without conversions, are refused", () => {
  const scheme = new Scheme();
  scheme.setHubVersion(v1);
  expect(() => {
    scheme.setHubVersion(v1alpha1);
  }).toThrow("the group notes.example.com has two hubs: v1 and v1alpha1");
  const unconnected = (target: Scheme) => {
    installOne(target);
    target.addKnownTypes(v1alpha1, ...oldKinds);
  };
  expect(() => new InProcessServer({ groups: [notes(unconnected, v1)] })).toThrow(
    "Note cannot be converted: no conversion of notes.example.com/v1alpha1 to notes.example.com/v1 and from notes.example.com/v1. Write +k8s:conversion-gen=../v1 into doc.ts",
  );
});
