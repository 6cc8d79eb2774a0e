import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Lists whose markers of validation-gen have a level, as in certificates/v1 of Kubernetes. */
export interface Request extends TypeMeta<"shop.example.com/v1", "Request"> {
  metadata: ObjectMeta;
  /**
   * +listType=map
   * +listMapKey=type
   * +k8s:alpha(since: "1.36")=+k8s:listType=map
   * +k8s:alpha(since: "1.36")=+k8s:listMapKey=type
   * +k8s:alpha(since: "1.36")=+k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember
   * +k8s:alpha(since: "1.36")=+k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember
   */
  conditions?: Condition[];
  /**
   * +listType=set
   * +k8s:beta=+k8s:listType=set
   */
  names?: string[];
}

export interface Condition {
  type: string;
  reason?: string;
}
