// In: the requests of one client, and the plan of faults. Out: a network, a server and credentials with these faults.
// Called by the fault run, once for each client.

import { join } from 'node:path';
import { systemClock } from '../../lib/clock/index.ts';
import { type Admission, ApiProxy } from '../proxy/api-proxy.ts';
import type { ForwardOptions, ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { ProxyCertificate } from '../proxy/proxy-certificate.ts';
import {
  type FaultName,
  faultPlan,
  type Plan,
  type PlannedFault,
  type PlannedRequest,
  plannedAdmission,
} from './fault-plan.ts';
import { FaultyCredentials } from './faulty-credentials.ts';
import { faultyPage } from './page-fault.ts';
import { faultyStream } from './stream-fault.ts';
import { WatcherRecord } from './watcher-record.ts';

/** Options of a network. */
export interface FaultyNetworkOptions {
  readonly seed: number;
  /** The name of the client in the plan. */
  readonly client: string;
  /** The kubeconfig of the control plane's admin, with the API server's address. */
  readonly kubeconfig: string;
  /** The client's token at the API server. */
  readonly token: string;
  /** The directory of the client's kubeconfig, token and certificate authority. */
  readonly directory: string;
  /** The certificates of the server, used in turn. */
  readonly certificates: readonly [ProxyCertificate, ProxyCertificate, ...ProxyCertificate[]];
}

/** A request with a planned fault. */
interface Victim {
  readonly exchange: ProxiedExchange;
  readonly plan: Plan;
  /** The options without a fault. */
  readonly options: ForwardOptions;
  /** Called when a fault happens. */
  readonly happened: (fault: PlannedFault) => void;
}

/**
 * One client's network, with faults as planned. Each decision depends only on the seed, the watcher and the number of
 * its request.
 */
export class FaultyNetwork {
  readonly #options: FaultyNetworkOptions;
  readonly #proxy: ApiProxy;
  readonly #credentials: FaultyCredentials;
  readonly #watchers = new Map<string, WatcherRecord>();
  readonly #counts = new Map<FaultName | Admission, number>();
  #isCalm = false;
  #isDisturbed = false;
  #certificateCount = 0;

  static async start(options: FaultyNetworkOptions): Promise<FaultyNetwork> {
    const admit = (number: number): Admission => network.#admission(number);
    const handle = (exchange: ProxiedExchange): Promise<unknown> => network.#handle(exchange);
    const [certificate] = options.certificates;
    const proxy = await ApiProxy.start({ kubeconfig: options.kubeconfig }, handle, { admit, certificate });
    const path = join(options.directory, options.client);
    const credentials = FaultyCredentials.write(path, proxy.url, certificate.authority);
    const network = new FaultyNetwork(options, proxy, credentials);
    return network;
  }

  private constructor(options: FaultyNetworkOptions, proxy: ApiProxy, credentials: FaultyCredentials) {
    this.#options = options;
    this.#proxy = proxy;
    this.#credentials = credentials;
  }

  /** The path of a kubeconfig that names files for token and certificate authority, which change. */
  get kubeconfig(): string {
    return this.#credentials.kubeconfig;
  }

  /** The number of each fault so far. */
  get counts(): ReadonlyMap<FaultName | Admission, number> {
    return this.#counts;
  }

  /** A mistake of the harness itself; undefined if there is none. */
  get problem(): unknown {
    return this.#proxy.problem;
  }

  /** Describes the last faults of one watcher. */
  lastFaults(watcher: string): string {
    return this.#watchers.get(watcher)?.log ?? 'it has sent no request';
  }

  /** Causes no more faults, and ends lasting ones. */
  async calm(): Promise<void> {
    this.#isCalm = true;
    this.#credentials.correct();
    await this.#proxy.repair();
    this.#proxy.resetConnections();
  }

  stop(): Promise<void> {
    return this.#proxy.stop();
  }

  #admission(number: number): Admission {
    this.#credentials.connected();
    if (this.#isCalm) return 'serve';
    const admission = plannedAdmission(this.#options.seed, this.#options.client, number);
    if (admission !== 'serve') this.#count(admission);
    return admission;
  }

  async #handle(exchange: ProxiedExchange): Promise<void> {
    const { client, seed, token } = this.#options;
    const name = watcherName(client, exchange);
    const watcher = this.#watcher(name);
    watcher.requested();
    const type = requestType(exchange);
    if (!this.#credentials.isValid(exchange.headers.authorization)) {
      watcher.remember(exchange, 'its token has expired');
      await exchange.refuse(401, 'Unauthorized');
      return;
    }
    if (watcher.hasExpired(type)) {
      await exchange.refuse(410, 'Expired');
      return;
    }
    const headers = { authorization: `Bearer ${token}` };
    if (this.#isCalm) {
      await exchange.forward({ headers });
      return;
    }
    const plan = faultPlan(seed, { type, watcher: name, number: watcher.requestCount });
    const happened = (fault: PlannedFault): void => {
      watcher.happened(fault, exchange);
      this.#count(fault.name);
    };
    await this.#meet({ exchange, plan, options: { headers, target: plannedTarget(exchange, plan) }, happened });
  }

  async #meet(victim: Victim): Promise<void> {
    const { exchange, plan, options, happened } = victim;
    const [fault] = plan.faults;
    if (fault === undefined) {
      await exchange.forward(options);
      return;
    }
    switch (fault.name) {
      case 'reset before the request':
        happened(fault);
        exchange.drop();
        break;
      case 'silence':
        happened(fault);
        await exchange.over();
        break;
      case 'response lost':
        happened(fault);
        await exchange.forward({ ...options, mangle: (chunks) => lost(chunks, exchange) });
        break;
      case "server's own 410":
        await this.#forwardStale(victim, fault);
        break;
      case 'expired token':
      case 'expired token, renewed late':
        happened(fault);
        this.#credentials.renewToken(fault.name === 'expired token' ? 0 : 4 * fault.extent);
        await exchange.refuse(401, 'Unauthorized');
        break;
      case 'swapped certificate':
      case 'swapped certificate, trusted late':
        happened(fault);
        this.#swapCertificate(fault);
        break;
      case 'network cut':
      case 'network frozen':
        if (!this.#isDisturbed) happened(fault);
        await this.#disturb(fault);
        await exchange.forward(options);
        break;
      default:
        await answerFaultily(victim, fault);
    }
  }

  /** Requests a version that the server itself no longer has. A stream that begins with a list names none. */
  async #forwardStale({ exchange, options, happened }: Victim, fault: PlannedFault): Promise<void> {
    const url = new URL(options.target ?? '', this.#proxy.url);
    if ((url.searchParams.get('resourceVersion') ?? '') === '') {
      await exchange.forward(options);
      return;
    }
    happened(fault);
    url.searchParams.set('resourceVersion', '1');
    await exchange.forward({ ...options, target: url.pathname + url.search });
  }

  /**
   * Half of the time, the old authority stays beside the new one, as in a careful rotation. Synchronous: the client
   * must not read one authority and then get the certificate of another.
   */
  #swapCertificate({ name, extent }: PlannedFault): void {
    const { certificates } = this.#options;
    this.#certificateCount += 1;
    // Never the first one again: a client that has read nothing since may trust it.
    const next = certificates[1 + (this.#certificateCount % (certificates.length - 1))] ?? certificates[1];
    const bundle = extent % 2 === 0 ? this.#proxy.authority + next.authority : next.authority;
    this.#credentials.renewAuthority(bundle, name === 'swapped certificate' ? 0 : 4 * extent);
    this.#proxy.present(next);
    this.#proxy.resetConnections();
  }

  async #disturb({ name, extent }: PlannedFault): Promise<void> {
    if (this.#isDisturbed) return;
    this.#isDisturbed = true;
    if (name === 'network cut') this.#proxy.cut();
    else this.#proxy.freeze();
    await systemClock.sleep(name === 'network cut' ? 10 * extent : 600 * extent);
    await this.#proxy.repair();
    this.#isDisturbed = false;
  }

  #count(name: FaultName | Admission): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #watcher(name: string): WatcherRecord {
    const known = this.#watchers.get(name);
    if (known !== undefined) return known;
    const watcher = new WatcherRecord();
    this.#watchers.set(name, watcher);
    return watcher;
  }
}

/** Error of an API server → its status, reason and headers. */
const refusals: Readonly<Record<string, [number, string, Record<string, string>?]>> = {
  '410': [410, 'Expired'],
  '429': [429, 'TooManyRequests'],
  '429 with Retry-After': [429, 'TooManyRequests', { 'retry-after': '1' }],
  '500': [500, 'InternalError'],
  '503 with Retry-After': [503, 'ServiceUnavailable', { 'retry-after': '1' }],
  'page of an expired list': [410, 'Expired'],
  'no streaming lists': [400, 'BadRequest'],
};

/** Causes the faults of a response. */
async function answerFaultily({ exchange, plan, options, happened }: Victim, fault: PlannedFault): Promise<void> {
  const refusal = refusals[fault.name];
  if (refusal !== undefined) {
    happened(fault);
    await exchange.refuse(...refusal);
  } else if (fault.name === 'bad gateway' || fault.name === 'garbled response') {
    happened(fault);
    const headers = { 'content-type': 'text/html' };
    const body = Buffer.from('<html>\n<b>It works! Or does it?</b>\n</html>\n');
    await exchange.reply({ status: fault.name === 'bad gateway' ? 502 : 200, headers, body });
  } else {
    const mangle = (chunks: AsyncIterable<Buffer>, status: number): AsyncIterable<Buffer> => {
      if (status !== 200) return chunks;
      if (exchange.isWatch) return faultyStream(chunks, plan.faults, { exchange, happened });
      happened(fault);
      return faultyPage(chunks, fault, exchange);
    };
    await exchange.forward({ ...options, mangle });
  }
}

/** Identifies a watcher by its request, for each form of request. */
function watcherName(client: string, { path, query }: ProxiedExchange): string {
  return `${client} ${path}?${query.get('labelSelector') ?? ''}`;
}

function requestType({ isWatch, query }: ProxiedExchange): PlannedRequest['type'] {
  if (isWatch) return query.get('sendInitialEvents') === 'true' ? 'stream with list' : 'stream';
  return query.has('continue') ? 'later page' : 'page';
}

/** Small pages and short streams, so that lists have several pages and streams often end. */
function plannedTarget(exchange: ProxiedExchange, { streamSeconds, pageSize }: Plan): string {
  const query = new URLSearchParams(exchange.query);
  if (query.has('limit')) query.set('limit', `${pageSize}`);
  if (query.has('timeoutSeconds')) query.set('timeoutSeconds', `${streamSeconds}`);
  return `${exchange.path}?${query.toString()}`;
}

/** Forwards at most the head of the response to the client. */
async function* lost(chunks: AsyncIterable<Buffer>, exchange: ProxiedExchange): AsyncGenerator<Buffer> {
  exchange.drop();
  yield* chunks;
}
