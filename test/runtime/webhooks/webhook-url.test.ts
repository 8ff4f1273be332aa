import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { announceWebhooks, formatWebhookUrl, type WebhookUrl } from '../../../lib/runtime/webhooks/webhook-url.ts';
import { RecordingLogger } from '../recording-logger.ts';

const service = { namespace: 'books', name: 'books-webhook' };

describe('the URL of webhooks', () => {
  let logger: RecordingLogger;

  beforeEach(() => {
    logger = new RecordingLogger();
  });

  function announced(url: WebhookUrl | undefined): string[] {
    announceWebhooks(url, { service, port: 9443 }, logger);
    return logger.lines.map(({ level, message }) => `${level}: ${message}`);
  }

  it('the URL of webhooks has the listening port unless it names one, and brackets around IPv6', () => {
    assert.equal(formatWebhookUrl({ host: '::1' }, 9443), 'https://[::1]:9443');
    assert.equal(formatWebhookUrl({ host: 'laptop.example.com', port: 443 }, 9443), 'https://laptop.example.com:443');
  });

  it('logs the Service of the webhooks, and how to reach a process that is not behind it', () => {
    assert.deepEqual(announced(undefined), [
      'info: API servers call Service books/books-webhook, which leads to pods; --webhook-url makes them call this process',
    ]);
  });

  it('logs the URL that is registered instead of the Service', () => {
    assert.deepEqual(announced({ host: '127.0.0.1', port: 9443 }), ['info: API servers call https://127.0.0.1:9443']);
  });

  it('warns of a webhook URL on this machine with a port on which the process doesn’t listen', () => {
    announced({ host: 'laptop.example.com', port: 443 });
    assert.deepEqual(announced({ host: '127.0.0.1', port: 9553 }).slice(1), [
      'info: API servers call https://127.0.0.1:9553',
      "warn: this process doesn't listen at https://127.0.0.1:9553, but on port 9443: leave the port out of --webhook-url, or give --webhook-address 127.0.0.1:9553",
    ]);
  });
});
