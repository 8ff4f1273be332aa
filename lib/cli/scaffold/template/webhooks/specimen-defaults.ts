import { Construct } from 'constructs';
import { type AdmissionContext, MutatingWebhook, type Mutation } from 'operand';
import { Specimen } from '../api/index.ts';

/** Changes each Specimen before it is stored, for defaults that depend on other values. */
export class SpecimenDefaults extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new MutatingWebhook(this, 'Webhook', { for: Specimen, mutate: withDefaults });
  }
}

/** Returns the changed spec, labels or annotations, such as `{ spec: { ...spec, size } }`. */
function withDefaults({ spec }: AdmissionContext<typeof Specimen>): Mutation<typeof Specimen> {
  return { spec };
}
