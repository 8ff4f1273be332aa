import { Construct } from 'constructs';
import { type AdmissionContext, type AdmissionFinding, ValidatingWebhook } from 'operand';
import { Specimen } from '../api/index.ts';

/** Validates each Specimen before it is stored, beyond the schema and the rules of the kind. */
export class SpecimenRules extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ValidatingWebhook(this, 'Webhook', { for: Specimen, validate: findings });
  }
}

/** Returns the findings, such as `{ field: 'spec.size', message: '…' }`; none accepts the object. */
function findings(_: AdmissionContext<typeof Specimen>): AdmissionFinding[] {
  return [];
}
