// In: hosts by which the API server may reach this machine, or that of a tunnel's Service. Out: the first one by which it
// does. Registers a webhook for each host, and sends a dry run of one labelled object, which calls all of them. Called by
// `dev` on a cluster.

import { randomUUID } from 'node:crypto';
import { ApiError, knownKind, validatingConfigurationKind } from '../../api/index.ts';
import { issueAuthority, issueServingCertificate } from '../../certificate/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { webhookAddress, webhookPorts } from '../../constructs/index.ts';
import { textAt } from '../../schema/index.ts';
import { jsonReply, type ListenAddress, listenTls, type PostEndpoint, urlHost } from '../../server/index.ts';
import { thrownText } from '../../system/index.ts';
import { silentLogger, silentMetrics } from '../../telemetry/index.ts';

/** The inputs of {@link reachedHost}. */
export interface WebhookProbePorts {
  readonly client: Client;
  readonly clock: Clock;
  /** The name of the operator. */
  readonly operator: string;
  /** The address at which this process listens during the probe. */
  readonly address: ListenAddress;
}

/** The host by which a call has arrived, or the API server's reason why none has. */
export type ReachedHost = { readonly host: string } | { readonly failure: string };

/** The time for an API server to notice the registration, and the pause between two dry runs. */
const [patienceMs, pollMs] = [10_000, 100];

/** The time for one call: some hosts drop packets. */
const callSeconds = 3;

const configMapKind = knownKind('v1', 'ConfigMap');

/**
 * Returns the first of the hosts by which the API server reaches this machine.
 *
 * The registration matches a single object, by a random value of a label, and is deleted at the end.
 *
 * @throws ConnectionError if the API server doesn't answer; ListenError if the address can't be used.
 */
export async function reachedHost(
  hosts: readonly string[],
  { client, clock, operator, address }: WebhookProbePorts,
  signal: AbortSignal,
): Promise<ReachedHost> {
  const probe = `dev-probe.${operator}`;
  const authority = await issueAuthority(probe, clock.now());
  const current = await issueServingCertificate(authority, [probe, ...hosts], clock.now());
  const arrived = new Set<string>();
  const routes = Object.fromEntries(
    hosts.map((host, index) => [`/${index}`, arrivalEndpoint(() => arrived.add(host))]),
  );
  const certificates = { current, watch: async () => undefined };
  const listener = await listenTls('webhook server', address, routes, { clock, logger: silentLogger, certificates });
  const labels = { 'operand-dev-probe': randomUUID() };
  const name = `${operator}-dev-probe`;
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name, labels } };
  const textOfFailure = (error: unknown) => {
    if (ApiError.is(error) || signal.aborted) return thrownText(error);
    throw error;
  };
  try {
    const webhooks = hosts.map((host, index) => ({
      name: `host-${index}.${probe}`,
      clientConfig: {
        ...webhookAddress(
          `https://${urlHost(host)}:${host.endsWith('.svc') ? webhookPorts.service : listener.port}`,
          `/${index}`,
        ),
        caBundle: Buffer.from(authority.certificate).toString('base64'),
      },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
      ...{ objectSelector: { matchLabels: labels }, failurePolicy: 'Fail', timeoutSeconds: callSeconds },
      ...{ sideEffects: 'None', admissionReviewVersions: ['v1'] },
    }));
    const registration = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      ...{ metadata: { name }, webhooks },
    };
    await client.apply(validatingConfigurationKind, registration, { fieldManager: 'operand-dev', force: true, signal });
    const deadlineMs = clock.monotonic() + patienceMs;
    while (clock.monotonic() < deadlineMs) {
      // It calls all webhooks at once, waits for all, and is refused if one isn't reached.
      const dryRun = client.create(configMapKind, configMap, { dryRun: true, signal });
      const failure = await dryRun.then(() => undefined, textOfFailure);
      const host = hosts.find((each) => arrived.has(each));
      if (host !== undefined) return { host };
      if (failure !== undefined) return { failure };
      await clock.sleep(pollMs, signal);
    }
    return { failure: `the API server has called no webhook within ${patienceMs / 1000} s of its registration` };
  } catch (error) {
    return { failure: textOfFailure(error) };
  } finally {
    await client.delete(validatingConfigurationKind, { name }).catch(textOfFailure);
    await listener.close(0);
  }
}

/** Returns an endpoint that allows each request. */
function arrivalEndpoint(onArrival: () => void): PostEndpoint {
  return {
    longestBodyBytes: 1_048_576,
    longestResponseMs: callSeconds * 1000,
    metrics: silentMetrics.webhook('/'),
    answer: (body) => {
      onArrival();
      const response = { uid: textAt(body, 'request.uid'), allowed: true };
      return jsonReply({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response });
    },
  };
}
