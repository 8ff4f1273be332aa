import { App } from 'cdk8s';
import { z } from 'zod';
import {
  MutatingWebhook,
  Operator,
  ValidatingAdmissionPolicy,
  ValidatingWebhook,
} from '../../../lib/constructs/index.ts';
import { CustomResource } from '../../../lib/index.ts';

const entry = { group: 'example.com', kind: 'Entry' };

class OldEntry extends CustomResource({ ...entry, version: 'v1beta1', spec: z.object({ sum: z.int32() }) }) {}

/** A resource whose amount must be positive, by a webhook and by a policy, and which is converted. */
export class Entry extends CustomResource({
  ...entry,
  version: 'v1',
  spec: z.object({ amount: z.int32().max(1000) }),
  versions: [
    {
      of: OldEntry,
      up: ({ spec: { sum } }) => ({ spec: { amount: sum }, status: {} }),
      down: ({ spec: { amount } }) => ({ spec: { sum: amount }, status: {} }),
    },
  ],
}) {}

/** An operator with an installed object of each kind. */
export function ledgerOperator(): Operator {
  const operator = new Operator(new App(), 'ledger', { version: '1.0.0', image: 'example.com/ledger:1' });
  new ValidatingWebhook(operator, 'Positive', {
    for: Entry,
    validate: ({ spec: { amount } }) => (amount > 0 ? [] : [{ field: 'spec.amount', message: 'must be positive' }]),
  });
  new MutatingWebhook(operator, 'Rounded', { for: Entry, mutate: () => undefined });
  new ValidatingAdmissionPolicy(operator, 'NotThirteen', {
    for: Entry,
    rules: [{ rule: 'self.spec.amount != 13', message: 'thirteen is refused' }],
  });
  return operator;
}
