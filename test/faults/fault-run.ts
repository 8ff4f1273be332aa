// In: an API server, a seed and a number of faults. Out: the report, or the first error of the library. It connects
// witnesses, writers, networks and reflectors, and stops them at the end. Called by `main.ts` in a separate process.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { proxyCertificate } from '../proxy/proxy-certificate.ts';
import { type DirectList, DirectServer } from './direct-server.ts';
import { Disagreement } from './disagreement.ts';
import { FaultyNetwork } from './faulty-network.ts';
import { Fence } from './fence.ts';
import { PacedClock } from './paced-clock.ts';
import { clearObjects } from './prepared-server.ts';
import { Reflector } from './reflector.ts';
import { keptObject, kinds, selectionPath, selections } from './watched-selection.ts';
import { Witness } from './witness.ts';
import { Writer } from './writer.ts';

/** Options of a fault run. */
export interface FaultRunOptions {
  readonly seed: number;
  /** The number of required faults. */
  readonly faultCount: number;
  /** Each has its own network, and watches all selections. */
  readonly clientCount: number;
  /** The kubeconfig of the control plane's admin. */
  readonly kubeconfig: string;
  /** The kubeconfig of a ServiceAccount that may read everything. */
  readonly account: string;
  /** The time in which reflectors must recover after the last fault, and the longest time without progress before. */
  readonly patienceMs: number;
  /** Returns the used memory, after a garbage collection. */
  readonly usedBytes: () => number;
}

/** Result of a run. */
export interface FaultReport {
  readonly seed: number;
  readonly faultCount: number;
  /** The number of each fault, by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly writeCount: number;
  /** The number of events that all reflectors received. */
  readonly eventCount: number;
  readonly listCount: number;
  readonly seconds: number;
  /** The growth from the time of a quarter of the faults to the end. */
  readonly memoryGrowthBytes: number;
}

/** The pace of the library's clock while faults happen: its limit of 45 s is over after a bit more than two. */
const pace = 20;

const checkMs = 200;

/** A client with its network, clock and reflectors. */
interface Party {
  readonly network: FaultyNetwork;
  readonly client: HttpClient;
  readonly reflectors: readonly Reflector[];
}

/**
 * Causes the required faults, then stops them, and checks that no event is lost.
 *
 * @throws Error at the first disagreement between the events and the library's reports; it names the seed and the last
 *   faults.
 */
