import type { Duration } from 'cdk8s';
import { isProtectedKind, type Kind } from '../api/index.ts';
import type { WhenImmutable } from './owned-kind.ts';

/** What of a controller is checked, by itself and against the others of its operator. */
export interface CheckedController {
  readonly node: { readonly path: string };
  readonly kind: Kind;
  readonly owns: readonly Kind[];
  readonly references: readonly { readonly kind: Kind }[];
  readonly props: { readonly concurrency?: number; readonly timeout?: Duration };
  readonly whenImmutable: (kind: Kind) => WhenImmutable;
}

/**
 * What is wrong with a controller, one sentence each with its remedy.
 *
 * @param all - the controllers of the operator. What two of them can't share is told of the later one.
 */
export function controllerFindings(controller: CheckedController, all: readonly CheckedController[]): string[] {
  const { kind, node, owns, references, props } = controller;
  const { concurrency = 1, timeout } = props;
  // Other classes of the kind, such as that of an older version, are told of the operator.
  const first = all.find((other) => other.kind === kind);
  return [
    ...(first === undefined || first.node.path === node.path
      ? []
      : [`${first.node.path} is a controller for ${kind.kind}, too: make one of the two`]),
    ...(Number.isInteger(concurrency) && concurrency >= 1
      ? []
      : [`concurrency is ${concurrency}: write a whole number from 1`]),
    ...(timeout === undefined || timeout.toMilliseconds() > 0
      ? []
      : ['timeout is no time at all: write a duration above 0']),
    ...owns
      .filter((owned) => isProtectedKind(owned) && controller.whenImmutable(owned) !== 'report')
      .map(
        (owned) =>
          `${owned.kind} holds data and is never deleted, so that whenImmutable '${controller.whenImmutable(owned)}' comes to nothing: leave it out`,
      ),
    ...references
      .filter((reference) => kind.scope === 'Cluster' && reference.kind.scope === 'Namespaced')
      .map(
        (reference) =>
          `${kind.kind} is cluster-scoped and can't name a ${reference.kind.kind}, which has a namespace: watch the kind instead`,
      ),
  ];
}
