import { reportMarker, type MarkerReader } from "../context.js";
import { mapRules, noValidations, wrapRule, type Stability } from "../rule.js";
import { namedArgument, positional } from "../tag.js";

/**
 * Returns the reader of `+k8s:alpha=+marker` or `+k8s:beta=+marker`, which sets the stability of
 * the inner marker's rules.
 */
export function level(stability: Stability): MarkerReader {
  return (reader, context, marker) => {
    if (marker.then === undefined) return noValidations;
    const since = namedArgument(marker, "since") ?? positional(marker);
    if ((marker.args?.length ?? 0) > 1 || (since !== undefined && !/^\d+\.\d+$/.test(since))) {
      reportMarker(
        reader,
        "validation/bad-marker-value",
        marker,
        'takes only one argument, a release such as `(since: "1.34")`',
      );
      return noValidations;
    }
    const inner = reader.read({ ...context, stability }, [marker.then]);
    return mapRules(inner, (one) => (one.hasOwnStability === true ? one : { ...one, stability }));
  };
}

/**
 * Returns the reader of `+k8s:ifEnabled(Option)=+marker` or `+k8s:ifDisabled(Option)=+marker`,
 * whose rules depend on an option of the server.
 */
export function ifOption(enabled: boolean): MarkerReader {
  return (reader, context, marker) => {
    const option = positional(marker);
    if (marker.then === undefined) return noValidations;
    if (option === undefined) {
      reportMarker(
        reader,
        "validation/bad-marker-value",
        marker,
        `needs the name of an option, such as \`+${marker.name}(MyFeature)=+marker\``,
      );
      return noValidations;
    }
    return mapRules(reader.read(context, [marker.then]), (one) =>
      wrapRule(one, (rules) => ({ kind: "option", option, enabled, rules })),
    );
  };
}
