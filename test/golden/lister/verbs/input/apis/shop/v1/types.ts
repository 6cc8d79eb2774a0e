import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** All verbs. Fields with defaults are optional for `create`, also in lists and maps.
 * +genclient */
export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  spec: ShopSpec;
  /** All its fields have defaults, so it can be absent. */
  opening: Opening;
  status: ShopStatus;
}

export interface ShopSpec {
  owner: string;
  /** +default="Small" */
  size: "Small" | "Large";
  /** +optional */
  colour: string;
  /** +default=5
   * +required */
  floors: int32;
  shelves: Shelf[];
  rooms: Record<string, Room>;
  payment?: Payment;
  parent?: ShopSpec;
}

export interface Shelf {
  name: string;
  /** +default=10 */
  height: int32;
}

export interface Room {
  /** +default=1 */
  doors: int32;
  label: string;
}

export interface Opening {
  /** +default=8 */
  from: int32;
  /** +default=18 */
  to: int32;
  note?: string;
}

export type Payment = Cash | Card;
export interface Cash {
  type: "Cash";
  /** +default="EUR" */
  currency: string;
}
export interface Card {
  type: "Card";
  /** +default="EUR" */
  currency: string;
  number: string;
}

export interface ShopStatus {
  customers: int32;
}

export interface ShopList extends TypeMeta<"shop.example.com/v1", "ShopList"> {
  metadata: ListMeta;
  items: Shop[];
}

/** A kind without namespaces and without a status.
 * +genclient
 * +genclient:nonNamespaced */
export interface City extends TypeMeta<"shop.example.com/v1", "City"> {
  metadata: ObjectMeta;
  mayor: string;
}
export interface CityList extends TypeMeta<"shop.example.com/v1", "CityList"> {
  metadata: ListMeta;
  items: City[];
}

/** A status that no method writes.
 * +genclient
 * +genclient:noStatus */
export interface Street extends TypeMeta<"shop.example.com/v1", "Street"> {
  metadata: ObjectMeta;
  status: { cars: int32 };
}
export interface StreetList extends TypeMeta<"shop.example.com/v1", "StreetList"> {
  metadata: ListMeta;
  items: Street[];
}

/** Only get, list and watch.
 * +genclient
 * +genclient:readonly */
export interface Weather extends TypeMeta<"shop.example.com/v1", "Weather"> {
  metadata: ObjectMeta;
  degrees: int32;
}
export interface WeatherList extends TypeMeta<"shop.example.com/v1", "WeatherList"> {
  metadata: ListMeta;
  items: Weather[];
}

/** Only the named verbs; it is not listed, so it has neither a lister nor an informer.
 * +genclient
 * +genclient:onlyVerbs=create,get */
export interface Receipt extends TypeMeta<"shop.example.com/v1", "Receipt"> {
  metadata: ObjectMeta;
  total: int32;
}

/** All verbs but two.
 * +genclient
 * +genclient:skipVerbs=delete,deleteCollection
 * +resourceName=stock */
export interface StockItem extends TypeMeta<"shop.example.com/v1", "StockItem"> {
  metadata: ObjectMeta;
  count: int32;
  status: { sold: int32 };
}
export interface StockItemList extends TypeMeta<"shop.example.com/v1", "StockItemList"> {
  metadata: ListMeta;
  items: StockItem[];
}

/** Without +genclient there is no client. */
export interface Secret extends TypeMeta<"shop.example.com/v1", "Secret"> {
  metadata: ObjectMeta;
}
export interface SecretList extends TypeMeta<"shop.example.com/v1", "SecretList"> {
  metadata: ListMeta;
  items: Secret[];
}
