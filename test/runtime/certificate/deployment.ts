// In: time, and replicas that are started, killed or cut off. Out: the results of continuous requests. An operator from
// its API servers' view: replicas with real TLS servers, on certificates that they issue and reload.

import { isJsonObject } from '../../../lib/api/index.ts';
import { certificateTexts } from '../../../lib/certificate/index.ts';
import { settlingMs } from '../../../lib/certificate/rotation-step.ts';
import { leaseKind } from '../../../lib/runtime/lease/lease.ts';
import { jsonReply, listenTls, type PostEndpoint, type TlsListener } from '../../../lib/server/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { host, Installation, type Replica, subjectsIn, targets } from './installation.ts';
import { Line } from './line.ts';
import { RegistrationHistory, TrustingCaller } from './trusting-caller.ts';

/**
 * The API servers: the registered object that each uses, and its lag. Nearly three minutes is the time to notice a dead
 * watch and of two of the longest requests.
 */
const apiServers = [
  { target: 0, lagMs: 0 },
  { target: 0, lagMs: settlingMs },
  { target: 1, lagMs: 165_000 },
  { target: 2, lagMs: 0 },
  { target: 2, lagMs: settlingMs },
];

/** The state of a rotation after each of its writes. */
export type Stage = `${number} held, ${number} registered, the ${'first' | 'last'} serves`;

/** One replica and its server. */
export interface Member {
  readonly name: string;
  readonly line: Line;
  readonly replica: Replica;
  readonly listener: TlsListener;
  /** True if the Service routes requests to it. */
  isInService: boolean;
  isDead: boolean;
}

/** A request that waits in a server. */
interface Waiting {
  readonly arrived: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
  readonly answered: Promise<void>;
}

/** The replicas of an operator, and the API servers that call them. */
export class Deployment {
  readonly books: Installation;
  readonly members: Member[] = [];
  /** Called after each write except those of the Lease, before its response is sent. */
  onWritten: (by: Member) => void = () => {};
  readonly callers: readonly TrustingCaller[];
  readonly #waiting = new Map<string, Waiting>();
  readonly #end = new AbortController();
  readonly #ends: Promise<unknown>[] = [];
  #launchCount = 0;
  #stepCount = 0;

  static async start(): Promise<Deployment> {
    return new Deployment(await Installation.create());
  }

  private constructor(books: Installation) {
    this.books = books;
    const { clock, server } = books;
    const histories = targets.map((target) => {
      const history = new RegistrationHistory(clock);
      this.#ends.push(history.watch(server, target, this.#end.signal));
      return history;
    });
    this.callers = apiServers.flatMap(({ target, lagMs }) => {
      const history = histories[target];
      return history === undefined ? [] : [new TrustingCaller({ clock, host, lagMs, history })];
    });
  }

  get failures(): string[] {
    return this.callers.flatMap(({ failures }) => failures);
  }

  get inService(): Member[] {
    return this.members.filter(({ isInService }) => isInService);
  }

  /** The holder of the Lease. */
  get leader(): Member | undefined {
    const spec = this.books.server.objects(leaseKind)[0]?.spec;
    const holder = isJsonObject(spec) ? spec.holderIdentity : undefined;
    return this.members.find(({ name }) => name === holder);
  }

  get stage(): Stage {
    const texts = certificateTexts(this.books.secret);
    const held = subjectsIn(texts['ca.crt'] ?? '');
    const bundle = Buffer.from(texts['ca.crt'] ?? '').toString('base64');
    const registered = this.books.clientConfigs.filter(({ caBundle }) => caBundle === bundle);
    const serves = this.books.issuer === held.at(-1) ? 'last' : 'first';
    return `${held.length} held, ${registered.length} registered, the ${serves} serves`;
  }

  /** Starts one more replica. The Service routes requests to it when it is ready. */
  async launch(): Promise<void> {
    this.#launchCount += 1;
    const name = `replica-${this.#launchCount}`;
    const line = new Line();
    const replica = this.books.start({ hostname: name, isElected: true, client: (direct) => line.client(direct) });
    const ports = { certificates: replica.source, clock: this.books.clock, logger: replica.logger };
    const routes = { '/validate/a': this.#endpoint() };
    const listener = await listenTls('webhook server', { host: '127.0.0.1', port: 0 }, routes, ports);
    const member = { name, line, replica, listener, isInService: false, isDead: false };
    line.onWritten = (kind) => {
      if (kind !== leaseKind) this.onWritten(member);
    };
    this.members.push(member);
  }

  /**
   * Lets time pass under load: every replica always has a running request, and gets requests on old and new
   * connections.
   */
  async pass(ms: number): Promise<void> {
    this.#stepCount += 1;
    for (const member of this.members) member.isInService ||= !member.isDead && isReady(member);
    const earlier = [...this.#waiting.values()];
    await Promise.all(this.inService.map((member, index) => this.#keepWaiting(member, index)));
    await release(earlier);
    const asked = this.callers.flatMap((caller, index) =>
      this.inService.map(({ name, listener }, place) => {
        const isNew = (index + place + this.#stepCount) % 2 === 0;
        return caller.ask(listener.port, `${name}-${this.#stepCount}-${index}`, isNew ? 'new' : 'kept');
      }),
    );
    await this.books.clock.manual.advance(ms);
    await this.books.settle();
    await Promise.all(asked);
    await Promise.all(this.members.filter(({ isDead }) => isDead).map((member) => this.#replace(member)));
  }

  /** Ends everything, requests first. */
  async close(): Promise<void> {
    await release([...this.#waiting.values()]);
    for (const caller of this.callers) caller.close();
    await Promise.all(this.members.map(({ listener }) => listener.close(0)));
    await this.books[Symbol.asyncDispose]();
    this.#end.abort();
    await Promise.allSettled(this.#ends);
  }

  #endpoint(): PostEndpoint {
    return {
      longestBodyBytes: 1_000,
      longestResponseMs: Number.POSITIVE_INFINITY,
      metrics: silentMetrics.webhook('/validate/a'),
      answer: async (review) => {
        const uid = isJsonObject(review) ? String(review.uid) : '';
        const waiting = this.#waiting.get(uid);
        waiting?.arrived.resolve();
        await waiting?.released.promise;
        return jsonReply({ uid });
      },
    };
  }

  /** Resolves when the request has arrived, or never will. */
  async #keepWaiting({ name, listener }: Member, index: number): Promise<void> {
    const caller = this.callers[(this.#stepCount + index) % this.callers.length];
    if (caller === undefined) return;
    const uid = `${name}-${this.#stepCount}-waiting`;
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const answered = Promise.resolve().then(() => caller.ask(listener.port, uid, 'kept'));
    this.#waiting.set(uid, { arrived, released, answered });
    const forgotten = answered.then(() => this.#waiting.delete(uid));
    await Promise.race([arrived.promise, forgotten]);
  }

  /**
   * Removes a replica as a Deployment does with a deleted Pod. Its requests finish: those that a crash would lose don't
   * concern certificates.
   */
  async #replace(member: Member): Promise<void> {
    member.isInService = false;
    this.members.splice(this.members.indexOf(member), 1);
    await release([...this.#waiting.values()]);
    await member.listener.close(0);
    await member.replica.stop();
    await this.launch();
  }
}

/** True if the replica reports that it is ready. */
export function isReady({ replica, listener }: Member): boolean {
  return listener.isCertified && !replica.registrar.isRegistering;
}

async function release(requests: readonly Waiting[]): Promise<void> {
  for (const { released } of requests) released.resolve();
  await Promise.all(requests.map(({ answered }) => answered));
}
