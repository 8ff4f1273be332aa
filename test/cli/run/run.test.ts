import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listenFailure } from '../../../lib/cli/run/run.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { RunnableError } from '../../../lib/runtime/runnable.ts';
import { listenHttp } from '../../../lib/server/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';

const ports = { clock: systemClock, logger: silentLogger };
const host = '127.0.0.1';

describe('the failure of a run whose port is in use', () => {
  for (const [server, option] of [
    ['health server', '--health-address'],
    ['metrics server', '--metrics-address'],
    ['webhook server', '--webhook-address'],
  ] as const) {
    it(`the failure about a port in use names ${option} for the ${server}`, async () => {
      const other = await listenHttp('other', { host, port: 0 }, {}, ports);
      const error = await listenHttp(server, { host, port: other.port }, {}, ports).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      await other.close(0);
      const failure = listenFailure(new RunnableError('servers', server, error));
      const expected = `port ${other.port} of the ${server} is in use: stop the program that uses it, or choose another port (${option})`;
      assert.equal(failure instanceof Error && failure.message, expected);
    });
  }

  it('a failure of a run with another cause than a port in use is the original error', () => {
    const error = new Error('no space');
    assert.equal(listenFailure(error), error);
  });
});
