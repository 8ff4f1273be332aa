// In: registrations and their times. Out: webhook requests over TLS, and the failed ones. An API server from its
// webhooks' view. Used by tests of rotations under load.

import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:tls';
import type { ObjectAddress } from '../../../lib/api/index.ts';
import { objectSelection } from '../../../lib/client/index.ts';
import type { Clock } from '../../../lib/clock/index.ts';
import { postTls } from '../../server/tls-client.ts';
import type { ObservedCluster } from '../observed-cluster.ts';
import { clientConfigsOf } from './installation.ts';

const serverAuthentication = '1.3.6.1.5.5.7.3.1';

/** The trusted authorities in one object, and their time. */
export class RegistrationHistory {
  readonly #bundles: { readonly bundle: string; readonly sinceMs: number }[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records the history until `signal` aborts. */
  async watch(server: ObservedCluster, { kind, key }: ObjectAddress, signal: AbortSignal): Promise<void> {
    const from = { ...objectSelection(key), resourceVersion: '0', signal };
    for await (const event of server.client().watch(kind, from)) {
      if (event.type !== 'ADDED' && event.type !== 'MODIFIED') continue;
      const { caBundle } = clientConfigsOf(event.object)[0] ?? {};
      const bundle = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64').toString() : undefined;
      if (bundle === undefined || bundle === this.#bundles.at(-1)?.bundle) continue;
      this.#bundles.push({ bundle, sinceMs: this.#clock.monotonic() });
    }
  }

  /** Returns the authorities of `lagMs` milliseconds ago, or the first ones. */
  bundle(lagMs: number): string {
    const untilMs = this.#clock.monotonic() - lagMs;
    const latest = this.#bundles.findLast(({ sinceMs }) => sinceMs <= untilMs) ?? this.#bundles[0];
    return latest?.bundle ?? '';
  }
}

/** Options of a caller. */
export interface TrustingCallerOptions {
  readonly clock: Clock;
  /** The name that certificates must have. */
  readonly host: string;
  /** The age of the registration that it uses. */
  readonly lagMs: number;
  readonly history: RegistrationHistory;
}

/** A client that verifies servers as API servers do, except that the time of day is that of the test's clock. */
export class TrustingCaller {
  readonly failures: string[] = [];
  requestCount = 0;
  handshakeCount = 0;
  readonly #options: TrustingCallerOptions;
  /** By bundle: as in API servers, another bundle has other connections. */
  readonly #pools = new Map<string, Agent>();

  constructor(options: TrustingCallerOptions) {
    this.#options = options;
  }

  /** Sends a review and waits for its response. Never rejects: every error is a recorded failure. */
  async ask(port: number, uid: string, connection: 'new' | 'kept'): Promise<void> {
    const { clock, history, lagMs } = this.#options;
    const agent = connection === 'new' ? this.#agent(false) : this.#pool(history.bundle(lagMs));
    this.requestCount += 1;
    try {
      const { status, body } = await postTls({ port, authority: '', agent, path: '/validate/a', json: { uid } });
      if (status !== 200 || JSON.parse(body).uid !== uid) throw new Error(`status ${status}: ${body}`);
    } catch (error) {
      const day = new Date(clock.now()).toISOString();
      this.failures.push(`${day}, ${uid}, ${connection} connection, ${lagMs / 1000} s behind: ${String(error)}`);
    }
    if (connection === 'new') agent.destroy();
  }

  /** Closes all connections. */
  close(): void {
    for (const pool of this.#pools.values()) pool.destroy();
  }

  #pool(bundle: string): Agent {
    const pool = this.#pools.get(bundle) ?? this.#agent(true);
    this.#pools.set(bundle, pool);
    return pool;
  }

  #agent(keepAlive: boolean): Agent {
    const agent = new Agent({ keepAlive });
    const servername = this.#options.host;
    agent.createConnection = ({ port }, done) => {
      this.handshakeCount += 1;
      // OpenSSL would use the machine's time.
      const socket = connect({ host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false });
      const fail = (error: Error) => done?.(error, socket);
      socket.once('error', fail);
      socket.once('secureConnect', () => {
        socket.off('error', fail);
        const flaw = this.#flawOf(socket.getPeerX509Certificate());
        if (flaw === undefined) return done?.(null, socket);
        socket.destroy();
        fail(new Error(flaw));
      });
      return undefined;
    };
    return agent;
  }

  #flawOf(leaf: X509Certificate | undefined): string | undefined {
    const { clock, history, host, lagMs } = this.#options;
    const nowMs = clock.now();
    if (leaf === undefined) return 'no certificate';
    if (!isValid(leaf, nowMs)) return `certificate valid from ${leaf.validFrom} to ${leaf.validTo}`;
    if (leaf.checkHost(host) === undefined) return `certificate for ${leaf.subjectAltName}`;
    if (!leaf.keyUsage?.includes(serverAuthentication)) return 'certificate not for servers';
    const bundle = certificatesIn(history.bundle(lagMs));
    const issuer = bundle.find((one) => one.ca && leaf.checkIssued(one) && leaf.verify(one.publicKey));
    if (issuer === undefined) return `certificate by ${leaf.issuer}, which is none of the ${bundle.length} trusted`;
    return isValid(issuer, nowMs) ? undefined : `authority valid from ${issuer.validFrom} to ${issuer.validTo}`;
  }
}

function isValid({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);
}

function certificatesIn(bundle: string): X509Certificate[] {
  const texts = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return texts.map((text) => new X509Certificate(text));
}
