import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webhookUrl } from '../../../lib/cli/run/webhook-url.ts';

describe('the URL by which API servers reach a process', () => {
  it('has a host, and a port if one is given, even that of https', () => {
    assert.deepEqual(webhookUrl('https://127.0.0.1'), { host: '127.0.0.1' });
    assert.deepEqual(webhookUrl('https://127.0.0.1:9443/'), { host: '127.0.0.1', port: 9443 });
    assert.deepEqual(webhookUrl('https://laptop.example.com:443'), { host: 'laptop.example.com', port: 443 });
    assert.deepEqual(webhookUrl('https://[::1]:9443'), { host: '::1', port: 9443 });
    assert.deepEqual(webhookUrl('https://[::1]'), { host: '::1' });
  });

  it('is refused with the reason and a remedy if API servers would refuse it', () => {
    const refusals = {
      'http://127.0.0.1': /is not https.+write https:\/\/127\.0\.0\.1/,
      'https://127.0.0.1/base': /has a path or query after the host/,
      'https://127.0.0.1?a=b': /has a path or query after the host/,
      'https://me@127.0.0.1': /names a user/,
      '127.0.0.1': /is not a URL/,
    };
    for (const [text, message] of Object.entries(refusals)) assert.throws(() => webhookUrl(text), { message });
  });
});
