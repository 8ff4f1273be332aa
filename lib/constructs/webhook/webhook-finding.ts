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
 * Yields findings for the settings of a webhook that an API server would refuse, one sentence each with its remedy.
 *
 * @param all - the operator's webhooks of the same sort. A finding about two of them is reported for the later one.
 */
export function* webhookFindings(webhook: CheckedWebhook, all: readonly CheckedWebhook[]): Iterable<string> {
  const { name, node, props } = webhook;
  const { matchConditions = [], namespaceSelector = {}, objectSelector = {} } = props;
  const first = all.find((other) => other.name === name);
  const seconds = props.timeout?.toSeconds({ integral: false }) ?? 1;
  if (!isSubdomain(name))
    yield `the name ${name} is not valid: give the construct an id of letters and digits, and keep the name within 253 characters`;
  if (first !== undefined && first.node.path !== node.path)
    yield `${first.node.path} is called ${name}, too: give one of the two another id`;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 30)
    yield `timeout is ${seconds} seconds: write whole seconds from 1 to 30`;
  yield* webhookConditionFindings(matchConditions);
  yield* labelSelectorFindings('namespaceSelector', namespaceSelector);
  yield* labelSelectorFindings('objectSelector', objectSelector);
}

/** The API server's limit. */
const mostConditions = 64;

function* webhookConditionFindings(conditions: readonly MatchCondition[]): Iterable<string> {
  const names = conditions.map(({ name }) => name);
  if (conditions.length > mostConditions)
    yield `matchConditions has ${conditions.length} entries: write at most ${mostConditions}`;
  for (const [index, { name, expression }] of conditions.entries()) {
    const title = `matchConditions[${index}].name '${name}'`;
    if (!isQualifiedName(name)) yield `${title} is not valid: write letters, digits, '-', '_' and '.', at most 63`;
    if (names.indexOf(name) < index) yield `${title} occurs twice: give one of the two another name`;
    yield* webhookExpressionFindings(`matchConditions[${index}].expression`, expression);
  }
}

function* webhookExpressionFindings(path: string, expression: string): Iterable<string> {
  const error = matchConditionError(expression);
  if (expression.trim() === '') yield `${path} is empty: write a CEL expression`;
  else if (error !== undefined)
    yield `${path} '${expression}' is not valid CEL: ${error}; write an expression over object, oldObject, request and authorizer`;
}
