import type { App } from 'cdk8s';
import { Controller, Operator } from '../../constructs/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';

/** Returns the operators of an app. @throws Failure if it has none, or its definition has problems. */
export function appOperators(app: App): readonly Operator[] {
  assertDefinition(app);
  const operators = Operator.in(app);
  if (operators.length === 0) throw new Failure('this app has no operator: construct one in it');
  return operators;
}

/** Returns the only operator of an app, to run it. @throws Failure if there isn't one, or it has nothing to do. */
export function operatorToRun(app: App): Operator {
  const operators = Operator.in(app);
  const [operator, other] = operators;
  if (operator === undefined) throw new Failure('this app has no operator to run: construct one in it');
  if (other !== undefined) {
    throw new Failure(`this app has ${operators.length} operators, and a process runs one: write a main file for each`);
  }
  if (Controller.in(operator).length === 0 && !operator.webhooks.isNeeded) {
    throw new Failure(
      `operator ${operator.name} has neither controllers nor webhooks, so there is nothing to run: construct one in it`,
    );
  }
  return operator;
}
