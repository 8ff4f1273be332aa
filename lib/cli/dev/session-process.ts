import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import type {
  LoadedOperator,
  SessionReport,
  SessionRequest,
  WebhookPlace,
  WorkReport,
  WriteTerm,
} from './session-message.ts';

/** The time for the operator of a session to stop in order. */
const stopMs = 5_000;

/** The options of {@link SessionProcess}. */
export interface SessionProcessOptions {
  /** The path of the operator's program. */
  readonly program: string;
  /** Further arguments of `dev`. */
  readonly args: readonly string[];
  /** Called with the path of each of its modules. */
  readonly onModule: (path: string) => void;
  /** Called with each report about the work of its manager, and at its end. */
  readonly onWork: (report: WorkReport) => void;
}

/** A process that loads the sources when it is asked to, and then runs their operator. */
export class SessionProcess {
  /** The operator; undefined if the process ends first, after it has printed why. */
  readonly loaded: Promise<LoadedOperator | undefined>;
  /** The remarks for the developer when the operator works; undefined if the process ends first. */
  readonly started: Promise<readonly string[] | undefined>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  /** The modules that it used before it was asked for the sources. */
  readonly #early = new Set<string>();
  #phase: 'waiting' | 'loading' | 'working' = 'waiting';

  constructor({ program, args, onModule, onWork }: SessionProcessOptions) {
    const reporter = new URL(`./module-report${extname(import.meta.url)}`, import.meta.url);
    const execArgv = [...process.execArgv, `--import=${reporter.href}`];
    this.#child = fork(program, ['dev', '--session', ...args], { execArgv });
    const loaded = Promise.withResolvers<LoadedOperator | undefined>();
    const started = Promise.withResolvers<readonly string[] | undefined>();
    this.#child.on('message', (report: SessionReport) => {
      switch (report.type) {
        case 'module':
          if (this.#phase === 'waiting') this.#early.add(report.path);
          onModule(report.path);
          break;
        case 'loaded':
          loaded.resolve(report.operator);
          break;
        case 'started':
          started.resolve(report.remarks);
          break;
        default:
          onWork(report);
      }
    });
    this.ended = once(this.#child, 'exit').then(() => {
      loaded.resolve(undefined);
      started.resolve(undefined);
      if (this.#phase === 'working') onWork({ type: 'work', work: undefined });
    });
    [this.loaded, this.started] = [loaded.promise, started.promise];
  }

  /** Returns true if it used a file before it was asked for the sources, and so can't load a changed one. */
  hasUsed(path: string): boolean {
    return this.#early.has(path);
  }

  /** Loads the sources as they are now. */
  load(): void {
    this.#phase = 'loading';
    this.#request('load');
  }

  /** Lets the operator work. @param webhooks - the place of its webhooks, if API servers call them. */
  begin(webhooks: WebhookPlace | undefined): void {
    this.#phase = 'working';
    if (webhooks !== undefined) this.#request(webhooks);
    this.#request('begin');
  }

  /** Lets the operator write until a time of the machine's clock. @returns false if the process has ended. */
  allowWrites(term: WriteTerm): boolean {
    return this.#request(term);
  }

  /** Stops the operator in order; resolves when the process has ended. */
  async stop(): Promise<void> {
    const kill = () => void this.#child.kill('SIGKILL');
    if (this.#phase === 'working') this.#request('stop');
    else kill();
    const timer = systemClock.timer(stopMs, kill);
    await this.ended;
    timer.cancel();
  }

  #request(request: SessionRequest | WebhookPlace | WriteTerm): boolean {
    // If the process ends now, `ended` follows.
    if (this.#child.connected) this.#child.send(request, () => undefined);
    return this.#child.connected;
  }
}
