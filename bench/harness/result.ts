import type { ImageRun } from '../image/image-run.ts';
import type { PodsRun } from '../pods/pods-run.ts';
import type { ScaleRun } from '../scale/scale-run.ts';
import type { SoakRun } from '../soak/soak-run.ts';
import type { SynthRun } from '../synth/run.ts';
import type { CpuSeconds } from './cost.ts';
import type { PeerName } from './peer.ts';
import type { RequestCounts } from './request-counts.ts';

/** The phases of the benchmark, in the order of a round. */
export const phaseNames = ['cold', 'latency', 'touch', 'drift', 'restart', 'stale', 'idle', 'hot'] as const;

export type PhaseName = (typeof phaseNames)[number];

/** The measurement of one phase of one round. */
export interface PhaseResult {
  readonly phase: PhaseName;
  readonly seconds?: Readonly<Record<string, number>>;
  readonly milliseconds?: Readonly<Record<string, number>>;
  readonly cpu: CpuSeconds;
  /** The requests of the operator. */
  readonly requests: RequestCounts;
  /** The peak resident memory of the operator's process since its start. */
  readonly peakMib: number;
}

/** One run of one peer through the phases, on its own control plane. */
export interface RoundResult {
  readonly peer: PeerName;
  readonly title: string;
  readonly round: number;
  /** The number of resources; twice as many after the hot phase. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly phases: readonly PhaseResult[];
}

/** The results of a benchmark and the machine that ran it. */
export interface Results {
  readonly machine: Machine;
  readonly rounds: readonly RoundResult[];
  /** The times to make bundles. @default not measured */
  readonly synth?: readonly SynthRun[];
  /** The resources that the image uses in a pod. @default not measured */
  readonly image?: readonly ImageRun[];
  /** The writes while pods become ready. @default not measured */
  readonly pods?: readonly PodsRun[];
  /** The cost of several processes, and of many namespaces. @default not measured */
  readonly scale?: readonly ScaleRun[];
  /** The memory through hours of changes and faults. @default not measured */
  readonly soak?: SoakRun;
}

/** The properties of the machine and of the checkout that influence the figures. */
export interface Machine {
  readonly processor: string;
  readonly coreCount: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly kubernetes: string;
  /** The abbreviated hash of the measured commit. */
  readonly commit: string;
}
