import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Action, CustomResource } from '../../../../lib/api/index.ts';
import { Controller, Operator } from '../../../../lib/constructs/index.ts';

/** A resource with a password, which its children use. */
export class Safe extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Safe',
  spec: z.object({ size: z.int32().default(1), password: z.string() }),
  status: z.object({ opened: z.string() }),
}) {}

/** The differences between two releases of the operator. */
export interface SafeRelease {
  /** @default `safe` */
  readonly content?: string;
}

/** The children of a safe: a Secret with the password, and a ConfigMap that contains an address with it. */
class SafeChildren extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { size, password, content }: SafeRelease & { size: number; password: string },
  ) {
    super(scope, id);
    const address = `https://owner:${password}@example.com`;
    new k8s.KubeSecret(this, 'Key', { metadata: { name: 'key' }, stringData: { password, address, port: '443' } });
    new k8s.KubeConfigMap(this, 'Door', {
      metadata: { name: 'door' },
      data: { content: `${content} ${size}`, address },
    });
  }
}

/** An operator of safes. Its `reconcile` writes an object of its own beside the children. */
export function safeOperator({ content = 'safe' }: SafeRelease = {}, app = new App()): Operator {
  const operator = new Operator(app, 'safe-operator', { version: '1.0.0', image: 'example.com/safe:1' });
  new Controller(operator, 'Controller', {
    for: Safe,
    owns: [k8s.KubeSecret, k8s.KubeConfigMap],
    uses: [{ kind: k8s.KubeSecret, verbs: ['get', 'apply'] }],
    render: (scope, { spec }) => new SafeChildren(scope, 'Safe', { ...spec, content }),
    reconcile: async ({ client, metadata: { namespace = '' } }) => {
      const { data } = await client.get(k8s.KubeSecret, { namespace, name: 'key' });
      await client.apply(k8s.KubeSecret, {
        metadata: { name: 'copy', namespace },
        data: { password: data?.password ?? '' },
      });
      return Action.awaitChange();
    },
    status: ({ live }) => ({ opened: String(live.list(k8s.KubeConfigMap).length) }),
  });
  return operator;
}
