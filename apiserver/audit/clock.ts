/**
 * Returns the function that converts times of `performance.now` to MicroTimes. The wall clock is
 * read only once, when the function is created, so that the times of one request never go
 * backwards.
 */
export function microClock(): (milliseconds: number) => string {
  const offset = Date.now() - performance.now();
  return (milliseconds) => {
    const micros = Math.round((offset + milliseconds) * 1000);
    const seconds = new Date(Math.floor(micros / 1000)).toISOString();
    return `${seconds.slice(0, -1)}${String(micros % 1000).padStart(3, "0")}Z`;
  };
}
