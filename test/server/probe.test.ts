import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Check, probeEndpoint } from '../../lib/server/index.ts';
import { jsonLogger, silentLogger } from '../../lib/telemetry/index.ts';

const anonymous = { authorization: undefined, address: '' };
const well: Check = { name: 'caches', failure: () => undefined };
const ill: Check = { name: 'lease', failure: () => 'no response for 12 s from 10.0.0.1' };
const broken: Check = {
  name: 'webhook',
  failure: () => {
    throw new Error('certificate expired');
  },
};

async function ask(checks: readonly Check[], query = '') {
  const { status, body } = await probeEndpoint('readyz', checks, silentLogger)(new URLSearchParams(query), anonymous);
  return { status, body };
}

describe('probe', () => {
  it('a probe answers 200 ok when all checks succeed, and without any check', async () => {
    assert.deepEqual(await ask([well]), { status: 200, body: 'ok' });
    assert.deepEqual(await ask([]), { status: 200, body: 'ok' });
  });

  it('a probe answers 500 with a line for each check when one fails, and withholds the reason', async () => {
    assert.deepEqual(await ask([well, ill, broken]), {
      status: 500,
      body: '[+]caches ok\n[-]lease failed: reason withheld\n[-]webhook failed: reason withheld\nreadyz check failed\n',
    });
  });

  it('a probe lists successful checks on request', async () => {
    assert.deepEqual(await ask([well], 'verbose'), { status: 200, body: '[+]caches ok\nreadyz check passed\n' });
  });

  it('a probe shows a failing informational check, and still answers 200', async () => {
    const lines: string[] = [];
    const logger = jsonLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const endpoint = probeEndpoint('readyz', [well, { ...ill, isInformational: true }], logger);
    const { status, body } = await endpoint(new URLSearchParams('verbose'), anonymous);
    assert.deepEqual(
      [status, body],
      [200, '[+]caches ok\n[!]lease failed, informational: reason withheld\nreadyz check passed\n'],
    );
    assert.equal((await endpoint(new URLSearchParams(), anonymous)).body, 'ok');
    assert.deepEqual(lines, []);
  });

  it('a probe omits the checks that the caller excludes', async () => {
    assert.deepEqual(await ask([well, ill], 'exclude=lease'), { status: 200, body: 'ok' });
    assert.deepEqual(await ask([well, ill], 'exclude=lease&verbose'), {
      status: 200,
      body: '[+]caches ok\n[+]lease excluded: ok\nreadyz check passed\n',
    });
    assert.equal((await ask([well, ill, broken], 'exclude=lease&exclude=webhook')).status, 200);
  });

  it('a probe logs the reason when a check begins to fail, once for each time', async () => {
    const reasons: string[] = [];
    const logger = jsonLogger({
      level: 'info',
      destination: { write: (line) => void reasons.push(JSON.parse(line).reason) },
    });
    let reason: string | undefined = 'first';
    const endpoint = probeEndpoint('readyz', [{ name: 'caches', failure: () => reason }], logger);
    const look = () => endpoint(new URLSearchParams(), anonymous);
    await look();
    await look();
    reason = undefined;
    await look();
    reason = 'second';
    await look();
    assert.deepEqual(reasons, ['first', 'second']);
  });
});
