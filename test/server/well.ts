import assert from 'node:assert/strict';
import { App } from 'cdk8s';
import { z } from 'zod';
import { CustomResource, type KubernetesObject } from '../../lib/api/index.ts';
import {
  MutatingWebhook,
  type MutatingWebhookProps,
  Operator,
  ValidatingWebhook,
  type ValidatingWebhookProps,
} from '../../lib/constructs/index.ts';

/** The older version of the kind of the tests. */
export class OldWell extends CustomResource({
  group: 'test.example.com',
  version: 'v1beta1',
  kind: 'Well',
  spec: z.object({ meters: z.int32(), note: z.string().optional() }),
}) {}

/** A kind in two versions, with defaults, lists and maps. A well with the note `cursed` can't be converted down. */
export class Well extends CustomResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Well',
  spec: z.object({
    depth: z.int32().min(1).max(100),
    lining: z.enum(['stone', 'brick']).default('stone'),
    note: z.string().optional(),
    buckets: z.array(z.object({ name: z.string(), liters: z.int32().default(10) })).optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
  versions: [
    {
      of: OldWell,
      up: ({ spec: { meters, ...rest }, status }) => ({ spec: { depth: meters, ...rest }, status }),
      down: ({ spec: { depth, note }, status }) => {
        if (note === 'cursed') throw new Error('the well is too deep to measure');
        return { spec: { meters: depth, ...(note !== undefined && { note }) }, status };
      },
    },
  ],
}) {}

/** The input of `conversionEndpoint`. */
export const definitions = [Well.definition];

/** Returns a well from an API server. */
export function well(
  name: string,
  spec: object = { depth: 7, lining: 'stone' },
  metadata: object = {},
): KubernetesObject {
  return {
    apiVersion: 'test.example.com/v1',
    kind: 'Well',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      creationTimestamp: '2030-01-01T00:00:00Z',
      ...metadata,
    },
    spec,
  };
}

/** Returns the same well in the older version. */
export function oldWell(name: string, spec: object = { meters: 7 }): KubernetesObject {
  return { ...well(name, spec), apiVersion: 'test.example.com/v1beta1' };
}

/** Returns a validating webhook of an operator, as the manager finds it in the tree. */
export function validating(props: Omit<ValidatingWebhookProps<typeof Well>, 'for'>): ValidatingWebhook {
  const operator = newOperator();
  new ValidatingWebhook(operator, 'Depth', { for: Well, ...props });
  return ValidatingWebhook.in(operator)[0] ?? assert.fail('the webhook exists');
}

/** Returns a mutating webhook of an operator, as the manager finds it in the tree. */
export function mutating(props: Omit<MutatingWebhookProps<typeof Well>, 'for'>): MutatingWebhook {
  const operator = newOperator();
  new MutatingWebhook(operator, 'Lining', { for: Well, ...props });
  return MutatingWebhook.in(operator)[0] ?? assert.fail('the webhook exists');
}

function newOperator(): Operator {
  return new Operator(new App(), 'well-operator', { version: '1.0.0', image: 'example.com/wells:1' });
}
