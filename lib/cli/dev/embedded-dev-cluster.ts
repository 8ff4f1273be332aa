// In: nothing. Out: a cluster in this process, which keeps its objects while sessions of the operator come and go. Created by
// `dev` where no cluster is named.

import type { KubernetesObject } from '../../api/index.ts';
import { managerName } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import { EmbeddedCluster } from '../../testing/index.ts';
import type { DevCluster } from './dev-cluster.ts';

/** The kinds that the session itself writes. */
const sessionKinds = new Set([
  'CustomResourceDefinition',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
]);

/** Starts an embedded cluster. */
export async function embeddedDevCluster(): Promise<DevCluster> {
  const cluster = await EmbeddedCluster.start();
  const { kubeconfig, server } = await cluster.listen();
  const applied = new Set<string>();
  /** Applies objects unless they are as before, so that the developer's changes in the cluster stay. */
  const applyChanged = async (objects: readonly KubernetesObject[]) => {
    const refusals: string[] = [];
    for (const object of objects) {
      const text = JSON.stringify(object);
      if (applied.has(text)) continue;
      await cluster.apply(object).then(
        () => applied.add(text),
        (error: unknown) =>
          refusals.push(`${object.kind} ${object.metadata.name} is not applied: ${thrownText(error)}`),
      );
    }
    return refusals;
  };
  return {
    title: `an embedded cluster at ${server}, whose objects end with this process\n  export KUBECONFIG=${kubeconfig}`,
    server,
    connect: () => cluster.client(),
    sessionArguments: [`--kubeconfig=${kubeconfig}`],
    // At a port that the session chooses.
    webhooks: { webhookUrl: 'https://127.0.0.1', webhookAddress: '127.0.0.1:0' },
    inPlaceOf: (_operator, signal, work) => work(signal, () => undefined),
    prepare: ({ name, manifests }) => {
      // The manager is the session.
      const isManager = ({ kind, metadata }: KubernetesObject) =>
        kind === 'Deployment' && metadata.name === managerName(name);
      return applyChanged(manifests.filter((object) => !sessionKinds.has(object.kind) && !isManager(object)));
    },
    complete: ({ samples }) => applyChanged(samples),
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}
