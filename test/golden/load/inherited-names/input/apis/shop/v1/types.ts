/** What every object inherits is never seen to be absent. */
export interface Basket {
  constructor: string;
  toString?: string;
  __proto__?: string;
  valueOf: string;
}
