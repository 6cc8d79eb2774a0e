import {
  APIVersionInternal,
  NotRegisteredError,
  Scheme,
  type KindDefinition,
  type Schema,
  type TypeMeta,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import {
  PizzaAlphaSchema,
  PizzaBetaSchema,
  PizzaSchema,
  alphaKind,
  betaKind,
  groupName,
  hubKind,
  restaurantScheme,
  versions,
  type PizzaAlpha,
  type PizzaBeta,
} from "./restaurant.js";

const { v1alpha1, v1beta1, internal } = versions;
const alpha = (...toppings: string[]): PizzaAlpha => ({
  kind: "Pizza",
  apiVersion: "restaurant.example.com/v1alpha1",
  metadata: { name: "one" },
  spec: { toppings },
});

interface Status extends TypeMeta {
  message?: string;
}
const StatusSchema: Schema<Status> = {
  name: "v1.Status",
  gvk: { group: "", version: "v1", kind: "Status" },
  fields: { kind: { type: "string" }, apiVersion: { type: "string" }, message: { type: "string", optional: true } },
};
const statusKind: KindDefinition<Status> = { schema: StatusSchema };

describe("registration", () => {
  test("kinds are found by version, and versions by kind", () => {
    const scheme = restaurantScheme();
    expect([...scheme.knownTypes(v1alpha1)]).toEqual([["Pizza", PizzaAlphaSchema]]);
    expect(scheme.allKnownTypes().map((type) => type.definition.schema)).toEqual([
      PizzaSchema,
      PizzaAlphaSchema,
      PizzaBetaSchema,
    ]);
    expect(scheme.recognizes({ ...v1alpha1, kind: "Pizza" })).toBe(true);
    expect(scheme.recognizes({ ...v1alpha1, kind: "Pasta" })).toBe(false);
    expect(scheme.isGroupRegistered(groupName)).toBe(true);
    expect(scheme.isGroupRegistered("")).toBe(false);
    expect(scheme.isVersionRegistered(v1beta1)).toBe(true);
    expect(scheme.isVersionRegistered(internal)).toBe(false);
    expect(scheme.versionsForGroupKind({ group: groupName, kind: "Pizza" })).toEqual([v1alpha1, v1beta1]);
    expect(scheme.objectKinds(alpha())).toEqual({ gvks: [{ ...v1alpha1, kind: "Pizza" }], unversioned: false });
  });

  test("two types with one kind are refused, one type with two kinds is accepted", () => {
    const scheme = restaurantScheme();
    scheme.addKnownTypes(v1alpha1, alphaKind);
    expect(() => {
      scheme.addKnownTypes(v1alpha1, betaKind);
    }).toThrow(
      'Double registration of different types for restaurant.example.com/v1alpha1, Kind=Pizza: old=v1alpha1.Pizza, new=v1beta1.Pizza in scheme "test"',
    );
    scheme.addKnownTypeWithName({ ...v1alpha1, kind: "Pie" }, alphaKind);
    expect(scheme.objectKinds(alpha()).gvks.map((gvk) => gvk.kind)).toEqual(["Pizza", "Pie"]);
  });

  test("a version is required", () => {
    expect(() => {
      new Scheme().addKnownTypeWithName({ group: "g", version: "", kind: "K" }, hubKind);
    }).toThrow("version is required on all types: g/, Kind=K restaurant.Pizza");
  });

  test("unregistered kinds and types have Go's errors", () => {
    const scheme = restaurantScheme();
    const create = (group: string, version: string, kind: string) => () => scheme.new({ group, version, kind });
    expect(create(groupName, "v9", "Pizza")).toThrow(NotRegisteredError);
    expect(create(groupName, "v9", "Pizza")).toThrow(
      'no kind "Pizza" is registered for version "restaurant.example.com/v9" in scheme "test"',
    );
    expect(create("g", APIVersionInternal, "Pizza")).toThrow(
      'no kind "Pizza" is registered for the internal version of group "g" in scheme "test"',
    );
    expect(create("g", "v1", "")).toThrow('no version "g/v1" has been registered in scheme "test"');
    expect(() => scheme.objectKinds({ kind: "", apiVersion: "v1" })).toThrow(
      "Object 'Kind' is missing in 'unstructured object has no kind'",
    );
    expect(() => scheme.objectKinds({ kind: "X", apiVersion: "" })).toThrow(
      "Object 'apiVersion' is missing in 'unstructured object has no version'",
    );
  });

  test("a new object is zero except its kind", () => {
    expect(restaurantScheme().new({ ...v1beta1, kind: "Pizza" })).toEqual({
      kind: "Pizza",
      apiVersion: "restaurant.example.com/v1beta1",
      metadata: {},
      spec: { toppings: [] },
    });
  });
});

describe("version priority", () => {
  test("versions have the given order, then the order of registration", () => {
    const scheme = restaurantScheme();
    const other = { group: "other", version: "v1" };
    scheme.addKnownTypes(other);
    scheme.setVersionPriority(v1beta1);
    expect(scheme.prioritizedVersionsForGroup(groupName)).toEqual([v1beta1, v1alpha1]);
    expect(scheme.prioritizedVersionsAllGroups()).toEqual([v1beta1, v1alpha1, other]);
    expect(scheme.preferredVersionAllGroups()).toEqual([v1beta1, other]);
  });

  test("priorities are for one group and external versions", () => {
    const scheme = restaurantScheme();
    expect(() => {
      scheme.setVersionPriority(internal);
    }).toThrow("internal versions cannot be prioritized: restaurant.example.com/__internal");
    expect(() => {
      scheme.setVersionPriority(v1beta1, { group: "other", version: "v1" });
    }).toThrow("must register versions for exactly one group: other, restaurant.example.com");
    expect(() => {
      scheme.setVersionPriority();
    }).toThrow("must register versions for exactly one group: ");
  });
});

describe("conversion", () => {
  test("objects are converted to the hub, from it, and through it", () => {
    const scheme = restaurantScheme();
    const hub = scheme.convertToVersion(alpha("a", "b", "a"), internal);
    expect(hub).toEqual({
      kind: "Pizza",
      apiVersion: "restaurant.example.com/__internal",
      metadata: { name: "one" },
      spec: {
        toppings: [
          { name: "a", quantity: 2 },
          { name: "b", quantity: 1 },
        ],
      },
    });
    expect(scheme.convertToVersion(hub, v1alpha1)).toEqual(alpha("a", "a", "b"));
    const beta = scheme.convertToVersion(alpha("a", "b", "a"), v1beta1);
    expect(beta).toEqual({ ...hub, apiVersion: "restaurant.example.com/v1beta1" });
    expect(scheme.convertToVersion(beta, v1alpha1)).toEqual(alpha("a", "a", "b"));
  });

  test("convertToVersion copies first, unsafeConvertToVersion shares", () => {
    const scheme = restaurantScheme();
    const input = alpha("a");
    const shared = scheme.unsafeConvertToVersion(input, v1beta1) as PizzaBeta;
    expect(shared.metadata).toBe(input.metadata);
    const copied = scheme.convertToVersion(input, v1beta1) as PizzaBeta;
    expect(copied.metadata).toEqual(input.metadata);
    expect(copied.metadata).not.toBe(input.metadata);
    expect(scheme.convertToVersion(input, v1alpha1)).not.toBe(input);
    expect(scheme.unsafeConvertToVersion(input, v1alpha1)).toBe(input);
  });

  test("a hand-written function takes precedence over a generated one in any order", () => {
    const scheme = restaurantScheme();
    scheme.addConversionFunc(PizzaAlphaSchema, PizzaBetaSchema, (input): PizzaBeta => ({
      kind: "Pizza",
      apiVersion: "restaurant.example.com/v1beta1",
      metadata: input.metadata,
      spec: { toppings: [{ name: "by hand", quantity: 1 }] },
    }));
    scheme.addGeneratedConversionFunc(PizzaAlphaSchema, PizzaBetaSchema, () => {
      throw new Error("generated");
    });
    const beta = scheme.convertToVersion(alpha("a"), v1beta1) as PizzaBeta;
    expect(beta.spec.toppings.map((topping) => topping.name)).toEqual(["by hand"]);
  });

  test("an ignored pair returns a zero object of the target", () => {
    const scheme = restaurantScheme();
    scheme.addIgnoredConversionType(PizzaAlphaSchema, PizzaBetaSchema);
    expect(scheme.convertToVersion(alpha("a"), v1beta1)).toEqual(scheme.new({ ...v1beta1, kind: "Pizza" }));
  });

  test("the result has the target's kind even where a function omits it or returns its input", () => {
    const scheme = restaurantScheme();
    scheme.addConversionFunc(PizzaAlphaSchema, PizzaSchema, (input) => input as never);
    const input = alpha("a");
    expect(scheme.unsafeConvertToVersion(input, internal).apiVersion).toBe("restaurant.example.com/__internal");
    expect(input).toEqual(alpha("a"));
  });

  test("convert uses the function of exactly its pair, and copies values of the same type", () => {
    const scheme = restaurantScheme();
    const input = alpha("a");
    expect(() => scheme.convert(input, PizzaAlphaSchema, PizzaBetaSchema)).toThrow(
      "converting (v1alpha1.Pizza) to (v1beta1.Pizza): unknown conversion",
    );
    const copy = scheme.convert(input, PizzaAlphaSchema, PizzaAlphaSchema);
    expect(copy).toEqual(input);
    expect(copy.spec).not.toBe(input.spec);
  });

  test("functions convert nested values through their scope", () => {
    const scheme = restaurantScheme();
    scheme.addConversionFunc(PizzaAlphaSchema, PizzaBetaSchema, (input, scope) =>
      scope.convert(scope.convert(input, PizzaAlphaSchema, PizzaSchema), PizzaSchema, PizzaBetaSchema),
    );
    expect(scheme.convert(alpha("a"), PizzaAlphaSchema, PizzaBetaSchema).spec.toppings).toEqual([
      { name: "a", quantity: 1 },
    ]);
  });

  test("targets of another group and unknown versions are errors", () => {
    const scheme = restaurantScheme();
    expect(() => scheme.convertToVersion(alpha(), { group: "other", version: "v1" })).toThrow(
      'v1alpha1.Pizza is not suitable for converting to "other/v1" in scheme "test"',
    );
    expect(() => scheme.convertToVersion(alpha(), { group: groupName, version: "v9" })).toThrow(
      'no kind "Pizza" is registered for version "restaurant.example.com/v9" in scheme "test"',
    );
  });

  test("the first of several targets in the object's group is used", () => {
    const scheme = restaurantScheme();
    expect(scheme.convertToVersion(alpha("a"), [{ group: "other", version: "v1" }, v1beta1]).apiVersion).toBe(
      "restaurant.example.com/v1beta1",
    );
  });

  test("two kinds without a conversion are an error", () => {
    const scheme = new Scheme();
    scheme.addKnownTypes(v1alpha1, alphaKind);
    scheme.addKnownTypes(v1beta1, betaKind);
    expect(() => scheme.convertToVersion(alpha(), v1beta1)).toThrow(
      "converting (v1alpha1.Pizza) to (v1beta1.Pizza): unknown conversion",
    );
  });
});

describe("unversioned types and the core group", () => {
  test("an unversioned type keeps its kind for any target", () => {
    const scheme = restaurantScheme();
    scheme.addUnversionedTypes({ group: "", version: "v1" }, statusKind);
    const status = scheme.new({ ...v1beta1, kind: "Status" });
    expect(status).toEqual({ kind: "Status", apiVersion: "v1" });
    expect(scheme.isUnversioned(status)).toBe(true);
    expect(scheme.isUnversioned(alpha())).toBe(false);
    for (const target of [v1beta1, internal, { group: "", version: APIVersionInternal }]) {
      expect(scheme.convertToVersion(status, target)).toEqual(status);
    }
    expect(scheme.convertToVersion(status, { group: "", version: "v9" }).apiVersion).toBe("v9");
    expect(scheme.objectKinds({ kind: "Status", apiVersion: "restaurant.example.com/v1beta1" }).unversioned).toBe(true);
  });

  test("two unversioned types with one name are refused", () => {
    const scheme = new Scheme("test");
    scheme.addUnversionedTypes({ group: "", version: "v1" }, statusKind);
    expect(() => {
      scheme.addUnversionedTypes({ group: "", version: "v2" }, { schema: { ...StatusSchema } });
    }).toThrow(
      'v1.Status has already been registered as unversioned kind "/v2, Kind=Status" - kind name must be unique in scheme "test"',
    );
  });

  test("versions of the core group have no slash", () => {
    const scheme = new Scheme();
    scheme.addKnownTypes({ group: "", version: APIVersionInternal }, { schema: { ...StatusSchema } });
    expect(scheme.recognizes({ group: "", version: APIVersionInternal, kind: "Status" })).toBe(true);
    expect(scheme.new({ group: "", version: APIVersionInternal, kind: "Status" }).apiVersion).toBe("__internal");
  });
});

describe("defaults, copies, field labels", () => {
  test("a registered function replaces the kind's own; objects without one are unchanged", () => {
    const scheme = restaurantScheme();
    const beta = (): PizzaBeta => ({
      ...alpha(),
      apiVersion: "restaurant.example.com/v1beta1",
      spec: { toppings: [{ name: "a", quantity: 0 }] },
    });
    const pizza = beta();
    scheme.default(pizza);
    expect(pizza.spec.toppings).toEqual([{ name: "a", quantity: 1 }]);
    scheme.addTypeDefaultingFunc(PizzaBetaSchema, (obj) => {
      obj.spec.toppings = [];
    });
    scheme.default(pizza);
    expect(pizza.spec.toppings).toEqual([]);
    scheme.default(alpha("a"));
    scheme.default({ kind: "Unknown", apiVersion: "v1" });
  });

  test("copies share nothing", () => {
    const scheme = restaurantScheme();
    const input = alpha("a");
    const copy = scheme.copy(input);
    expect(copy).toEqual(input);
    expect(copy.spec.toppings).not.toBe(input.spec.toppings);
  });

  test("field labels are translated", () => {
    const scheme = restaurantScheme();
    const gvk = { ...v1alpha1, kind: "Pizza" };
    expect(scheme.convertFieldLabel(gvk, "metadata.name", "x")).toEqual({ label: "metadata.name", value: "x" });
    expect(() => scheme.convertFieldLabel(gvk, "spec.x", "x")).toThrow(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    scheme.addFieldLabelConversionFunc(gvk, (label, value) => ({ label: `hub.${label}`, value }));
    expect(scheme.convertFieldLabel(gvk, "spec.x", "x")).toEqual({ label: "hub.spec.x", value: "x" });
  });
});
