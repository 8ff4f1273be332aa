import type { PeerName } from './harness/peer.ts';
import { type PhaseName, phaseNames } from './harness/result.ts';

/** One alternation of some peers. */
export interface Step {
  readonly peers: readonly PeerName[];
  readonly resources: number;
  readonly rounds: number;
  /** The phases after the cold phase, which begins every round. */
  readonly phases: readonly PhaseName[];
}

/**
 * The measurements of docs/benchmarks.md: about an hour on two cores. The machine's own speed changes from minute to
 * minute, so the two figures that depend on it most have five rounds more.
 */
export const plan: readonly Step[] = [
  { peers: ['operand', 'controller-runtime'], resources: 1_000, rounds: 5, phases: phaseNames },
  { peers: ['operand', 'controller-runtime'], resources: 1_000, rounds: 5, phases: ['hot'] },
  { peers: ['floor', 'floor-apply'], resources: 1_000, rounds: 3, phases: [] },
  {
    peers: ['operand-source', 'controller-runtime-1', 'kube-rs', 'kopf', 'client-node'],
    resources: 1_000,
    rounds: 1,
    phases: phaseNames,
  },
  { peers: ['operand', 'controller-runtime'], resources: 5_000, rounds: 1, phases: [] },
  { peers: ['operand', 'controller-runtime'], resources: 10_000, rounds: 1, phases: ['restart'] },
  { peers: ['operand', 'controller-runtime'], resources: 50_000, rounds: 1, phases: [] },
];
