import { App } from 'cdk8s';
import { z } from 'zod';
import type { ReturnedFindings } from '../../../lib/api/index.ts';
import type { WebhookEntry } from '../../../lib/constructs/index.ts';
import {
  CustomResource,
  type KubernetesObject,
  MutatingWebhook,
  Operator,
  type OperatorProps,
  ValidatingWebhook,
  type ValidatingWebhookProps,
} from '../../../lib/index.ts';

/** The older version of {@link Vault}. */
export class VaultV1Beta1 extends CustomResource({
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Vault',
  spec: z.object({ bytes: z.int32() }),
}) {}

/** A kind in two versions. */
export class Vault extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Vault',
  spec: z.object({ size: z.int32() }),
  scale: { replicas: '.spec.size', observedReplicas: '.status.size' },
  status: z.object({ size: z.int32() }),
  versions: [
    {
      of: VaultV1Beta1,
      up: ({ spec, status }) => ({ spec: { size: spec.bytes }, status }),
      down: ({ spec }) => ({ spec: { bytes: spec.size }, status: {} }),
    },
  ],
}) {}

/** A kind in one version. */
export class Key extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Key',
  scope: 'Cluster',
  spec: z.object({ bits: z.int32() }),
}) {}

/** Returns an operator without controllers. */
export function emptyOperator(props: Partial<OperatorProps> = {}): Operator {
  return new Operator(new App(), 'vault-operator', { version: '1.2.3', image: 'example.com/vault:1', ...props });
}

/** Returns an operator with two validating webhooks and a mutating one, and a kind that is converted. */
export function guardedOperator(props: Partial<OperatorProps> = {}): Operator {
  const operator = emptyOperator(props);
  validating(operator, 'NoShrink');
  new ValidatingWebhook(operator, 'Lock', { for: Key, validateDelete: () => [] });
  new MutatingWebhook(operator, 'Defaults', { for: Vault, mutate: () => ({}) });
  return operator;
}

/** Returns a validating webhook for {@link Vault}. */
export function validating(
  operator: Operator,
  id: string,
  props: Partial<ValidatingWebhookProps<typeof Vault, ReturnedFindings, ReturnedFindings, readonly []>> = {},
) {
  return new ValidatingWebhook(operator, id, { for: Vault, validate: () => [], ...props });
}

/** Returns the manifest with a kind and a name. */
export function manifestOf(operator: Operator, kind: string, name?: string): KubernetesObject {
  const found = operator
    .toJson()
    .find((manifest) => manifest.kind === kind && (name === undefined || manifest.metadata.name === name));
  if (found === undefined) throw new Error(`there is no ${kind} ${name ?? ''}`);
  return found;
}

/** Returns the entries of an operator's webhook configurations of one type. */
export function entriesOf(operator: Operator, type: 'Validating' | 'Mutating'): readonly WebhookEntry[] {
  return manifestOf(operator, `${type}WebhookConfiguration`).webhooks as WebhookEntry[];
}

/** Returns all findings of an operator's constructs, each with its path. */
export function findingsOf(operator: Operator): string[] {
  return operator.node.findAll().flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}
