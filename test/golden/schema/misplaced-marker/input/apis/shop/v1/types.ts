export interface Basket {
  /** +listType=atomic */
  text: string;
}
