export interface Box {
  /**
   * +k8s:validation:cel[0]:rule>self.x >
   * +k8s:validation:cel[0]:rule>  0
   */
  raw: string;
  /** +k8s:validation:cel[1]:rule="self.size() > 0" */
  late: string;
  /** +k8s:validation:cel[0]:message="no rule" */
  without: string;
  /** +k8s:minLength=0x10 */
  hexadecimal: string;
}
