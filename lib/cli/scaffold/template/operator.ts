import type { Construct } from 'constructs';
import { Operator, type OperatorProps } from 'operand';
import { SpecimenController } from './controllers/specimen.ts';
import { SpecimenDefaults } from './webhooks/specimen-defaults.ts';
import { SpecimenRules } from './webhooks/specimen-rules.ts';

/** The operator: its controllers and webhooks, each in a file of its own. */
export class TemplateOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new SpecimenController(this, 'Specimen');
    new SpecimenDefaults(this, 'SpecimenDefaults');
    new SpecimenRules(this, 'SpecimenRules');
  }
}
