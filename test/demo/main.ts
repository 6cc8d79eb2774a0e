import { inspect } from "node:util";
import { CodecFactory, Scheme, withKind } from "@apimachinery/runtime";
import type { RuntimeObject } from "@apimachinery/runtime";
import { Install } from "../../apis/restaurant/install.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { SchemeGroupVersion as v1beta1 } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import { SchemeGroupVersion as hub } from "../../apis/restaurant/zz_generated.register.js";

/** @file Takes two v1alpha1 pizzas through decoding, defaulting and conversion and back, and shows each step. */

const scheme = new Scheme("restaurant");
Install(scheme);
const codecs = new CodecFactory(scheme);

journey("A pizza with a topping twice", {
  apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
  kind: "Pizza",
  metadata: { name: "double-mozzarella", namespace: "default" },
  spec: { toppings: ["mozzarella", "tomato", "mozzarella"] },
});
journey("A pizza that says nothing about toppings", {
  apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
  kind: "Pizza",
  metadata: { name: "plain", namespace: "default" },
});

function journey(title: string, written: object): void {
  console.log(`\n=== ${title}`);
  const text = JSON.stringify(written);
  step("as a user writes it, in v1alpha1", text);

  const { object } = codecs.universalDeserializer().decode(text, { mode: "strict" });
  scheme.default(object);
  step("decoded and defaulted", codecs.encoderForVersion(v1alpha1).encode(object));

  const internal = scheme.convertToVersion(object, hub);
  step(`converted to the hub, ${withKind(hub, "Pizza").version}: what the server works with`, JSON.stringify(internal));

  const preferred = scheme.convertToVersion(internal, v1beta1);
  step("converted to v1beta1: what clients see unless they ask for another version", codecs.encoderForVersion(v1beta1).encode(preferred));

  step("and back to v1alpha1: what is stored, equal toppings side by side", stored(preferred));
}

function stored(object: RuntimeObject): string {
  return codecs.encoderForVersion(v1alpha1).encode(scheme.convertToVersion(object, v1alpha1));
}

function step(what: string, text: string): void {
  const shown = inspect(JSON.parse(text), { depth: null, breakLength: 100, compact: 3 });
  console.log(`\n${what}\n${shown.replace(/^/gm, "    ")}`);
}
