import type { ConnectSubresource, ObjectSubresource, RequestContext, Strategy } from "@apimachinery/apiserver";
import type { Car, Paint, RadioOptions, Wash } from "./types.js";

// The blocks of docs/beyond-crud.md are parts of this file. A test compares them.

export const graceful: Strategy<Car> = {
  gracePeriodSeconds: ({ spec }, requested) =>
    spec.stopSeconds === undefined ? undefined : (requested ?? spec.stopSeconds),
};

export class CountedCars implements Strategy<Car> {
  /** Number of cars that exist, by colour. */
  readonly count = new Map<string, number>();

  decorate({ metadata, spec }: Car): void {
    metadata.annotations = { ...metadata.annotations, "garage.example.com/alike": String(this.count.get(spec.colour)) };
  }

  afterCreate(_context: RequestContext, { spec }: Car): void {
    this.#add(spec.colour, 1);
  }

  afterDelete(_context: RequestContext, { spec }: Car): void {
    this.#add(spec.colour, -1);
  }

  #add(colour: string, cars: number): void {
    this.count.set(colour, (this.count.get(colour) ?? 0) + cars);
  }
}

const wash: ObjectSubresource<Car, Wash> = {
  kind: "Wash",
  async create(_context, car, request, change) {
    const { program, rounds = 1 } = request.spec;
    if (program === "respray") await change(({ spec }) => void (spec.colour = "white"));
    return { ...request, status: { message: `washed the ${car.spec.colour} car ${rounds} times` } };
  },
};

const paint: ObjectSubresource<Car, Paint> = {
  kind: "Paint",
  get: (_context, { spec, ...car }) => ({ ...car, kind: "Paint", spec: { colour: spec.colour } }),
  update: (_context, car, { spec }) => {
    car.spec.colour = spec.colour;
  },
};

const radio: ConnectSubresource<Car, RadioOptions> = {
  methods: ["GET", "POST"],
  hasPath: true,
  options: "RadioOptions",
  connect(_context, car, request, { station = "news" }) {
    if (!request.isWebSocket) return { headers: { "x-station": station }, body: echoed(request.body()) };
    return {
      async webSocket(socket) {
        await socket.send(`${car.spec.colour} car, ${station}`);
        for await (const message of socket.messages()) await socket.send(message);
      },
    };
  },
};

/** Sends each piece of the request's body back when it arrives. */
async function* echoed(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of body) yield `heard ${piece.toString("utf8")}\n`;
}

export const withSubresources: Strategy<Car> = { subresources: { wash, paint, radio } };
