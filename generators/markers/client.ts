import { kubernetesMarker } from "./kubernetes-marker.js";
import { nonNamespaced } from "./register.js";

/**
 * Markers of client-gen, lister-gen, informer-gen and applyconfiguration-gen;
 * generators/markers/known/clients.ts defines them.
 */
export const genclient = kubernetesMarker("genclient");
export const noVerbs = kubernetesMarker("genclient:noVerbs");
export const noStatus = kubernetesMarker("genclient:noStatus");
export const readonlyVerbs = kubernetesMarker("genclient:readonly");
export const onlyVerbs = kubernetesMarker("genclient:onlyVerbs");
export const skipVerbs = kubernetesMarker("genclient:skipVerbs");
export const method = kubernetesMarker("genclient:method");
export const groupGoName = kubernetesMarker("groupGoName");
export const clientGen = kubernetesMarker("k8s:client-gen");
export const listerGen = kubernetesMarker("k8s:lister-gen");
export const informerGen = kubernetesMarker("k8s:informer-gen");
export const applyConfigurationGen = kubernetesMarker("k8s:applyconfiguration-gen");

/**
 * Names of the markers that determine which resources have clients, and the names and methods of
 * the clients.
 */
export const clientMarkerNames: readonly string[] = [
  genclient.name,
  nonNamespaced.name,
  noVerbs.name,
  noStatus.name,
  readonlyVerbs.name,
  onlyVerbs.name,
  skipVerbs.name,
  method.name,
  groupGoName.name,
  clientGen.name,
];
