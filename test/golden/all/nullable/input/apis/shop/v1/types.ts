import type { JSONValue, ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * +kubebuilder:object:root=true
 * +kubebuilder:storageversion
 */
export interface Machine extends TypeMeta<"nullable.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineList extends TypeMeta<"nullable.example.com/v1", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}

export interface MachineSpec {
  /**
   * Null: no limit.
   * +nullable
   * +k8s:minimum=1
   */
  limit: int32 | null;
  /**
   * +nullable
   * +default="x"
   */
  name: string | null;
  /**
   * +nullable
   * +default=3
   */
  size?: int32 | null;
  /** +nullable */
  port: Port | null;
  /** +nullable */
  backup?: Port | null;
  /** +nullable */
  ports: Port[] | null;
  /** +nullable */
  labels?: Record<string, string> | null;
  /** +nullable */
  mode?: "Fast" | "Slow" | null;
  /** +nullable */
  inline?: { a: string } | null;
  /** +nullable */
  any?: JSONValue;
}

export interface Port {
  /** +default=80 */
  port?: int32;
}
