import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const finalizer = 'example.com/box';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'patch'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata: { name, namespace = '' } }) => {
        const { metadata } = await client.get(k8s.KubeConfigMap, { name, namespace });
        const { finalizers = [], resourceVersion } = metadata;
        if (finalizers.includes(finalizer)) return Action.awaitChange();
        // A merge patch replaces the whole list, with the items of another actor that came since the read.
        const changed = { finalizers: [...finalizers, finalizer], ...(!isBroken && { resourceVersion }) };
        await client.patch(k8s.KubeConfigMap, { name, namespace }, { metadata: changed });
        return Action.awaitChange();
      },
      cleanup: async ({ client, metadata: { name, namespace = '' } }) => {
        const { metadata } = await client.get(k8s.KubeConfigMap, { name, namespace });
        const { finalizers = [], resourceVersion } = metadata;
        const changed = { finalizers: finalizers.filter((each) => each !== finalizer), resourceVersion };
        await client.patch(k8s.KubeConfigMap, { name, namespace }, { metadata: changed });
      },
    });
  });

export const lostUpdate: BrokenOperator = {
  mistake: 'writes a list that it has read before, and so loses the item of another actor',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'no lost update',
};
