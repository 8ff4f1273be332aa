// Sends all attacks of a tenant at once, without a pause, until this process is killed. Started by `Attacker` with the
// path of a kubeconfig and the URL of the webhook server; sends each outcome to its parent.

import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Kind } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { created, hostileBoards, hostilePosts } from './attack.ts';
import { WebhookClient, type WebhookPost } from './webhook-post.ts';

/** The outcome of an attack. */
export interface Outcome {
  readonly attack: string;
  readonly outcome: string;
}

/** The numbers of connections without a request, and with a slow one. */
const [idleCount, slowCount] = [300, 100];

/** Another address than that of the API server, as another pod has. */
const localAddress = '127.0.0.2';

const [, , kubeconfig = '', url = ''] = process.argv;
const { hostname: host, port } = new URL(url);
const target = { host, port: Number(port), localAddress };
const webhooks = new WebhookClient(url, localAddress);
const credentials = await loadCredentials({ clock: systemClock, kubeconfig });

function report(attack: string, outcome: string): void {
  const message: Outcome = { attack, outcome: outcome.slice(0, 500) };
  process.send?.(message);
}

let count = 0;

async function sendBoards(attack: string, client: HttpClient): Promise<never> {
  const { version, spec } = hostileBoards[attack] ?? { version: 'v1', spec: {} };
  const kind: Kind = { group: 'tenant.example.com', version, kind: 'Board', plural: 'boards', scope: 'Namespaced' };
  for (;;) {
    count += 1;
    const key = { namespace: 'hostile', name: `hostile-${count}` };
    const error = (reason: unknown) => String(reason).replaceAll(key.name, 'the board');
    const object = { apiVersion: `tenant.example.com/${version}`, kind: 'Board', metadata: key, spec };
    try {
      await client.create(kind, object);
      const changed = { edition: 2, ...(attack === 'a list of many keys' && { variables: changedVariables }) };
      await client.patch(kind, key, { type: 'merge', body: { spec: changed } });
      report(attack, created);
      if (attack !== 'a failure') await client.delete(kind, key);
    } catch (reason) {
      report(attack, error(reason));
    }
  }
}

const changedVariables = Array.from({ length: 8_000 }, (_, index) => ({ name: `t-${index}`, value: 'b' }));

async function sendPosts(attack: string, post: WebhookPost): Promise<never> {
  for (;;) report(attack, await webhooks.post(post));
}

/** Holds connections that never begin a handshake. Opens a new one when the server closes one. */
function holdIdle(): void {
  const socket = connect(target);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    report('connections without a handshake', 'closed');
    holdIdle();
  });
}

/** Holds connections that send one byte of a body every second. */
function holdSlow(): void {
  const socket = connectTls({ ...target, rejectUnauthorized: false });
  socket.write(
    'POST /convert HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 6000000\r\n\r\n',
  );
  const timer = setInterval(() => socket.write(' '), 1_000);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    report('slow bodies', 'closed');
    holdSlow();
  });
}

for (let index = 0; index < idleCount; index += 1) holdIdle();
for (let index = 0; index < slowCount; index += 1) holdSlow();
for (const attack of Object.keys(hostileBoards)) {
  const client = new HttpClient(credentials, { clock: systemClock });
  void sendBoards(attack, client);
}
for (const [attack, post] of Object.entries(hostilePosts)) void sendPosts(attack, post);
