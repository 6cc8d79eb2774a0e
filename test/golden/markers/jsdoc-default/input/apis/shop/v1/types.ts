import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  /** @default 24 */
  hours: int32;
  /**
   * The name of the queue.
   * @defaultValue `'Normal'`
   */
  queue: string;
  /** @default the queue of the customer */
  other?: string;
  /**
   * Both are there.
   *
   * +default=2
   * @default 2
   */
  pieces: int32;
  /**
   * A block of code:
   *
   * ```
   * @default 2
   * ```
   */
  shown: int32;
}
