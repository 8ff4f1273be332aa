import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Action, CustomResource, waitUntilReady } from '../../../lib/api/index.ts';
import { Controller, Operator, Sample } from '../../../lib/constructs/index.ts';

/** A resource with children of each sort. */
export class Crate extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Crate',
  spec: z.object({ text: z.string().default('hello') }),
}) {}

/** The differences between two releases of the operator. */
export interface CrateRelease {
  /** @default 'label' */
  readonly label?: string;
  /** @default 'correct-horse-battery' */
  readonly password?: string;
  /** The content of an immutable child. @default 'wax' */
  readonly seal?: string;
  /** The names of further children. @default one, `lid` */
  readonly parts?: readonly string[];
  /** True for a server that isn't ready at once, and a child that waits for it. @default false */
  readonly isServed?: boolean;
  /** @default 'report' */
  readonly whenImmutable?: 'recreate' | 'report';
  /** Called by `reconcile`. @default no `reconcile` */
  readonly onReconcile?: () => void;
}

class CrateChildren extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { release, name, text }: { release: CrateRelease; name: string; text: string },
  ) {
    super(scope, id);
    const { label = 'label', password = 'correct-horse-battery', seal = 'wax', parts = ['lid'] } = release;
    new k8s.KubeConfigMap(this, 'Label', { metadata: { name: `${name}-label` }, data: { label, text } });
    new k8s.KubeSecret(this, 'Key', { metadata: { name: `${name}-key` }, stringData: { password, user: 'ada' } });
    for (const part of parts) new k8s.KubeConfigMap(this, part, { metadata: { name: `${name}-${part}` } });
    new k8s.KubeConfigMap(this, 'Seal', { metadata: { name: `${name}-seal` }, immutable: true, data: { seal } });
    if (release.isServed === true) this.#serve(name);
  }

  #serve(name: string): void {
    const labels = { crate: name };
    const pod = { containers: [{ name: 'server', image: 'example.com/server:1' }] };
    const server = new k8s.KubeDeployment(this, 'Server', {
      metadata: { name },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
    });
    waitUntilReady(new k8s.KubeConfigMap(this, 'Address', { metadata: { name: `${name}-address` } }), server);
  }
}

/** Returns an app with the operator of crates. */
export function crateApp(release: CrateRelease = {}): App {
  const app = new App();
  const { onReconcile, whenImmutable = 'report' } = release;
  const operator = new Operator(app, 'crate-operator', { version: '1.0.0', image: 'example.com/crate:1' });
  new Controller(operator, 'Controller', {
    for: Crate,
    owns: [{ kind: k8s.KubeConfigMap, whenImmutable }, k8s.KubeSecret, k8s.KubeDeployment],
    render: (scope, { metadata: { name }, spec: { text } }) =>
      new CrateChildren(scope, 'Crate', { release, name, text }),
    ...(onReconcile && {
      reconcile: async () => {
        onReconcile();
        return Action.awaitChange();
      },
    }),
  });
  new Sample(operator, 'Small', { of: Crate, spec: {} });
  return app;
}

/** Returns the operator of crates. */
export function crateOperator(release: CrateRelease = {}): Operator {
  const [operator] = Operator.in(crateApp(release));
  if (operator === undefined) throw new Error('the app has no operator');
  return operator;
}
