import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { fixedIdentity, HttpClient } from '../../../lib/client/index.ts';
import { Watcher } from '../../../lib/runtime/watch/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { loopbackServer, type Responder, refuse } from '../../client/loopback-server.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSink } from './silent-sink.ts';

const added = `${JSON.stringify({ type: 'ADDED', object: storedObject('a', 1) })}\n`;
const endOfList = `${JSON.stringify({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } } },
})}\n`;

/** A server that accepts connections, and doesn't answer a TLS handshake. */
async function silentListener(reached: () => void): Promise<URL> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).on('data', reached));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return new URL(`https://127.0.0.1:${port}`);
}

const answering = async (...responders: readonly Responder[]): Promise<URL> => (await loopbackServer(responders)).url;

/**
 * The phase in which the other side becomes silent → such a server, which reports the time, or sends an object before.
 */
const silences: Readonly<Record<string, (reached: () => void) => Promise<URL>>> = {
  'in the TLS handshake': silentListener,
  'before its response to a watch': (reached) => answering(reached),
  'in a streamed list': () => answering((response) => response.write(added)),
  'after a streamed list': () => answering((response) => response.write(added + endOfList)),
  'before its response to a list': (reached) => answering(refuse(422, 'Invalid'), reached),
  'in a list': () =>
    answering(refuse(422, 'Invalid'), (response) =>
      response.write(`{"items":[${JSON.stringify(storedObject('a', 1))},`),
    ),
};

describe('a Watcher whose server disappears silently', () => {
  for (const [where, silentServer] of Object.entries(silences)) {
    it(`a Watcher notices within 45 s that its server is silent ${where}`, { timeout: 5 * 60_000 }, async () => {
      const clock = new ManualClock();
      const identity = fixedIdentity({ headers: {}, tls: {} });
      const reached = Promise.withResolvers<void>();
      const server = await silentServer(reached.resolve);
      const client = new HttpClient({ server, source: 'test', identity }, { clock });
      clock.randomValue = 0.999;
      const stop = new AbortController();
      const noticed = Promise.withResolvers<unknown>();
      const watcher = new Watcher(
        { client, clock, logger: silentLogger },
        {
          kind: configMap,
          sink: { ...silentSink, recordFailure: (error) => noticed.resolve(error) },
          transform: (object) => {
            reached.resolve();
            return object;
          },
        },
      );
      const end = watcher.run(stop.signal);
      await reached.promise;
      await clock.advance(45_000);
      assert.match(String(await noticed.promise), /has been silent/);
      stop.abort();
      await end;
      await client.close();
    });
  }
});
