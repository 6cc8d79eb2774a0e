import type { CSIDriver, StorageClass } from "./types.js";

export function SetDefaults_StorageClass(obj: StorageClass): void {
  obj.reclaimPolicy ??= "Delete";
  obj.volumeBindingMode ??= "Immediate";
}

export function SetDefaults_CSIDriver({ spec }: CSIDriver): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ["Persistent"];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}
