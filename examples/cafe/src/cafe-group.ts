// src/cafe-group.ts
import type { GroupDefinition } from "@apimachinery/apiserver";
import { SchemeGroupVersion as v1 } from "../apis/cafe/v1/zz_generated.register.js";
import { Install } from "../apis/cafe/zz_generated.install.js";
import type { Kinds } from "../apis/cafe/zz_generated.register.js";
import { coffeeStrategy, machineStrategy } from "./strategies.js";

export const cafeGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  storageVersion: v1,
  kinds: {
    Coffee: coffeeStrategy,
    Machine: machineStrategy,
  },
};
