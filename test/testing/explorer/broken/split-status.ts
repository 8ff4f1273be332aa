import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, box, boxOperator } from './box.ts';

const loadBalancer = { ingress: [{ ip: '10.0.0.1' }] };

const operator = (isBroken: boolean) =>
  boxOperator((scope, { clock }) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeService],
      uses: [{ kind: k8s.KubeService, verbs: ['get', 'patchStatus'] }],
      render: (place, { metadata: { name } }) =>
        new k8s.KubeService(place, 'Service', {
          metadata: { name },
          spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
        }),
      reconcile: async ({ client, metadata: { name, namespace = '' } }) => {
        const { status = {} } = await client.get(k8s.KubeService, { name, namespace });
        const isAccepted = status.conditions?.some(({ type }) => type === 'example.com/Accepted') === true;
        if (isAccepted) return Action.awaitChange();
        const lastTransitionTime = new Date(clock.now()).toISOString();
        const accepted = {
          type: 'example.com/Accepted',
          status: 'True',
          reason: 'Known',
          message: 'the address is known',
        };
        const conditions = [{ ...accepted, lastTransitionTime }];
        if (isBroken) {
          await client.patchStatus(k8s.KubeService, { name, namespace }, { conditions });
          await client.patchStatus(k8s.KubeService, { name, namespace }, { loadBalancer });
        } else {
          await client.patchStatus(k8s.KubeService, { name, namespace }, { conditions, loadBalancer });
        }
        return Action.awaitChange();
      },
    });
  });

export const splitStatus: BrokenOperator = {
  mistake: 'writes a status in two parts, and never the second one if it is killed between them',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'same end state',
};
