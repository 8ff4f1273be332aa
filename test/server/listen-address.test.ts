import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLoopback, ListenError, listenAddress, metricsAddress } from '../../lib/server/index.ts';

describe('listenAddress', () => {
  it('listenAddress reads a port with and without a host', () => {
    assert.deepEqual(listenAddress(':8081', 'health server'), { port: 8081 });
    assert.deepEqual(listenAddress('127.0.0.1:0', 'health server'), { host: '127.0.0.1', port: 0 });
    assert.deepEqual(listenAddress('localhost:65535', 'health server'), { host: 'localhost', port: 65535 });
    assert.deepEqual(listenAddress('[::1]:8081', 'health server'), { host: '::1', port: 8081 });
  });

  it('listenAddress treats 0 as off', () => {
    assert.equal(listenAddress('0', 'health server'), undefined);
  });

  it('isLoopback is true for addresses that other machines can’t reach', () => {
    const hosts = ['localhost', '127.0.0.1', '127.1.2.3', '::1', '', '0.0.0.0', '10.0.0.1', 'laptop.example.com'];
    assert.deepEqual(hosts.filter(isLoopback), ['localhost', '127.0.0.1', '127.1.2.3', '::1']);
  });

  for (const text of ['', '8081', ':', 'localhost', ':65536', ':80a', '::1:8081', 'http://a:80', ':-1']) {
    it(`listenAddress refuses '${text}' with an example`, () => {
      assert.throws(
        () => listenAddress(text, 'health server'),
        (error: unknown) => {
          assert.ok(error instanceof ListenError);
          assert.equal(error.code, 'listen');
          assert.equal(
            error.message,
            `address '${text}' of the health server is not valid: write :8081, 127.0.0.1:8081, or 0 to switch it off`,
          );
          return true;
        },
      );
    });
  }
});

describe('metricsAddress', () => {
  const understood: Readonly<Record<string, object>> = {
    'https://:8443': { protocol: 'https', port: 8443 },
    'https://0.0.0.0:8443': { protocol: 'https', host: '0.0.0.0', port: 8443 },
    'http://127.0.0.1:8080': { protocol: 'http', host: '127.0.0.1', port: 8080 },
    'https://[::1]:0': { protocol: 'https', host: '::1', port: 0 },
  };
  for (const [text, address] of Object.entries(understood)) {
    it(`metricsAddress understands ${text}`, () => assert.deepEqual(metricsAddress(text), address));
  }

  it('metricsAddress treats 0 as off', () => assert.equal(metricsAddress('0'), undefined));

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
    it(`metricsAddress refuses '${text}', with an example`, () => {
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
