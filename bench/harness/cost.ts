// Reads the CPU time and memory of processes from /proc. Called before and after each phase.
// @see https://man7.org/linux/man-pages/man5/proc.5.html

import { readFileSync } from 'node:fs';
import { processStat } from '../../lib/testing/supervisor/process-identity.ts';

/** The unit of times in /proc, on every architecture of Linux. */
const ticksPerSecond = 100;

/** CPU seconds since the process, or the machine, started. */
export interface CpuSeconds {
  readonly operator: number;
  readonly apiServer: number;
  readonly etcd: number;
  /** The harness itself, with its requests and watches. */
  readonly harness: number;
  /** All other processes of the machine together: a high number makes a run unreliable. */
  readonly others: number;
}

/** The processes whose CPU time is counted separately. */
export interface Processes {
  /** Undefined while no operator runs. */
  readonly operator?: number | undefined;
  readonly apiServer: number;
  readonly etcd: number;
}

/** Returns the CPU time so far. */
export function cpuSeconds({ operator, apiServer, etcd }: Processes): CpuSeconds {
  const known = {
    operator: operator === undefined ? 0 : processSeconds(operator),
    apiServer: processSeconds(apiServer),
    etcd: processSeconds(etcd),
    harness: processSeconds(process.pid),
  };
  const sum = known.operator + known.apiServer + known.etcd + known.harness;
  return { ...known, others: machineSeconds() - sum };
}

/** Returns the CPU time between two readings. */
export function spent(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const difference = (name: keyof CpuSeconds): number => Math.round((after[name] - before[name]) * 1000) / 1000;
  return {
    operator: difference('operator'),
    apiServer: difference('apiServer'),
    etcd: difference('etcd'),
    harness: difference('harness'),
    others: Math.max(0, difference('others')),
  };
}

/** Returns the CPU seconds of a process, its threads and the children that it has waited for. */
export function processSeconds(pid: number): number {
  const fields = statFields(pid);
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index]));
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}

/** Returns the start time of a process in ms since 1970, to a hundredth of a second. */
export function startedAtMs(pid: number): number {
  return bootedAtMs() + (Number(statFields(pid)[19]) / ticksPerSecond) * 1000;
}

/** Both clocks must be read in the same instant, which needs several attempts on a busy machine. */
function bootedAtMs(): number {
  for (;;) {
    const before = Date.now();
    const [uptimeSeconds] = readFileSync('/proc/uptime', 'utf8').split(' ').map(Number);
    if (uptimeSeconds === undefined) throw new Error('/proc/uptime has no number');
    if (Date.now() - before <= 1) return before - uptimeSeconds * 1000;
  }
}

/** Returns the resident memory of a process now, and its peak so far, in MiB. */
export function residentMib(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (line: RegExp) => Math.round((Number(line.exec(status)?.[1]) / 1024) * 10) / 10;
  return { now: mib(/^VmRSS:\s+(\d+) kB$/m), peak: mib(/^VmHWM:\s+(\d+) kB$/m) };
}

/** @throws Error if the process doesn't exist. */
function statFields(pid: number): readonly string[] {
  const fields = processStat(pid);
  if (fields.length === 0) throw new Error(`process ${pid} has ended`);
  return fields;
}

function machineSeconds(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1).join('').split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = fields.map(Number);
  return (user + nice + system + interrupt + softInterrupt) / ticksPerSecond;
}
