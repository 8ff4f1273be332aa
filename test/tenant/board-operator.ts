// An operator with every feature that processes a tenant's bytes: patterns, rules, both kinds of webhooks, two
// versions, references and children with keyed lists. Attacked by the drills.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import {
  Action,
  type AdmissionFinding,
  Controller,
  CustomResource,
  MutatingWebhook,
  Operator,
  partOf,
  type Spec,
  ValidatingWebhook,
} from 'operand';
import { main } from 'operand/cli';
import { type JsonSchemaProps, listMap, preserveUnknownFields, quantity, rule, ruleValidation } from 'operand/schema';
import { z } from 'zod';

const distinct = 'self.all(x, self.exists_one(y, y == x))';

const content = {
  edition: z.int32().default(1),
  numbers: z.array(z.int32()).optional(),
  slug: z
    .string()
    .regex(/^([a-z0-9]+-?)+$/)
    .optional(),
  title: z.string().optional(),
  note: z.string().optional(),
  amount: quantity({ min: '1Gi', max: '1Ti' }).optional(),
  tags: rule(z.array(z.string().max(20)).max(60), distinct, 'name each tag once').optional(),
  variables: listMap(z.object({ name: z.string(), value: z.string() }), ['name']).optional(),
  count: z.int().optional(),
  words: z.array(z.string()).optional(),
  secretFrom: z.object({ name: z.string() }).optional(),
  fails: z.boolean().default(false),
};

class BoardV1Beta1 extends CustomResource({
  group: 'tenant.example.com',
  version: 'v1beta1',
  kind: 'Board',
  spec: z.object({ ...content, extra: preserveUnknownFields(z.unknown()).optional() }),
}) {}

class Board extends CustomResource({
  group: 'tenant.example.com',
  version: 'v1',
  kind: 'Board',
  spec: z.object(content),
  versions: [
    {
      of: BoardV1Beta1,
      up: ({ spec: { extra: _extra, ...spec }, status }) => ({ spec, status }),
      down: ({ spec, status }) => ({ spec, status }),
    },
  ],
}) {}

/** Rules without the bounds that API servers require, as third-party kinds may have them for their own servers. */
const unbounded: JsonSchemaProps = {
  type: 'object',
  properties: {
    count: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'lists.range(self).size() >= 0' }] },
    words: { type: 'array', items: { type: 'string' }, 'x-kubernetes-validations': [{ rule: distinct }] },
  },
};

function findings({ spec }: { readonly spec: Spec<typeof Board> }): AdmissionFinding[] {
  const { findings, unevaluated } = ruleValidation(unbounded, spec);
  return [
    ...findings.map(({ path, message }) => ({ field: `spec.${path}`, message })),
    ...unevaluated.map(({ path, reason }) => ({ field: `spec.${path}`, message: `can't be validated: ${reason}` })),
    ...(spec.note === undefined ? [] : [{ warning: `the note is ${spec.note}` }]),
  ];
}

const Password = partOf(k8s.KubeSecret, ({ data = {} }) => ({ password: data.password }));

const app = new App();
const operator = new Operator(app, 'board-operator', { version: '0.1.0', image: 'example.com/board-operator:0.1.0' });
new Controller(operator, 'Controller', {
  for: Board,
  owns: [k8s.KubeConfigMap, k8s.KubePodTemplate],
  references: [{ kind: Password, names: ({ spec: { secretFrom } }) => (secretFrom ? [secretFrom.name] : []) }],
  render: (scope, { metadata: { name }, spec, references }) => {
    const { title, variables: env, secretFrom } = spec;
    const isProtected = secretFrom !== undefined && references(Password, secretFrom.name)?.password !== undefined;
    const data = { edition: String(spec.edition), isProtected: String(isProtected) };
    new k8s.KubeConfigMap(scope, 'Page', { metadata: { name }, data });
    if (title !== undefined) new k8s.KubeConfigMap(scope, title, { data: { title } });
    if (env === undefined) return;
    const containers = [{ name: 'board', image: 'example.com/board', env }];
    new k8s.KubePodTemplate(scope, 'Template', { metadata: { name }, template: { spec: { containers } } });
  },
  reconcile: async ({ spec: { fails, note } }) => {
    if (fails) throw new Error(`the board fails: ${note}`);
    return Action.awaitChange();
  },
});
new MutatingWebhook(operator, 'Defaults', { for: Board, mutate: ({ spec }) => ({ spec: { ...spec } }) });
new ValidatingWebhook(operator, 'Rules', { for: Board, validate: findings });
await main(app);
