import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent, owners } from './box.ts';

const ordinals = [0, 1, 2];

// instaclustr/cassandra-operator#398, found by Sieve: the operator deletes the claim of a pod only if it sees that the pod goes. If it
// misses that moment, the claim stays. Here, ConfigMaps stand for the pods and claims, and the operator remembers the members.
const broken = boxOperator((scope) => {
  const members = new Set<number>();
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create', 'delete'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata, spec: { size } }) => {
      const remove = async (suffix: string) => {
        const key = beside(metadata, suffix);
        if (!(await isAbsent(client.get(k8s.KubeConfigMap, key)))) await client.delete(k8s.KubeConfigMap, key);
      };
      for (const ordinal of ordinals.slice(0, size)) {
        for (const part of ['claim', 'pod']) {
          const named = { ...beside(metadata, `${part}-${ordinal}`), ...owners(metadata) };
          if (await isAbsent(client.get(k8s.KubeConfigMap, beside(metadata, `${part}-${ordinal}`))))
            await client.create(k8s.KubeConfigMap, { metadata: named });
        }
        members.add(ordinal);
      }
      for (const ordinal of ordinals.slice(size)) {
        await remove(`pod-${ordinal}`);
        if (members.delete(ordinal)) await remove(`claim-${ordinal}`);
      }
      return Action.awaitChange();
    },
  });
});

export const unobservedMember: BrokenOperator = {
  mistake: 'forgets the claim of a member that goes while it is down (instaclustr/cassandra-operator#398)',
  broken,
  healthy: declaringOperator((size) =>
    ordinals.slice(0, size).flatMap((ordinal) => [`claim-${ordinal}`, `pod-${ordinal}`]),
  ),
  from: [box({ size: 2 })],
  changes: [(world) => world.change(Box, 'a', { spec: { size: 1 } })],
  violates: 'no further deletion',
};
