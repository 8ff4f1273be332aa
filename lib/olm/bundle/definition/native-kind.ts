import { builtInKind, distinctKinds, resolveKind } from '../../../api/index.ts';
import type { Controller, RequiredKind } from '../../../constructs/index.ts';
import type { DefinitionManifest } from './owned-definition.ts';

/** A third-party kind that a cluster has to serve before an operator is installed. */
export interface NativeKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Returns the kinds that controllers own, watch or refer to and that neither Kubernetes nor the operator nor a required
 * package provides. OLM doesn't install an operator in a cluster that doesn't serve all of them. So optional kinds are
 * not included.
 */
export function nativeKinds(
  controllers: readonly Controller[],
  definitions: readonly DefinitionManifest[],
  requires: readonly RequiredKind[] = [],
): NativeKind[] {
  const needed = controllers.flatMap((controller) => [
    ...controller.owns.filter((kind) => controller.policy(kind).whenNotServed === 'report'),
    ...[...controller.references, ...controller.watches]
      .filter(({ whenNotServed = 'report' }) => whenNotServed === 'report')
      .map(({ kind }) => kind),
  ]);
  const known = [
    ...definitions.map(({ spec }) => ({ group: spec.group, kind: spec.names.kind })),
    ...requires.map(({ kind }) => resolveKind(kind)),
  ];
  return distinctKinds(needed)
    .filter((kind) => builtInKind(kind) === undefined)
    .filter(({ group, kind }) => !known.some((other) => other.group === group && other.kind === kind))
    .map(({ group, version, kind }) => ({ group, version, kind }));
}
