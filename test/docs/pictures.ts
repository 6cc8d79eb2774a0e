import { html } from "../../cmd/codegen/reference/print/html-text.js";
import { drawing, type Arrow, type Box, type Picture } from "../../cmd/codegen/reference/picture/svg.js";

/** @file The pictures of the README and of docs, which docs/pictures has as SVG. */

const box = (title: string, ...rows: readonly string[]): Box => ({ id: title, title, rows, isMain: false });
const own = (title: string, ...rows: readonly string[]): Box => ({ ...box(title, ...rows), isMain: true });
const to = (from: string, target: string, isMutual = false): Arrow => ({ from, to: target, isMutual });

/** A blue frame marks what users write. */
export const pictures: readonly Picture[] = [
  {
    name: "outputs",
    label: "codegen reads the types that you write, and writes code, clients, definitions and pages from them",
    boxes: [
      own("apis/…/types.ts", "interfaces", "markers: +…"),
      box("codegen"),
      box("apis/…/zz_generated.*", "deep copies, defaults", "validation", "conversions, schemas"),
      box("generated/clientset", "typed clients, a fake"),
      box("generated/crds", "custom resources"),
      box("generated/reference", "pages with rules"),
      box("your server"),
      box("your programs"),
      box("a cluster"),
      box("users of your API"),
    ],
    arrows: [
      to("apis/…/types.ts", "codegen"),
      to("codegen", "apis/…/zz_generated.*"),
      to("codegen", "generated/clientset"),
      to("codegen", "generated/crds"),
      to("codegen", "generated/reference"),
      to("apis/…/zz_generated.*", "your server"),
      to("generated/clientset", "your programs"),
      to("generated/crds", "a cluster"),
      to("generated/reference", "users of your API"),
    ],
  },
  {
    name: "versions",
    label: "Each version of an object is converted to the hub and back; objects are stored in one version",
    boxes: [
      box("client of v1alpha1"),
      box("client of v1beta1"),
      box("v1alpha1", "toppings: string[]"),
      box("v1beta1", "toppings: PizzaTopping[]"),
      own("hub", "strategies", "admission plugins"),
      box("storage", "objects of v1alpha1"),
    ],
    arrows: [
      to("client of v1alpha1", "v1alpha1", true),
      to("client of v1beta1", "v1beta1", true),
      to("v1alpha1", "hub", true),
      to("v1beta1", "hub", true),
      to("hub", "storage", true),
    ],
  },
  {
    name: "tutorial",
    label: "Objects of v1alpha1 are converted to v1, the hub, and back; your code gets objects of v1",
    boxes: [
      box("clients of v1alpha1"),
      box("clients of v1"),
      own("v1alpha1", "v1alpha1/types.ts", "v1alpha1/conversion.ts"),
      own("v1, the hub", "v1/types.ts"),
      box("your server", "strategies for v1", "the store"),
    ],
    arrows: [
      to("clients of v1alpha1", "v1alpha1", true),
      to("clients of v1", "v1, the hub", true),
      to("v1alpha1", "your server", true),
      to("v1, the hub", "your server", true),
    ],
  },
  {
    name: "request",
    label:
      "A write passes filters, decoding, defaults, conversion, checks and the storage, and then reaches all watches",
    gap: 30,
    boxes: [
      box("client"),
      box("filters", "authentication", "authorization"),
      box("decode", "types", "unknown fields"),
      own("to the hub", "set defaults", "convert"),
      own("checks", "mutating plugins", "validation", "validating plugins"),
      box("store", "convert, write"),
      box("response"),
      box("watches"),
    ],
    arrows: [
      to("client", "filters"),
      to("filters", "decode"),
      to("decode", "to the hub"),
      to("to the hub", "checks"),
      to("checks", "store"),
      to("store", "response"),
      to("store", "watches"),
    ],
  },
];

const style = `
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; fill: #55606c }
.title { font-weight: 600; fill: #1b2026 }
rect { fill: #f5f7f9; stroke: #c5ccd4; stroke-width: 1.2 }
.main rect { stroke: #0b57b0; stroke-width: 2 }
.line { stroke: #c5ccd4 }
.arrow { fill: none; stroke: #55606c; stroke-width: 1.3 }
marker path { fill: #55606c }
@media (prefers-color-scheme: dark) {
  text { fill: #a3adb8 }
  .title { fill: #e4e8ed }
  rect { fill: #1c2027; stroke: #4a535f }
  .main rect { stroke: #86b8ff }
  .line { stroke: #4a535f }
  .arrow { stroke: #a3adb8 }
  marker path { fill: #a3adb8 }
}
`;

/** Returns a picture as a file, with colours for both themes. */
export function svgFile(picture: Picture): string {
  const { width, height, viewBox, content } = drawing(picture);
  const xmlns = "http://www.w3.org/2000/svg";
  return html`<svg xmlns="${xmlns}" width="${width}" height="${height}" viewBox="${viewBox}" role="img">
    <title>${picture.label}</title>
    <style>
      ${style}
    </style>
    ${content}
  </svg> `.text;
}
