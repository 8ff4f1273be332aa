import type { Duration } from 'cdk8s';
import { isQualifiedName, isSubdomain } from '../../api/index.ts';
import { matchConditionError } from '../../schema/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import { labelSelectorFindings } from '../selector/label-selector-finding.ts';
import type { MatchCondition } from './webhook-props.ts';

/** What of a webhook is checked, by itself and against the others of its sort. */
export interface CheckedWebhook {
  readonly name: string;
  readonly node: { readonly path: string };
  readonly props: {
    readonly timeout?: Duration;
    readonly matchConditions?: readonly MatchCondition[];
    readonly namespaceSelector?: LabelSelector;
    readonly objectSelector?: LabelSelector;
  };
}

/**
 * What an API server would refuse of a webhook, one sentence each with its remedy.
 *
 * @param all - the webhooks of the operator that validate or mutate as this one does. What two of them can't share is
 * told of the later one.
 */
export function webhookFindings(webhook: CheckedWebhook, all: readonly CheckedWebhook[]): string[] {
  const { name, node, props } = webhook;
  const { timeout, matchConditions = [], namespaceSelector, objectSelector } = props;
  const first = all.find((other) => other.name === name);
  return [
    ...nameFindings(name),
    ...(first === undefined || first.node.path === node.path
      ? []
      : [`${first.node.path} is called ${name}, too: give one of the two another id`]),
    ...(timeout === undefined ? [] : timeoutFindings(timeout.toSeconds({ integral: false }))),
    ...conditionFindings(matchConditions),
    ...(namespaceSelector === undefined ? [] : labelSelectorFindings('namespaceSelector', namespaceSelector)),
    ...(objectSelector === undefined ? [] : labelSelectorFindings('objectSelector', objectSelector)),
  ];
}

function nameFindings(name: string): string[] {
  if (isSubdomain(name)) return [];
  return [
    `the name ${name} is none: give the construct an id of letters and digits, and keep the name within 253 characters`,
  ];
}

function timeoutFindings(seconds: number): string[] {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 30) return [];
  return [`timeout is ${seconds} seconds: write whole seconds from 1 to 30`];
}

/** The number is the API server's. */
const mostConditions = 64;

function conditionFindings(conditions: readonly MatchCondition[]): string[] {
  const names = conditions.map(({ name }) => name);
  return [
    ...(conditions.length <= mostConditions
      ? []
      : [`matchConditions has ${conditions.length} entries: write at most ${mostConditions}`]),
    ...conditions.flatMap(({ name, expression }, index) => [
      ...(isQualifiedName(name)
        ? []
        : [`matchConditions[${index}].name '${name}' is none: write letters, digits, '-', '_' and '.', at most 63`]),
      ...(names.indexOf(name) < index
        ? [`matchConditions[${index}].name '${name}' is there twice: give one of the two another name`]
        : []),
      ...expressionFindings(`matchConditions[${index}].expression`, expression),
    ]),
  ];
}

function expressionFindings(path: string, expression: string): string[] {
  if (expression.trim() === '') return [`${path} is empty: write one in CEL`];
  const error = matchConditionError(expression);
  if (error === undefined) return [];
  return [`${path} '${expression}' is no CEL: ${error}; write one over object, oldObject, request and authorizer`];
}
