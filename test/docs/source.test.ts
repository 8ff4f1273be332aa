// Tests the source of docs/writing-an-operator.md.

import assert from 'node:assert/strict';
import { EventEmitter, on } from 'node:events';
import { describe, it } from 'node:test';
import { scenario, testOperator } from 'operand/testing';
import { DnsOperator, type DnsProvider } from './source/operator.ts';

/** A DNS provider in memory. */
class MemoryProvider implements DnsProvider {
  /** Host → address. */
  readonly records = new Map<string, string>();
  readonly #console = new EventEmitter<{ change: [host: string] }>();

  async write(host: string, address: string): Promise<void> {
    this.records.set(host, address);
  }

  async remove(host: string): Promise<void> {
    this.records.delete(host);
  }

  async changes(signal: AbortSignal): Promise<AsyncIterable<string>> {
    const events = on(this.#console, 'change', { signal });
    return (async function* () {
      for await (const [host] of events) yield host;
    })();
  }

  /** A person removes a record. */
  lose(host: string): void {
    this.records.delete(host);
    this.#console.emit('change', host);
  }
}

describe('the operator with a source of the documentation', () => {
  const release = { version: '1.0.0', image: 'example.com/dns-operator:1.0.0' };
  const record = (name: string, namespace: string, host: string) => ({
    apiVersion: 'dns.example.com/v1',
    kind: 'DnsRecord',
    metadata: { name, namespace },
    spec: { host, address: '192.0.2.1' },
  });
  const www = record('www', 'web', 'www.example.com');
  const mail = record('mail', 'office', 'mail.example.com');

  it('the operator writes a record again that a person removes at the provider', async () => {
    const provider = new MemoryProvider();
    const operator = scenario(({ app }) => new DnsOperator(app, 'dns-operator', { ...release, provider }));
    await using world = await operator.apply(www).apply(mail).settle();
    assert.deepEqual([...provider.records.keys()].sort(), ['mail.example.com', 'www.example.com']);
    provider.lose('mail.example.com');
    await world.settle();
    assert.deepEqual([...provider.records.keys()].sort(), ['mail.example.com', 'www.example.com']);
  });

  it('the operator with a source survives faults', async () => {
    const provider = new MemoryProvider();
    await testOperator(({ app }) => new DnsOperator(app, 'dns-operator', { ...release, provider }), {
      from: www,
      limit: 20,
      // They change the provider alone.
      properties: { exempt: { 'every field has an effect': ['host', 'address'] } },
    });
  });
});
