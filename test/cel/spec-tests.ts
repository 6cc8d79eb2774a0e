import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { CELBytes, CELUint } from "../../runtime/cel/index.js";

/** A value as cel-spec writes it: a message cel.expr.Value in JSON, which has one field. */
export type SpecValue = Readonly<Record<string, unknown>>;

/** A test of cel-spec. */
export interface SpecTest {
  readonly file: string;
  readonly expr: string;
  readonly value?: SpecValue;
  readonly typedResult?: { readonly result?: SpecValue };
  readonly bindings?: Readonly<Record<string, { readonly value: SpecValue }>>;
  readonly evalError?: object;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: object }[];
}

/** Returns the tests of all files, except those about messages and extensions for networks. */
export function specTests(): readonly SpecTest[] {
  const files = (conformance as Suite).suites ?? [];
  return files
    .filter(({ name }) => !/proto2|proto3|enums|network/.test(name))
    .flatMap((file) => testsOf(file).map((test) => ({ ...test, file: file.name }) as SpecTest))
    .filter(({ bindings, expr }) => !hasMessage(bindings) && !expr.includes("protobuf.Any{type_url"));
}

function testsOf({ suites = [], tests = [] }: Suite): readonly object[] {
  return [...tests.map(({ original }) => original), ...suites.flatMap(testsOf)];
}

/** JSON cannot express variables with messages, and the text of a message is random in Go. */
function hasMessage(bindings: SpecTest["bindings"]): boolean {
  return JSON.stringify(bindings ?? {}).includes('"objectValue"');
}

type SpecData =
  | null
  | boolean
  | bigint
  | number
  | string
  | CELUint
  | CELBytes
  | readonly SpecData[]
  | ReadonlyMap<SpecData, SpecData>;

interface Items {
  readonly values?: readonly SpecValue[];
}

interface Entries {
  readonly entries?: readonly { readonly key: SpecValue; readonly value: SpecValue }[];
}

/** Returns the value of a variable or a result; that of a type is its name. */
export function dataOf(value: SpecValue): SpecData {
  const [kind, content] = Object.entries(value)[0] ?? [];
  switch (kind) {
    case "int64Value":
      return BigInt(content as string);
    case "uint64Value":
      return new CELUint(BigInt(content as string));
    case "doubleValue":
      return Number(content);
    case "bytesValue":
      return new CELBytes(Uint8Array.from(Buffer.from(content as string, "base64")));
    case "listValue":
      return ((content as Items).values ?? []).map(dataOf);
    case "mapValue":
      return new Map(((content as Entries).entries ?? []).map((entry) => [dataOf(entry.key), dataOf(entry.value)]));
    case "nullValue":
      return null;
    default:
      return typeof content === "boolean" ? content : String(content);
  }
}
