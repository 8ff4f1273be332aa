// In: the requests of one client, and the plan of what goes wrong. Out: a network, a server and credentials that fail by it.
// Called by the fault run, one for each client.

import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../lib/clock/index.ts';
import { type Admission, ApiProxy, type ProxyCertificate } from '../proxy/api-proxy.ts';
import type { ForwardOptions, ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { type FaultName, faultPlan, type Plan, type PlannedFault, plannedAdmission } from './fault-plan.ts';
import { faultyPage } from './page-fault.ts';
import { faultyStream } from './stream-fault.ts';

/** What a network is made with. */
export interface FaultyNetworkOptions {
  readonly seed: number;
  /** Names it in the plan. */
  readonly client: string;
  /** Of the control plane's admin; says where the API server is. */
  readonly kubeconfig: string;
  /** What the API server knows the client by. */
  readonly token: string;
  /** For the client's kubeconfig, token and certificate authority. */
  readonly directory: string;
  /** What the server proves itself with, in turn. */
  readonly certificates: readonly [ProxyCertificate, ProxyCertificate, ...ProxyCertificate[]];
}

/** How many of the last faults of a watcher are remembered, to be told with a failure. */
const rememberedCount = 15;

/** How many requests and faults of one watcher there have been, and which were the last. */
interface WatcherRecord {
  requestCount: number;
  /** The server has forgotten the history: only a list helps. */
  isExpired: boolean;
  readonly log: string[];
}

/**
 * One client's way to the API server, on which things go wrong as planned: each decision depends on the seed, the watcher
 * and the number of its request, and on nothing else.
 */
export class FaultyNetwork {
  readonly #options: FaultyNetworkOptions;
  readonly #proxy: ApiProxy;
  readonly #watchers = new Map<string, WatcherRecord>();
  readonly #counts = new Map<FaultName | Admission, number>();
  #isCalm = false;
  #isDisturbed = false;
  #tokenCount = 0;
  #certificateCount = 0;
  #fileCount = 0;
  /** What becomes right after so many more refusals. */
  #lateToken = 0;
  #lateAuthority = 0;

  static async start(options: FaultyNetworkOptions): Promise<FaultyNetwork> {
    const admit = (number: number): Admission => network.#admission(number);
    const handle = (exchange: ProxiedExchange): Promise<unknown> => network.#handle(exchange);
    const [certificate] = options.certificates;
    const proxy = await ApiProxy.start({ kubeconfig: options.kubeconfig }, handle, { admit, certificate });
    const network = new FaultyNetwork(options, proxy);
    await network.#writeToken();
    await network.#writeAuthority(certificate.authority);
    await network.#writeKubeconfig();
    return network;
  }

  private constructor(options: FaultyNetworkOptions, proxy: ApiProxy) {
    this.#options = options;
    this.#proxy = proxy;
  }

  /** Path of a kubeconfig with files for token and certificate authority, which change. */
  get kubeconfig(): string {
    return this.#file('kubeconfig');
  }

  /** How often each fault has happened. */
  get counts(): ReadonlyMap<FaultName | Admission, number> {
    return this.#counts;
  }

  /** A mistake of the harness itself; undefined if there is none. */
  get problem(): unknown {
    return this.#proxy.problem;
  }

  /** The last faults of one watcher, as text. */
  lastFaults(watcher: string): string {
    return this.#watchers.get(watcher)?.log.join('\n  ') ?? 'it has never asked for anything';
  }

  /** Nothing goes wrong any more, and what has gone wrong for some time comes right. */
  async calm(): Promise<void> {
    this.#isCalm = true;
    await this.#writeToken();
    await this.#writeAuthority(this.#proxy.authority);
    await this.#proxy.mend();
    this.#proxy.resetConnections();
  }

  stop(): Promise<void> {
    return this.#proxy.stop();
  }

  #admission(number: number): Admission {
    if (this.#lateAuthority > 0 && --this.#lateAuthority === 0) void this.#writeAuthority(this.#proxy.authority);
    if (this.#isCalm) return 'serve';
    const admission = plannedAdmission(this.#options.seed, this.#options.client, number);
    if (admission !== 'serve') this.#count(admission);
    return admission;
  }

  async #handle(exchange: ProxiedExchange): Promise<void> {
    const name = watcherName(this.#options.client, exchange);
    const watcher = this.#watcher(name);
    const isStream = exchange.isWatch;
    const isWithList = exchange.query.get('sendInitialEvents') === 'true';
    const isLaterPage = exchange.query.has('continue');
    watcher.requestCount += 1;
    if (exchange.headers.authorization !== `Bearer ${this.#validToken}`) return this.#refuseToken(exchange, watcher);
    if (!isStream || isWithList) watcher.isExpired = false;
    if (watcher.isExpired) return exchange.refuse(410, 'Expired');
    const type = isStream ? (isWithList ? 'stream with list' : 'stream') : isLaterPage ? 'later page' : 'page';
    const { seed } = this.#options;
    const plan: Plan | undefined = this.#isCalm
      ? undefined
      : faultPlan(seed, { type, watcher: name, number: watcher.requestCount });
    await this.#meet(exchange, watcher, plan);
  }

  async #meet(exchange: ProxiedExchange, watcher: WatcherRecord, plan: Plan | undefined): Promise<void> {
    const headers = { authorization: `Bearer ${this.#options.token}` };
    const [first] = plan?.faults ?? [];
    const options = { headers, target: plan === undefined ? exchange.target : target(exchange, plan) };
    if (plan === undefined || first === undefined) {
      await exchange.forward(options);
      return;
    }
    const happened = (fault: PlannedFault): void => this.#happened(fault, exchange, watcher);
    switch (first.name) {
      case 'reset before the request':
        happened(first);
        exchange.drop();
        return;
      case 'silence':
        happened(first);
        await exchange.over();
        return;
      case '429':
      case '500':
      case '410':
        happened(first);
        await exchange.refuse(Number(first.name), refusals[first.name]);
        return;
      case 'no streaming lists':
        if (exchange.query.get('sendInitialEvents') !== 'true') {
          await exchange.forward(options);
          return;
        }
        happened(first);
        await exchange.refuse(400, 'BadRequest');
        return;
      case '429 with Retry-After':
        happened(first);
        await exchange.refuse(429, 'TooManyRequests', { 'retry-after': '1' });
        return;
      case '503 with Retry-After':
        happened(first);
        await exchange.refuse(503, 'ServiceUnavailable', { 'retry-after': '1' });
        return;
      case 'page of an expired list':
        happened(first);
        await exchange.refuse(410, 'Expired');
        return;
      case 'bad gateway':
      case 'garbled answer':
        happened(first);
        await exchange.reply({
          status: first.name === 'bad gateway' ? 502 : 200,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from('<html>\n<b>It works! Or does it?</b>\n</html>\n'),
        });
        return;
      case 'answer lost':
        happened(first);
        await exchange.forward({ ...options, mangle: (chunks) => lost(chunks, exchange) });
        return;
      case "server's own 410":
        await this.#forwardStale(exchange, options, () => happened(first));
        return;
      case 'expired token':
      case 'expired token, renewed late':
        happened(first);
        await this.#expireToken(first);
        await exchange.refuse(401, 'Unauthorized');
        return;
      case 'swapped certificate':
      case 'swapped certificate, trusted late':
        happened(first);
        await this.#swapCertificate(first);
        return;
      case 'network cut':
      case 'network frozen':
        if (!this.#isDisturbed) happened(first);
        await this.#disturb(first);
        await exchange.forward(options);
        return;
      default:
        await exchange.forward({
          ...options,
          mangle: (chunks, status) => {
            if (status !== 200) return chunks;
            if (exchange.isWatch) return faultyStream(chunks, plan.faults, { exchange, happened });
            happened(first);
            return faultyPage(chunks, first, exchange);
          },
        });
    }
  }

  /** Asks for a version that the server itself no longer knows. A stream that begins with a list names none. */
  async #forwardStale(exchange: ProxiedExchange, options: ForwardOptions, happened: () => void): Promise<void> {
    const url = new URL(options.target ?? '', this.#proxy.url);
    if ((url.searchParams.get('resourceVersion') ?? '') === '') {
      await exchange.forward(options);
      return;
    }
    happened();
    url.searchParams.set('resourceVersion', '1');
    await exchange.forward({ ...options, target: url.pathname + url.search });
  }

  get #validToken(): string {
    return `token-${this.#tokenCount}`;
  }

  async #expireToken({ name, extent }: PlannedFault): Promise<void> {
    this.#tokenCount += 1;
    this.#lateToken = 0;
    if (name === 'expired token') await this.#writeToken();
    else this.#lateToken = 4 * extent;
  }

  async #refuseToken(exchange: ProxiedExchange, watcher: WatcherRecord): Promise<void> {
    remember(watcher, exchange, 'its token has expired');
    if (this.#lateToken > 0 && --this.#lateToken === 0) await this.#writeToken();
    await exchange.refuse(401, 'Unauthorized');
  }

  /** Half of the time, the old authority is kept beside the new one, as careful people do. */
  async #swapCertificate({ name, extent }: PlannedFault): Promise<void> {
    const { certificates } = this.#options;
    this.#certificateCount += 1;
    const next = certificates[this.#certificateCount % certificates.length] ?? certificates[0];
    const bundle = extent % 2 === 0 ? this.#proxy.authority + next.authority : next.authority;
    this.#lateAuthority = 0;
    if (name === 'swapped certificate') await this.#writeAuthority(bundle);
    else this.#lateAuthority = 4 * extent;
    this.#proxy.present(next);
    this.#proxy.resetConnections();
  }

  async #disturb({ name, extent }: PlannedFault): Promise<void> {
    if (this.#isDisturbed) return;
    this.#isDisturbed = true;
    if (name === 'network cut') this.#proxy.cut();
    else this.#proxy.freeze();
    await systemClock.sleep(name === 'network cut' ? 10 * extent : 600 * extent);
    await this.#proxy.mend();
    this.#isDisturbed = false;
  }

  #happened({ name, afterLines }: PlannedFault, exchange: ProxiedExchange, watcher: WatcherRecord): void {
    if (name === '410' || name === '410 in stream') watcher.isExpired = true;
    remember(watcher, exchange, `${name}${exchange.isWatch ? `, after ${afterLines} lines if in the stream` : ''}`);
    this.#count(name);
  }

  #count(name: FaultName | Admission): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #watcher(name: string): WatcherRecord {
    const known = this.#watchers.get(name);
    if (known !== undefined) return known;
    const watcher: WatcherRecord = { requestCount: 0, isExpired: false, log: [] };
    this.#watchers.set(name, watcher);
    return watcher;
  }

  async #writeToken(): Promise<void> {
    await this.#replace('token', this.#validToken);
  }

  async #writeAuthority(authority: string): Promise<void> {
    await this.#replace('ca.crt', authority);
  }

  /** All at once, as kubelets replace the files of a pod. */
  async #replace(name: string, text: string): Promise<void> {
    this.#fileCount += 1;
    const draft = this.#file(`draft-${this.#fileCount}`);
    await writeFile(draft, text);
    await rename(draft, this.#file(name));
  }

  async #writeKubeconfig(): Promise<void> {
    const cluster = { server: this.#proxy.url, 'certificate-authority': this.#file('ca.crt') };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'proxy', cluster }],
      users: [{ name: 'account', user: { tokenFile: this.#file('token') } }],
      contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'account' } }],
      'current-context': 'proxy',
    };
    await writeFile(this.kubeconfig, JSON.stringify(config));
  }

  #file(name: string): string {
    return join(this.#options.directory, `${this.#options.client}-${name}`);
  }
}

function remember({ log, requestCount }: WatcherRecord, exchange: ProxiedExchange, event: string): void {
  log.push(`#${requestCount} ${exchange.target} → ${event}`);
  if (log.length > rememberedCount) log.shift();
}

const refusals = { '429': 'TooManyRequests', '500': 'InternalError', '410': 'Expired' } as const;

/** A watcher is known by what it asks for, whatever way it asks. */
export function watcherName(
  client: string,
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
): string {
  return `${client} ${path}?${query.get('labelSelector') ?? ''}`;
}

/** Small pages and short streams, so that lists have several pages and streams often end by themselves. */
function target(exchange: ProxiedExchange, { streamSeconds, pageSize }: Plan): string {
  const query = new URLSearchParams(exchange.query);
  if (query.has('limit')) query.set('limit', `${pageSize}`);
  if (query.has('timeoutSeconds')) query.set('timeoutSeconds', `${streamSeconds}`);
  return `${exchange.path}?${query.toString()}`;
}

/** Lets the client have the head of the answer at the most. */
async function* lost(chunks: AsyncIterable<Buffer>, exchange: ProxiedExchange): AsyncGenerator<Buffer> {
  exchange.drop();
  yield* chunks;
}
