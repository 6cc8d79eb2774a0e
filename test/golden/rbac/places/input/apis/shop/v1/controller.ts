/**
 * The marker belongs to the package, although it is in the comment of a function.
 *
 * +kubebuilder:rbac:groups=shop.example.com,resources=boots,verbs=update;patch
 */
export function reconcile(name: string): string {
  return name;
}

/** +kubebuilder:rbac:urls=/metrics,verbs=get */
export const metrics = "/metrics";

/** +kubebuilder:rbac:groups="",resources=events,verbs=create,roleName=events */
export interface Event {
  name: string;
}
