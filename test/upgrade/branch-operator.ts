// An operator whose children are of a custom kind, of which it knows only the rendered fields.

import { ApiObject, App } from 'cdk8s';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Branch extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Branch',
  plural: 'branches',
  spec: z.object({}),
  status: z.object({ leaf: z.string() }),
}) {}

const app = new App();
const operator = new Operator(app, 'branch-operator', {
  version: '0.1.0',
  image: 'example.com/branch-operator:0.1.0',
});
new Controller(operator, 'Controller', {
  for: Branch,
  owns: [{ group: 'example.com', version: 'v1', kind: 'Leaf', plural: 'leaves', scope: 'Namespaced' }],
  render: (scope, { metadata: { name } }) =>
    new ApiObject(scope, 'Leaf', {
      apiVersion: 'example.com/v1',
      kind: 'Leaf',
      metadata: { name },
      spec: { size: 1, veins: [{ name: 'middle' }] },
    }),
  status: ({ children: leaf }) => ({ leaf: leaf.name }),
});
await main(app);
