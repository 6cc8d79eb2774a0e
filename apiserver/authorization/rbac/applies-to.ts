import type { User } from "../../request/api-request.js";
import type { RBACSubject } from "./objects.js";

/**
 * Reports whether a subject of a binding is the user, or a group of the user (Go: appliesToUser).
 * @param namespace namespace of the binding; empty for a ClusterRoleBinding
 */
export function appliesTo(subject: RBACSubject, user: User, namespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return user.name === subject.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const own = subject.namespace === "" ? namespace : subject.namespace;
      return own !== "" && user.name === `system:serviceaccount:${own}:${subject.name}`;
    }
  }
}
