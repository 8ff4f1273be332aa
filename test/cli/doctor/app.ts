// An operator with a webhook.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, CustomResource, Operator, ValidatingWebhook } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Lock extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Lock',
  spec: z.object({ code: z.string().optional() }),
}) {}

const app = new App();
const operator = new Operator(app, 'lock-operator', { version: '1.0.0', image: 'example.com/lock-operator:1.0.0' });
new Controller(operator, 'Locks', { for: Lock, owns: [k8s.KubeDeployment], render: () => undefined });
new ValidatingWebhook(operator, 'Check', { for: Lock, validate: () => [] });
await main(app);
