// An operator that writes one or two ConfigMaps for each Note. With different names it can run any number of times.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, CustomResource, Operator } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const { OPERATOR_NAME: name = 'note-operator' } = process.env;

class Note extends CustomResource({
  group: `${name}.example.com`,
  version: 'v1',
  kind: 'Note',
  spec: z.object({ edition: z.int32(), hasAppendix: z.boolean().default(false) }),
  status: z.object({ edition: z.int32() }),
}) {}

const app = new App();
const operator = new Operator(app, name, { version: '0.1.0', image: 'example.com/note-operator:0.1.0' });
new Controller(operator, 'Controller', {
  for: Note,
  owns: [k8s.KubeConfigMap],
  // More concurrent writes than the client has connections: some always wait for one.
  concurrency: 40,
  render: (scope, { metadata: { name }, spec }) => {
    const data = { edition: String(spec.edition) };
    new k8s.KubeConfigMap(scope, 'Page', { metadata: { name }, data });
    if (spec.hasAppendix) new k8s.KubeConfigMap(scope, 'Appendix', { metadata: { name: `${name}-appendix` }, data });
  },
  status: ({ spec: { edition } }) => ({ edition }),
});
await main(app);
