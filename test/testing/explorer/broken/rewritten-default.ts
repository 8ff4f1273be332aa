import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'patch'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata: { name, namespace = '' } }) => {
        const { data = {} } = await client.get(k8s.KubeConfigMap, { name, namespace });
        // The API server doesn't store null, so that the field never is as wanted.
        const isAsWanted = isBroken ? data.note === null : data.note === undefined;
        if (isAsWanted) return Action.awaitChange();
        await client.patch(k8s.KubeConfigMap, { name, namespace }, { data: { note: null } });
        return Action.requeueAfter(Duration.seconds(15));
      },
    });
  });

export const rewrittenDefault: BrokenOperator = {
  mistake: 'writes a value again and again that the API server stores differently',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'no idle writes',
};
