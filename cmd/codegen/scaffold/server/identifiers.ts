import { upperFirstLetter } from "../../../../engine/util/first-letter.js";

/**
 * Returns a string in camel case with only letters and digits, such as `coffeeShop` for
 * `coffee-shop`.
 */
export function identifierOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? identifierCase(word) : upperFirstLetter(word))).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `group${joined}`;
}

/**
 * Returns a name with a lower-case start, such as `pizzaOven` for `PizzaOven` and `httpRoute` for
 * `HTTPRoute`.
 */
export function identifierCase(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (start) => start.toLowerCase());
}

/** Appends numbers to repeated names, such as `shop` and `shop2`. */
export function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}${count}`;
    taken.add(free);
    return free;
  });
}
