import { reportMarker, type MarkerReader } from "../context.js";
import { mapRules, noValidations, wrapRule, type Stability } from "../rule.js";
import { namedArgument, positional } from "../tag.js";

/**
 * Returns the reader of `+k8s:alpha=+marker` or `+k8s:beta=+marker`, which sets the stability of
 * the inner marker's rules.
 */
export function level(stability: Stability): MarkerReader {
  return (site) => {
    const { reader, context, marker } = site;
    if (marker.then === undefined) return noValidations;
    const since = namedArgument(marker, "since") ?? positional(marker);
    if ((marker.args?.length ?? 0) > 1 || (since !== undefined && !/^\d+\.\d+$/.test(since))) {
      const message = 'takes only one argument, a release such as `(since: "1.34")`';
      return reportMarker(site, "validation/bad-marker-value", message);
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
  return (site) => {
    const { reader, context, marker } = site;
    const option = positional(marker);
    if (marker.then === undefined) return noValidations;
    if (option === undefined) {
      const message = `needs the name of an option, such as \`+${marker.name}(MyFeature)=+marker\``;
      return reportMarker(site, "validation/bad-marker-value", message);
    }
    return mapRules(reader.read(context, [marker.then]), (one) =>
      wrapRule(one, (rules) => ({ kind: "option", option, enabled, rules })),
    );
  };
}
