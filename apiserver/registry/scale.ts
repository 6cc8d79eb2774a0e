import {
  APIVersionInternal,
  CodecFactory,
  Scheme,
  groupVersionString,
  type GroupVersionKind,
  type ObjectMeta,
  type Schema,
  type TypeMeta,
  type int32,
} from "@apimachinery/runtime";
import { ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";

/** Desired and actual number of replicas of an object (autoscaling/v1). */
export interface Scale extends TypeMeta {
  metadata: ObjectMeta;
  spec: ScaleSpec;
  status: ScaleStatus;
}

interface ScaleSpec {
  replicas: int32;
}

interface ScaleStatus {
  replicas: int32;
  /** Label selector of the replicas, as a string. Absent if the object has none. */
  selector?: string;
}

export const scaleGVK: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };
/** `apiVersion` and `kind` of every Scale. */
export const scaleKind = { kind: scaleGVK.kind, apiVersion: groupVersionString(scaleGVK) } as const;

const specSchema: Schema<ScaleSpec> = { name: "v1.ScaleSpec", fields: { replicas: { type: "int32" } } };
const statusSchema: Schema<ScaleStatus> = {
  name: "v1.ScaleStatus",
  fields: { replicas: { type: "int32" }, selector: { type: "string", optional: true } },
};
export const scaleSchema: Schema<Scale> = {
  name: "v1.Scale",
  gvk: scaleGVK,
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    spec: { type: "ref", to: () => specSchema },
    status: { type: "ref", to: () => statusSchema },
  },
};

/** Returns a new scheme with the kind Scale, and its codecs. */
export function scaleScheme(): { readonly scheme: Scheme; readonly codecs: CodecFactory } {
  const scheme = new Scheme("scale");
  scheme.addKnownTypes({ group: scaleGVK.group, version: APIVersionInternal }, { schema: scaleSchema });
  scheme.addKnownTypes(scaleGVK, { schema: scaleSchema });
  return { scheme, codecs: new CodecFactory(scheme) };
}
