/** A create, or an update of `old`. */
export interface Request {
  readonly body: object;
  readonly old?: object;
}

/** Requests for small types to which a server and a cluster once gave different answers. */
export const fixedRequests: Readonly<Record<string, readonly Request[]>> = {
  Marked: [{ body: {} }, { body: { spec: { a: "" } } }, { body: { spec: { a: "", b: "x", c: "" } } }],
  Metadata: [
    { body: { spec: { required: {}, free: {} } } },
    { body: { spec: { required: { metadata: null } } } },
    { body: { spec: { required: { metadata: {} }, free: {} } } },
  ],
  Counts: [{ old: { spec: {} }, body: { spec: { a: [], b: {} } } }],
  Parts: [
    { old: { spec: { o: { a: "" } } }, body: { spec: { o: { a: "", l: [] } } } },
    { old: { spec: { l: [{ a: "" }] } }, body: { spec: { l: [{ a: null }] } } },
    { old: { spec: { m: { k: { a: "" } } } }, body: { spec: { m: { k: {} } } } },
    { old: { spec: { a: [{ a: "" }] } }, body: { spec: { a: [{}] } } },
  ],
  KeyedParts: [{ old: { spec: { l: [{ name: "ab", b: "" }] } }, body: { spec: { l: [{ name: "ab" }] } } }],
  RequiredNames: [
    { body: { spec: { v: null } } },
    { body: { spec: { v: 1, m: { status: "" } } } },
    { body: { spec: { v: 1, i: {} } } },
    { body: { spec: { v: 1, m: { metadata: {}, status: "" } } } },
  ],
  Nullable: [
    {
      old: { spec: { a: 3, d: "b", n: 3, o: {}, e: "a", r: "x" } },
      body: { spec: { a: 3, d: "b", n: 3, o: {}, e: "a", r: "x", l: [] } },
    },
  ],
  Subfield: [{ old: { spec: { b: { name: "", value: 3 } } }, body: { spec: { b: { name: null, value: 3 } } } }],
  Unions: [{ old: { spec: { u: { type: "Net" } } }, body: { spec: { u: {} } } }],
  InheritedRules: [{ old: { spec: { a: "", own: "" } }, body: { spec: { own: "", l: [] } } }],
  ImmutableObjects: [
    { old: { spec: { o: {} } }, body: { spec: { o: { l: [] } } } },
    { old: { spec: { o: {}, p: {} } }, body: { spec: { o: {}, p: { m: {} } } } },
  ],
};
