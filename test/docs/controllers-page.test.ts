import { eventGroup, leaseGroup } from "@apimachinery/apiserver";
import { testPrograms } from "./page-programs.js";

testPrograms("docs/controllers.md", ["elect", "record"], { groups: [leaseGroup, eventGroup] });
