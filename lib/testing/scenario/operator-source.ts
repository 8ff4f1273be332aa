import { App } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Clock } from '../../clock/index.ts';
import type { Operator, OperatorProps } from '../../constructs/index.ts';

/** A class of operators that need no other props than a release. */
export type OperatorClass = new (scope: Construct, id: string, props: OperatorProps) => Operator;

/** The world of a scenario, in which an operator is constructed. */
export interface OperatorSite {
  /** The tree of the operator. */
  readonly app: App;
  /** The clock of the scenario, for operators that are given one. */
  readonly clock: Clock;
}

/**
 * The operator of a scenario: its class, or a function that constructs it. Each start of a manager constructs another one, as
 * each process does.
 */
export type OperatorSource = OperatorClass | ((site: OperatorSite) => Operator);

/** Constructs the operator of a scenario. */
export function constructedOperator(source: OperatorSource, clock: Clock): Operator {
  const app = new App();
  return isClass(source) ? new source(app, operatorName(source), release) : source({ app, clock });
}

const release: OperatorProps = { version: '0.0.0', image: 'operator:0.0.0' };

function isClass(source: OperatorSource): source is OperatorClass {
  // Functions can be given another prototype, or have none.
  return Object.getOwnPropertyDescriptor(source, 'prototype')?.writable === false;
}

/** Returns the id for a class: `memcached-operator` for `MemcachedOperator`. */
function operatorName({ name }: OperatorClass): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}
