import { textMessage, type ProtobufMessage } from "../../protobuf/message.js";
import { objectMetaMessage } from "../../protobuf/meta-messages.js";

const objectReference = textMessage("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

const eventSeries: ProtobufMessage = {
  1: { name: "count", type: "integer" },
  2: { name: "lastObservedTime", type: "microTime" },
};

/** Messages of events.k8s.io/v1 by kind. Typed clients in Go send protobuf. */
export const eventsMessages: Readonly<Record<string, ProtobufMessage>> = {
  Event: {
    1: { name: "metadata", type: objectMetaMessage },
    2: { name: "eventTime", type: "microTime" },
    3: { name: "series", type: eventSeries },
    4: { name: "reportingController", type: "string" },
    5: { name: "reportingInstance", type: "string" },
    6: { name: "action", type: "string" },
    7: { name: "reason", type: "string" },
    8: { name: "regarding", type: objectReference },
    9: { name: "related", type: objectReference },
    10: { name: "note", type: "string" },
    11: { name: "type", type: "string" },
    12: { name: "deprecatedSource", type: textMessage("component", "host") },
    13: { name: "deprecatedFirstTimestamp", type: "time" },
    14: { name: "deprecatedLastTimestamp", type: "time" },
    15: { name: "deprecatedCount", type: "integer" },
  },
};
