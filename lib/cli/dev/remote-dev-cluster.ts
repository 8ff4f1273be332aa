// In: the options that name a cluster. Out: that cluster, where the developed operator works in the place of its copy there.
// Created by `dev`.

import { hostname } from 'node:os';
import { HttpClient, loadCredentials } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import { leadInPlace } from '../../runtime/index.ts';
import { printText } from '../terminal/output.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { DevOptions } from './dev-option.ts';
import { TerminalLogger } from './terminal-logger.ts';

/** Returns the cluster of a kubeconfig. @throws CredentialsError if it has none. */
export async function remoteDevCluster({ kubeconfig, context, ...options }: DevOptions): Promise<DevCluster> {
  const clock = systemClock;
  const credentials = await loadCredentials({ clock, kubeconfig, context });
  const connect = () => new HttpClient(credentials, { clock });
  const client = connect();
  const words = { kubeconfig, context, 'webhook-url': options.webhookUrl, 'webhook-address': options.webhookAddress };
  return {
    title: `${credentials.server.href} (${credentials.source})`,
    server: credentials.server.href,
    connect,
    sessionArguments: Object.entries(words).flatMap(([name, word]) => (word === undefined ? [] : `--${name}=${word}`)),
    inPlaceOf: ({ leases: names, namespace }, signal, work) =>
      leadInPlace(
        {
          ...{ client, clock, names, namespace, hostname: hostname() },
          logger: new TerminalLogger(clock),
          onWait: (waitMs) =>
            printText(`The operator in the cluster pauses while this one works; it has ${waitMs / 1000} s to stop.\n`),
        },
        signal,
        work,
      ),
    prepare: async () => [],
    complete: async () => [],
    [Symbol.asyncDispose]: () => client.close(),
  };
}
