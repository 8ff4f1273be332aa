import type { Duration } from 'cdk8s';
import { type Index, isKindView, isProtectedKind, isSameKind, isSameView, type Kind } from '../../api/index.ts';
import { type CachedKind, cachedKindFindings, distinctCachedKinds } from './cached-kind.ts';
import { type DeletionLimits, deletionLimitFindings } from './deletion-limits.ts';
import { type ExternalSource, sourceFindings } from './external-source.ts';
import { type ChildPolicy, handOverFindings, type WhenDropped } from './owned-kind.ts';
import { retirementFindings } from './retired-kind.ts';

/** The parts of a controller that are validated, alone and together with the other controllers of its operator. */
export interface CheckedController {
  readonly node: { readonly path: string };
  readonly kind: Kind;
  readonly owns: readonly Kind[];
  readonly retires: readonly { readonly kind: Kind; readonly whenDropped: WhenDropped }[];
  readonly indexes: readonly { readonly kind: Kind; readonly index: Index }[];
  readonly props: {
    readonly concurrency?: number;
    readonly timeout?: Duration;
    readonly deletionLimits?: DeletionLimits;
    readonly sources?: readonly Pick<ExternalSource, 'name'>[];
  };
  readonly policy: (kind: Kind) => ChildPolicy;
}

/**
 * Yields the findings for a controller, one sentence each with its remedy.
 *
 * @param all - the controllers of the operator. A finding about two of them is reported for the later one.
 * @param mentioned - the kinds that it watches; a kind that it names twice is in the list twice.
 */
export function* controllerFindings(
  controller: CheckedController,
  all: readonly CheckedController[],
  mentioned: readonly CachedKind[],
): Iterable<string> {
  const { kind, node, owns, indexes, props } = controller;
  const { concurrency = 1, timeout } = props;
  // Other classes of the kind, such as that of an older version, are findings of the operator.
  const first = all.find((other) => other.kind === kind);
  if (first !== undefined && first.node.path !== node.path)
    yield `${first.node.path} is a controller for ${kind.kind}, too: combine the two`;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    yield `concurrency is ${concurrency}: write a whole number from 1`;
  if (timeout !== undefined && timeout.toMilliseconds() <= 0) yield 'timeout is not above 0: write a longer duration';
  yield* deletionLimitFindings(props.deletionLimits);
  for (const owned of owns) {
    const { whenImmutable } = controller.policy(owned);
    if (isProtectedKind(owned) && whenImmutable !== 'report')
      yield `${owned.kind} holds data and is never recreated, so that whenImmutable '${whenImmutable}' has no effect: leave it out`;
  }
  for (const owned of owns) yield* handOverFindings(owned.kind, controller.policy(owned));
  yield* retirementFindings(controller.retires, owns);
  yield* sourceFindings(props.sources ?? []);
  yield* cachedKindFindings(mentioned);
  for (const { kind: indexed, index } of indexes) yield* controllerIndexFindings(indexed, index, mentioned);
}

function* controllerIndexFindings(kind: Kind, index: Index, mentioned: readonly CachedKind[]): Iterable<string> {
  const cachedKind = distinctCachedKinds(mentioned).find((known) => isSameKind(known.kind, kind));
  if (cachedKind === undefined)
    yield `an index is of ${kind.kind}, which the controller doesn't watch: name it in \`owns\`, \`watches\` or \`references\``;
  else if (!isSameView(isKindView(index.of) ? index.of : undefined, cachedKind.view))
    yield `an index is of another view of ${kind.kind} than the one that the controller watches: give both the same`;
}
