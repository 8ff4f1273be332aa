import type { Duration } from 'cdk8s';
import { isQualifiedName, isSubdomain } from '../../api/index.ts';
import { matchConditionError } from '../../schema/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import { labelSelectorFindings } from '../selector/label-selector-finding.ts';
import type { MatchCondition } from './webhook-props.ts';

/** The parts of a webhook that are validated, alone and together with the others of its sort. */
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
 * Returns findings for the settings of a webhook that an API server would refuse, one sentence each with its remedy.
 *
 * @param all - the operator's webhooks of the same sort. A finding about two of them is reported for the later one.
 */
export function webhookFindings(webhook: CheckedWebhook, all: readonly CheckedWebhook[]): string[] {
  const { name, node, props } = webhook;
  const { timeout, matchConditions = [], namespaceSelector, objectSelector } = props;
  const first = all.find((other) => other.name === name);
  return [
    ...webhookNameFindings(name),
    ...(first === undefined || first.node.path === node.path
      ? []
      : [`${first.node.path} is called ${name}, too: give one of the two another id`]),
    ...(timeout === undefined ? [] : webhookTimeoutFindings(timeout.toSeconds({ integral: false }))),
    ...webhookConditionFindings(matchConditions),
    ...(namespaceSelector === undefined ? [] : labelSelectorFindings('namespaceSelector', namespaceSelector)),
    ...(objectSelector === undefined ? [] : labelSelectorFindings('objectSelector', objectSelector)),
  ];
}

function webhookNameFindings(name: string): string[] {
  if (isSubdomain(name)) return [];
  return [
    `the name ${name} is not valid: give the construct an id of letters and digits, and keep the name within 253 characters`,
  ];
}

function webhookTimeoutFindings(seconds: number): string[] {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 30) return [];
  return [`timeout is ${seconds} seconds: write whole seconds from 1 to 30`];
}

/** The API server's limit. */
const mostConditions = 64;

function webhookConditionFindings(conditions: readonly MatchCondition[]): string[] {
  const names = conditions.map(({ name }) => name);
  return [
    ...(conditions.length <= mostConditions
      ? []
      : [`matchConditions has ${conditions.length} entries: write at most ${mostConditions}`]),
    ...conditions.flatMap(({ name, expression }, index) => [
      ...(isQualifiedName(name)
        ? []
        : [
            `matchConditions[${index}].name '${name}' is not valid: write letters, digits, '-', '_' and '.', at most 63`,
          ]),
      ...(names.indexOf(name) < index
        ? [`matchConditions[${index}].name '${name}' is there twice: give one of the two another name`]
        : []),
      ...webhookExpressionFindings(`matchConditions[${index}].expression`, expression),
    ]),
  ];
}

function webhookExpressionFindings(path: string, expression: string): string[] {
  if (expression.trim() === '') return [`${path} is empty: write a CEL expression`];
  const error = matchConditionError(expression);
  if (error === undefined) return [];
  return [
    `${path} '${expression}' is not valid CEL: ${error}; write an expression over object, oldObject, request and authorizer`,
  ];
}
