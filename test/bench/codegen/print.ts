import type { Cost } from "./child.js";

export function title(text: string): void {
  console.log(`\n${text}`);
}

export function row(name: string, { wallMs, cpuMs, peakMb }: Cost, note = ""): void {
  const cpu = Number.isNaN(cpuMs) ? "" : `${(cpuMs / 1000).toFixed(2)} s`;
  console.log(
    `  ${name.padEnd(44)} ${`${(wallMs / 1000).toFixed(2)} s`.padStart(9)} ${cpu.padStart(9)} ${`${peakMb.toFixed(0)} MB`.padStart(9)}  ${note}`.trimEnd(),
  );
}

export function heading(): void {
  console.log(`  ${"".padEnd(44)} ${"wall".padStart(9)} ${"CPU".padStart(9)} ${"peak".padStart(9)}`);
}