export async function faultRun(options: FaultRunOptions): Promise<FaultReport> {
  const run = new FaultRun(options);
  const exited = () => console.error(`seed ${options.seed}: no task is left while ${run.stage}`);
  process.once('exit', exited);
  try {
    return await run.run();
  } finally {
    await run.close();
    process.off('exit', exited);
  }
}

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #clock = new PacedClock(pace);
  readonly #watching = new AbortController();
  readonly #writing = new AbortController();
  readonly #witnessing = new AbortController();
  readonly #witnesses: Witness[] = [];
  readonly #writers: Writer[] = [];
  readonly #parties: Party[] = [];
  /** Tasks that run until their signal aborts. */
  readonly #running: (readonly [Reflector, Promise<void>])[] = [];
  readonly #stray: unknown[] = [];
  #stage = 'it begins';
  #server: DirectServer | undefined;
  #directory: string | undefined;

  constructor(options: FaultRunOptions) {
    this.#options = options;
    process.on('unhandledRejection', (error) => this.#stray.push(error));
    process.on('warning', (warning) => this.#stray.push(warning));
  }

  /** The current stage of the run. */
  get stage(): string {
    return this.#stage;
  }

  async run(): Promise<FaultReport> {
    const startMs = systemClock.monotonic();
    const server = await DirectServer.load(this.#options.kubeconfig);
    this.#server = server;
    await clearObjects(server);
    const fence = await Fence.create(server);
    await this.#start(server);
    this.#stage = 'faults happen';
    const writing = Promise.all(this.#writers.map((writer) => writer.run(this.#writing.signal)));
    await Promise.race([this.#untilEnough(this.#options.faultCount / 4), writing]);
    const usedBytes = this.#options.usedBytes();
    await Promise.race([this.#untilEnough(this.#options.faultCount), writing]);

    this.#stage = 'writers end';
    this.#writing.abort();
    await writing;
    this.#stage = 'the faults stop';
    this.#clock.pace = 1;
    await Promise.all(this.#parties.map(({ network }) => network.calm()));
    await this.#settle(server, fence);
    const faults = this.#faults();
    return {
      seed: this.#options.seed,
      faultCount: sum(Object.values(faults)),
      faults,
      writeCount: sum(this.#writers.map(({ writeCount }) => writeCount)),
      eventCount: sum(this.#reflectors.map(({ testimony }) => testimony.eventCount)),
      listCount: sum(this.#reflectors.map(({ testimony }) => testimony.listCount)),
      seconds: Math.round((systemClock.monotonic() - startMs) / 1000),
      memoryGrowthBytes: this.#options.usedBytes() - usedBytes,
    };
  }

  /** Stops all tasks; afterwards nothing keeps the process alive. */
  async close(): Promise<void> {
    this.#writing.abort();
    this.#witnessing.abort();
    await this.#endFollowing();
    this.#stage = 'clients close';
    await Promise.all(this.#parties.map(({ client }) => client.close()));
    this.#stage = 'networks stop';
    await Promise.all(this.#parties.map(({ network }) => network.stop()));
    this.#stage = 'the run is being closed';
    await this.#server?.close();
    if (this.#directory !== undefined) await rm(this.#directory, { recursive: true });
  }

  async #endFollowing(): Promise<void> {
    this.#watching.abort();
    const unended = new Set(this.#reflectors);
    this.#stage = 'reflectors should end';
    await Promise.all(
      this.#running.map(async ([reflector, running]) => {
        await running;
        unended.delete(reflector);
        this.#stage = `these should end: ${[...unended].map(({ name }) => name).join(', ')}`;
      }),
    );
  }

  get #reflectors(): readonly Reflector[] {
    return this.#parties.flatMap(({ reflectors }) => reflectors);
  }

  async #start(server: DirectServer): Promise<void> {
    const { seed, clientCount } = this.#options;
    for (const selection of selections) {
      this.#witnesses.push(await Witness.start(server, selection, this.#witnessing.signal));
    }
    for (const kind of kinds) {
      for (const number of [1, 2]) this.#writers.push(new Writer({ server, kind, seed, number, pauseMs: 80 }));
    }
    await Promise.all(this.#writers.map((writer) => writer.fill()));
    const certificates = [await proxyCertificate(), await proxyCertificate(), await proxyCertificate()] as const;
    this.#directory = await mkdtemp(join(tmpdir(), 'operand-faults-'));
    const token = parse(await readFile(this.#options.account, 'utf8')).users[0].user.token;
    for (let number = 1; number <= clientCount; number++) {
      const { kubeconfig } = this.#options;
      const name = `client-${number}`;
      const directory = this.#directory;
      const network = await FaultyNetwork.start({ seed, client: name, kubeconfig, token, directory, certificates });
      this.#parties.push(await this.#party(name, network));
    }
  }

  async #party(name: string, network: FaultyNetwork): Promise<Party> {
    const clock = this.#clock;
    const { seed } = this.#options;
    const client = new HttpClient(await loadCredentials({ clock, kubeconfig: network.kubeconfig }), { clock });
    const reflectors = this.#witnesses.map((witness) => {
      const reflector = new Reflector({ name: `${name} ${watchedPath(witness)}`, seed, client, clock, witness });
      this.#running.push([reflector, reflector.run(this.#watching.signal)]);
      return reflector;
    });
    return { network, client, reflectors };
  }

  /** Waits until the required faults have happened, and checks meanwhile. */
  async #untilEnough(faultCount: number): Promise<void> {
    let progress = 0;
    let movedAtMs = systemClock.monotonic();
    while (sum(Object.values(this.#faults())) < faultCount) {
      await systemClock.sleep(checkMs);
      this.#verify();
      const now = sum(this.#reflectors.map(({ testimony }) => testimony.version));
      if (now > progress) movedAtMs = systemClock.monotonic();
      else if (systemClock.monotonic() - movedAtMs > this.#options.patienceMs) throw this.#standstill();
      progress = now;
    }
  }

  #standstill(): Error {
    const [late] = this.#reflectors.toSorted((one, other) => one.testimony.version - other.testimony.version);
    const newest = Math.max(...this.#witnesses.map(({ version }) => version));
    return this.#failure(
      `no reflector makes progress; ${late?.name} is at version ${late?.testimony.version} of ${newest}`,
      late,
    );
  }

  /** Without faults, every reflector must reach the state of the server. */
  async #settle(server: DirectServer, fence: Fence): Promise<void> {
    const version = await fence.move();
    await this.#until(
      (reflector) => reflector.testimony.version >= version && reflector.isIdle,
      (reflector) =>
        `is at version ${reflector.testimony.version} of ${version}, and its worker awaits ${reflector.awaited}`,
    );
    for (const [number, selection] of selections.entries()) {
      const { items } = await server.get<DirectList>(selectionPath(selection));
      const objects = items.map((item) => keptObject(selection, item));
      for (const { reflectors } of this.#parties) {
        const reflector = reflectors[number];
        if (reflector !== undefined) this.#held(reflector, () => reflector.verifyEnd(objects));
      }
    }
    await this.#endFollowing();
    // The witnesses must have received more events than any reflector, so that all can be checked.
    await fence.move();
    await this.#until(
      (reflector) => reflector.testimony.unconfirmedCount === 0,
      () => 'has received more than the witness',
    );
  }

  /** @param state - describes a reflector that is not done yet. */
  async #until(isThere: (reflector: Reflector) => boolean, state: (reflector: Reflector) => string): Promise<void> {
    const startMs = systemClock.monotonic();
    for (;;) {
      this.#verify();
      const late = this.#reflectors.find((reflector) => !isThere(reflector));
      if (late === undefined) return;
      if (systemClock.monotonic() - startMs > this.#options.patienceMs)
        throw this.#failure(`${late.name} ${state(late)}`, late);
      await systemClock.sleep(10);
    }
  }

  #verify(): void {
    for (const stray of this.#stray) throw this.#failure('a task has failed', undefined, stray);
    for (const { reflectors, network } of this.#parties) {
      if (network.problem !== undefined) throw this.#failure('the harness has a mistake', undefined, network.problem);
      for (const reflector of reflectors) this.#held(reflector, () => reflector.verify());
    }
    for (const [number, witness] of this.#witnesses.entries()) {
      witness.forget(
        Math.min(...this.#parties.map(({ reflectors }) => reflectors[number]?.testimony.confirmedCount ?? 0)),
      );
    }
  }

  #held(reflector: Reflector, check: () => void): void {
    try {
      check();
    } catch (error) {
      const what = error instanceof Disagreement ? error.message : 'has a problem';
      throw this.#failure(`${reflector.name}: ${what}`, reflector, error);
    }
  }

  #failure(what: string, reflector?: Reflector, cause?: unknown): Error {
    const network = this.#parties.find(
      ({ reflectors }) => reflector !== undefined && reflectors.includes(reflector),
    )?.network;
    const last = reflector === undefined ? '' : `\nits last faults were:\n  ${network?.lastFaults(reflector.name)}`;
    const { seed } = this.#options;
    return new Error(`seed ${seed}: ${what}${last}`, cause === undefined ? {} : { cause });
  }

  #faults(): Record<string, number> {
    const all: Record<string, number> = {};
    for (const { network } of this.#parties) {
      for (const [name, count] of network.counts) all[name] = (all[name] ?? 0) + count;
    }
    return all;
  }
}

/** Returns the name of the watcher of a witness's selection in networks. */
function watchedPath({ selection }: Witness): string {
  const [path = '', query = ''] = selectionPath(selection).split('?');
  return `${path}?${new URLSearchParams(query).get('labelSelector') ?? ''}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
