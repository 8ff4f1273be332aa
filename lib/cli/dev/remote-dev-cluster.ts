// In: the options that name a cluster. Out: that cluster, where the developed operator works in the place of its copy there.
// Created by `dev`.

import { hostname } from 'node:os';
import { objectTitle } from '../../api/index.ts';
import { HttpClient, loadCredentials } from '../../client/index.ts';
import { PortStreams } from '../../client/port-stream/index.ts';
import { systemClock } from '../../clock/index.ts';
import { takeOverLeases } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { WebhookTunnel } from '../tunnel/webhook-tunnel.ts';
import { deployedCopy } from './deployed-copy.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { DevOptions } from './dev-option.ts';
import { createNamespace, removeUnservedWebhooks, servedConversions } from './session-webhook.ts';
import { TerminalLogger, timeOfDay } from './terminal-logger.ts';
import { type FoundWebhookPlace, webhookPlace } from './webhook-place.ts';

/** Returns the cluster of a kubeconfig. @throws CredentialsError if it has none. */
export async function remoteDevCluster(options: DevOptions): Promise<DevCluster> {
  const { kubeconfig, context } = options;
  const clock = systemClock;
  const credentials = await loadCredentials({ clock, kubeconfig, context });
  const { server } = credentials;
  const connect = () => new HttpClient(credentials, { clock });
  const client = connect();
  // The Lease of webhooks is taken at the start only, and so those that a later save adds aren't called.
  let found: FoundWebhookPlace = {
    remark: 'the operator had no webhooks when dev started: start it again to serve them',
  };
  return {
    title: `${server.href} (${credentials.source})`,
    server: server.href,
    connect,
    sessionArguments: Object.entries({ kubeconfig, context }).flatMap(([name, word]) =>
      word === undefined ? [] : `--${name}=${word}`,
    ),
    get webhooks() {
      return 'place' in found ? found.place : undefined;
    },
    inPlaceOf: async (operator, signal, work) => {
      const { name, leases, certificateLease } = operator;
      const deployment = await deployedCopy(client, operator, options.namespace);
      const { namespace = operator.namespace } = deployment?.metadata ?? {};
      if (deployment !== undefined && namespace !== operator.namespace)
        printText(`The operator in the cluster is ${objectTitle(deployment)}.\n`);
      const names = [...leases];
      const logger = new TerminalLogger(clock);
      await using streams = new PortStreams(credentials, { clock });
      let tunnel: WebhookTunnel | undefined;
      const openTunnel = async (port: number) => {
        if (deployment === undefined)
          throw new Failure(`a tunnel needs the image of the operator: install it in namespace ${namespace}`);
        const reports = {
          onLost: (error: unknown) =>
            logger.warn(`no webhook call arrives until the tunnel is restored: ${thrownText(error)}`),
          onRestored: () => printText(`${timeOfDay(clock)} webhook calls arrive again: the tunnel is restored\n`),
        };
        tunnel = await WebhookTunnel.open({ client, clock, streams, deployment, port, ...reports }, signal);
        return tunnel;
      };
      try {
        if (certificateLease !== undefined) {
          found = await webhookPlace(options, { client, clock, server, operator: name, openTunnel }, signal);
          if ('place' in found) {
            names.push(certificateLease);
            printText(
              `The API servers call the webhooks of this process at ${found.place.webhookUrl} while it works.\n`,
            );
          }
        }
        const conversions = await servedConversions(client, operator.manifests);
        await takeOverLeases(
          {
            ...{ client, clock, names, namespace, hostname: hostname(), logger },
            isOnlyCopy: options.namespace === undefined,
            onWait: (waitMs) =>
              printText(
                `The operator in the cluster pauses while this one works; it has ${waitMs / 1000} s to stop.\n`,
              ),
          },
          signal,
          async (...term) => {
            try {
              await work(...term);
            } finally {
              // An error of the work is the first that counts.
              if ('place' in found) {
                await removeUnservedWebhooks(client, operator.manifests, conversions).catch((error: unknown) => {
                  logger.warn('the webhooks of this operator stay, and refuse writes: delete their configurations', {
                    error,
                  });
                });
              }
            }
          },
        );
      } finally {
        await tunnel?.[Symbol.asyncDispose]().catch((error: unknown) => {
          logger.warn('the relay of the webhooks ends within a minute, but the next dev has to remove it', { error });
        });
      }
    },
    prepare: async ({ certificateLease, manifests }) => {
      if (certificateLease === undefined) return [];
      if ('remark' in found) return [found.remark];
      await createNamespace(client, manifests);
      return [];
    },
    complete: async () => [],
    [Symbol.asyncDispose]: () => client.close(),
  };
}
