import type { Construct } from 'constructs';
import { Action, Controller, CustomResource, index, Operator, type OperatorProps } from 'operand';
import { z } from 'zod';

/** An address under a name, at a DNS provider. */
export class DnsRecord extends CustomResource({
  group: 'dns.example.com',
  version: 'v1',
  kind: 'DnsRecord',
  spec: z.object({ host: z.hostname(), address: z.ipv4() }),
}) {}

/** The part of the provider's API that the operator uses. */
export interface DnsProvider {
  write(host: string, address: string, signal: AbortSignal): Promise<void>;
  remove(host: string, signal: AbortSignal): Promise<void>;
  /** Subscribes to the hosts whose records people change in the provider's console. Ends when `signal` aborts. */
  changes(signal: AbortSignal): Promise<AsyncIterable<string>>;
}

export interface DnsOperatorProps extends OperatorProps {
  readonly provider: DnsProvider;
}

const byHost = index(DnsRecord, ({ spec }) => spec.host);

/** Keeps records at a DNS provider. */
export class DnsOperator extends Operator {
  constructor(scope: Construct, id: string, { provider, ...props }: DnsOperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: DnsRecord,
      indexes: [byHost],
      render: () => undefined,
      reconcile: async ({ spec, signal }) => {
        await provider.write(spec.host, spec.address, signal);
        return Action.awaitChange();
      },
      cleanup: async ({ spec, signal }) => {
        await provider.remove(spec.host, signal);
      },
      sources: [
        {
          name: 'dns-provider',
          watch: async ({ live, reconcile, signal }) => {
            const changes = await provider.changes(signal);
            // Changes before this call may have been missed.
            for (const { metadata } of live.list(DnsRecord)) reconcile(metadata);
            for await (const host of changes) {
              for (const { metadata } of live.indexed(byHost, host)) reconcile(metadata);
            }
          },
        },
      ],
    });
  }
}
