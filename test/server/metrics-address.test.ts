import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ListenError, metricsAddress } from '../../lib/server/index.ts';

describe('metricsAddress', () => {
  const understood: Readonly<Record<string, object>> = {
    'https://:8443': { protocol: 'https', port: 8443 },
    'https://0.0.0.0:8443': { protocol: 'https', host: '0.0.0.0', port: 8443 },
    'http://127.0.0.1:8080': { protocol: 'http', host: '127.0.0.1', port: 8080 },
    'https://[::1]:0': { protocol: 'https', host: '::1', port: 0 },
  };
  for (const [text, address] of Object.entries(understood)) {
    it(`understands ${text}`, () => assert.deepEqual(metricsAddress(text), address));
  }

  it('treats 0 as off', () => assert.equal(metricsAddress('0'), undefined));

  for (const text of [
    '',
    ':8443',
    '8443',
    'https://',
    'https://0',
    'https://:65536',
    'https://:8443/metrics',
    'ftp://:21',
  ]) {
    it(`refuses '${text}', with an example`, () => {
      assert.throws(
        () => metricsAddress(text),
        (error) =>
          error instanceof ListenError &&
          error.message.startsWith(`address '${text}' of the metrics server`) &&
          error.message.includes('https://:8443'),
      );
    });
  }
});
