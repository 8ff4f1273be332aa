import type { Construct } from 'constructs';
import { Operator, type OperatorProps } from 'operand';
import { GuestbookController } from './controllers/guestbook.ts';

/** The operator with the kind of guestbook.yaml, as `operand create api --manifests guestbook.yaml` writes it. */
export class GuestbookOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new GuestbookController(this, 'Guestbook');
  }
}
