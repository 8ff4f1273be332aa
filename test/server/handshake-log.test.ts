import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { handshakeLog } from '../../lib/server/handshake-log.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { recordedLog } from './recorded-log.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('handshakeLog', () => {
  it('warns once a minute of a client that refuses the certificate', async () => {
    const clock = new ManualClock();
    const { logger, lines } = recordedLog();
    const log = handshakeLog('webhook server', { clock, logger });
    const levels = () => lines.splice(0).map(({ level }) => level);
    log(failure('ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE'));
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    assert.deepEqual(levels(), ['warn', 'debug']);
    await clock.advance(59_999);
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    await clock.advance(1);
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    assert.deepEqual(levels(), ['debug', 'warn']);
  });

  it('keeps all other failures to the debug log', () => {
    const { logger, lines } = recordedLog();
    const log = handshakeLog('webhook server', { clock: new ManualClock(), logger });
    for (const code of ['ECONNRESET', 'ERR_SSL_NO_SHARED_CIPHER', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'])
      log(failure(code));
    assert.deepEqual(
      lines.map(({ level }) => level),
      ['debug', 'debug', 'debug'],
    );
  });
});
