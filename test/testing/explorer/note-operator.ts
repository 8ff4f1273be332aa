import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { z } from 'zod';
import { CustomResource, Operator, type Resource } from '../../../lib/index.ts';
import type { OperatorSource } from '../../../lib/testing/index.ts';

/** A text, which becomes a ConfigMap. */
export class Note extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Note',
  spec: z.object({ text: z.string() }),
  status: z.object({ length: z.int32() }),
}) {}

/** A Note called `note`. */
export const note = { apiVersion: 'example.com/v1', kind: 'Note', metadata: { name: 'note' }, spec: { text: 'milk' } };

/** Renders the ConfigMap of a Note. */
export function renderNote(scope: Construct, { metadata, spec }: Pick<Resource<typeof Note>, 'metadata' | 'spec'>) {
  return new k8s.KubeConfigMap(scope, 'Text', { metadata: { name: metadata.name }, data: { text: spec.text } });
}

/** Returns an operator with what `add` constructs in it. */
export function noteOperator(add: (operator: Operator) => void): OperatorSource {
  return ({ app }) => {
    const operator = new Operator(app, 'note-operator', { version: '1.0.0', image: 'note-operator:1.0.0' });
    add(operator);
    return operator;
  };
}
