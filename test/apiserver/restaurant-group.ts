import { newAPIGroup, type APIGroupInfo, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { restaurantGroup as definition } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { keyPrefix } from "../../cmd/pizza-apiserver/server.js";

/** Returns the pizza server's API group. It stores its objects in the given storage. */
export function restaurantGroup(storage: Storage): APIGroupInfo {
  return newAPIGroup(definition, { scheme: new Scheme("pizza-apiserver"), storage, keyPrefix });
}
