import { join } from "node:path";
import { repository } from "../interop/repository.js";
import { createFrom, type Kitchen } from "./kitchen.js";

/** A step of the demo: its text, its command and its expected output. */
export interface Step {
  /** Sentence that explains the step to the reader. */
  readonly says: string;
  /** The command line, for readers with kubectl. */
  readonly kubectl: string;
  /** The same action with the project's own client. */
  readonly client: { readonly shown: string; readonly run: (kitchen: Kitchen) => Promise<unknown> };
  /** Lines that the command must print, in any order. The step fails if a line is missing. */
  readonly prints: readonly RegExp[];
  /** True if the server must refuse the request. */
  readonly isRefused?: boolean;
  /**
   * True if the result may be wrong for a moment. The admission plug-in receives toppings through
   * its informer, which takes some time.
   */
  readonly isSoon?: boolean;
}

const folder = "artifacts/examples";
const file = (name: string) => join(repository, folder, `${name}.yaml`);
const alpha = "pizzas.v1alpha1.restaurant.programming-kubernetes.info";

/** The steps of the example in the book "Programming Kubernetes". */
export const steps: readonly Step[] = [
  {
    says: "A pizza may only have toppings that there are, and there are none yet.",
    kubectl: `kubectl create -f ${folder}/pizza-margherita.yaml`,
    client: {
      shown: "pizzasV1alpha1.create(margherita)",
      run: (kitchen) => createFrom(kitchen.alphaPizzas, file("pizza-margherita")),
    },
    prints: [/"margherita" is forbidden: unknown topping: mozzarella/],
    isRefused: true,
  },
  {
    says: "Toppings are not in a namespace.",
    kubectl: `kubectl create -f '${folder}/topping-*.yaml'`,
    client: {
      shown: "for (const topping of [mozzarella, salami, tomato]) toppings.create(topping)",
      run: (kitchen) =>
        Promise.all(
          ["mozzarella", "salami", "tomato"].map((name) => createFrom(kitchen.toppings, file(`topping-${name}`))),
        ),
    },
    prints: [/mozzarella/, /salami/, /tomato/],
  },
  {
    says: "Now the pizza is taken.",
    kubectl: `kubectl create -f ${folder}/pizza-margherita.yaml`,
    client: {
      shown: "pizzasV1alpha1.create(margherita)",
      run: (kitchen) => createFrom(kitchen.alphaPizzas, file("pizza-margherita")),
    },
    prints: [/margherita/],
    isSoon: true,
  },
  {
    says: "A pizza that says nothing about toppings …",
    kubectl: `kubectl create -f ${folder}/empty-pizza.yaml`,
    client: {
      shown: "pizzasV1alpha1.create(emptyPizza)",
      run: (kitchen) => createFrom(kitchen.alphaPizzas, file("empty-pizza")),
    },
    prints: [/empty-pizza/],
    isSoon: true,
  },
  {
    says: "… gets defaults. v1alpha1 has a list of names:",
    kubectl: `kubectl get ${alpha} empty-pizza -o yaml`,
    client: { shown: 'pizzasV1alpha1.get("empty-pizza")', run: (kitchen) => kitchen.alphaPizzas.get("empty-pizza") },
    prints: [/v1alpha1/, /toppings:\n +- salami\n +- mozzarella\n +- tomato\n/],
  },
  {
    says: "The same object in v1beta1, which has quantities. kubectl requests this version by default.",
    kubectl: "kubectl get pizza empty-pizza -o yaml",
    client: { shown: 'pizzas.get("empty-pizza")', run: (kitchen) => kitchen.pizzas.get("empty-pizza") },
    prints: [/v1beta1/, /toppings:\n +- name: salami\n +quantity: 1\n +- name: mozzarella\n/],
  },
  {
    says: "Written in v1beta1 with a quantity …",
    kubectl: `kubectl create -f ${folder}/pizza-double-tomato.yaml`,
    client: {
      shown: "pizzas.create(doubleTomato)",
      run: (kitchen) => createFrom(kitchen.pizzas, file("pizza-double-tomato")),
    },
    prints: [/double-tomato/],
  },
  {
    says: "… it has its topping twice in v1alpha1.",
    kubectl: `kubectl get ${alpha} double-tomato -o yaml`,
    client: {
      shown: 'pizzasV1alpha1.get("double-tomato")',
      run: (kitchen) => kitchen.alphaPizzas.get("double-tomato"),
    },
    prints: [/v1alpha1/, /toppings:\n +- tomato\n +- tomato\n +- mozzarella\n/],
  },
  {
    says: "Admission still refuses unknown toppings.",
    kubectl: `kubectl create -f ${folder}/pizza-pineapple.yaml`,
    client: {
      shown: "pizzas.create(pineapple)",
      run: (kitchen) => createFrom(kitchen.pizzas, file("pizza-pineapple")),
    },
    prints: [/"pineapple" is forbidden: unknown topping: pineapple/],
    isRefused: true,
  },
  {
    says: "All of them:",
    kubectl: "kubectl get pizzas,toppings",
    client: {
      shown: "[...(await pizzas.list()).items, ...(await toppings.list()).items]",
      run: async (kitchen) => {
        const [pizzas, toppings] = await Promise.all([kitchen.pizzas.list(), kitchen.toppings.list()]);
        return [...pizzas.items, ...toppings.items].map(({ kind, metadata }) => `${kind} ${metadata.name ?? ""}`);
      },
    },
    prints: [/double-tomato/, /empty-pizza/, /margherita/, /mozzarella/],
  },
];
