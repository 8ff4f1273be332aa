import type { Peer } from './peer.ts';
import { measured } from './phase.ts';
import { type PhaseName, type PhaseResult, phaseNames, type RoundResult } from './result.ts';
import { onStage } from './stage.ts';
import { creation, names } from './work.ts';

/** Options of {@link runRound}. */
export interface RoundOptions {
  readonly round: number;
  readonly count: number;
  /** The phases after the cold phase, which begins every round. */
  readonly phases: readonly PhaseName[];
  readonly idleSeconds: number;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: PhaseName) => void;
}

/** Runs one peer once through the phases. */
export async function runRound(peer: Peer, options: RoundOptions): Promise<RoundResult> {
  const startedAt = new Date().toISOString();
  const results = await onStage(peer, options, async (stage) => {
    const { api, observer, count } = stage;
    await api.sendAll(names(count).map(creation));
    await observer.known(count);
    const done: PhaseResult[] = [];
    for (const phase of phaseNames) {
      if (phase !== 'cold' && !options.phases.includes(phase)) continue;
      options.signal.throwIfAborted();
      options.onPhase(phase);
      done.push(await measured(phase, stage));
    }
    return done;
  });
  return { peer: peer.name, title: peer.title, round: options.round, count: options.count, startedAt, phases: results };
}
