import type { ImageRun } from '../image/image-run.ts';
import type { SynthRun } from '../synth/run.ts';
import type { CpuSeconds } from './cost.ts';
import type { PeerName } from './peer.ts';
import type { RequestCounts } from './request-counts.ts';

/** The phases of the benchmark, in the order in which a round has them. */
export const phaseNames = ['cold', 'latency', 'touch', 'drift', 'restart', 'stale', 'idle', 'hot'] as const;

export type PhaseName = (typeof phaseNames)[number];

/** What one phase of one round came to. */
export interface PhaseResult {
  readonly phase: PhaseName;
  readonly seconds?: Readonly<Record<string, number>>;
  readonly milliseconds?: Readonly<Record<string, number>>;
  readonly cpu: CpuSeconds;
  /** Those of the operator. */
  readonly requests: RequestCounts;
  /** The most memory that the operator's process has had resident since it was started. */
  readonly peakMib: number;
}

/** One peer, once through the phases, on a control plane of its own. */
export interface RoundResult {
  readonly peer: PeerName;
  readonly title: string;
  readonly round: number;
  /** How many resources there were; twice as many after the hot phase. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly phases: readonly PhaseResult[];
}

/** What was run, on what. */
export interface Results {
  readonly machine: Machine;
  readonly rounds: readonly RoundResult[];
  /** How long bundles took to make. @default not measured */
  readonly synth?: readonly SynthRun[];
  /** What the image takes in a pod. @default not measured */
  readonly image?: readonly ImageRun[];
}

/** What figures depend on besides the programs. */
export interface Machine {
  readonly processor: string;
  readonly coreCount: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly kubernetes: string;
}
