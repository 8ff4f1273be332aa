import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './attacker-program.ts';

const program = fileURLToPath(new URL('attacker-program.ts', import.meta.url));

/** All attacks at once, in a separate process, and their outcomes. */
export class Attacker implements AsyncDisposable {
  /** Attack → outcome → count. */
  readonly outcomes = new Map<string, Map<string, number>>();
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  /** @param kubeconfig - the path of the tenant's kubeconfig. @param url - the URL of the webhook server. */
  constructor(kubeconfig: string, url: string) {
    this.#process = fork(program, [kubeconfig, url]);
    this.#ended = once(this.#process, 'exit');
    this.#process.on('message', ({ attack, outcome }: Outcome) => {
      const known = this.outcomes.get(attack) ?? new Map<string, number>();
      known.set(outcome, (known.get(outcome) ?? 0) + 1);
      this.outcomes.set(attack, known);
    });
  }

  /** Returns the number of outcomes of an attack. */
  countOf(attack: string): number {
    return [...(this.outcomes.get(attack)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
