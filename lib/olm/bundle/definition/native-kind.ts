import { builtInKind, definitionName, distinctKinds, resolveKind } from '../../../api/index.ts';
import type { Controller, RequiredKind } from '../../../constructs/index.ts';
import { displayName } from './display-name.ts';
import type { DefinitionManifest } from './owned-definition.ts';

/** A third-party kind that a cluster has to serve before an operator is installed. */
export interface NativeKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A kind of another package, which OLM installs with the operator. */
export interface RequiredDefinition {
  /** The name of the CustomResourceDefinition. */
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly displayName: string;
  readonly description: string;
}

/** Returns the third-party kinds that an operator requires from another package. */
export function requiredDefinitions(requires: readonly RequiredKind[] = []): RequiredDefinition[] {
  return requires.map((required) => {
    const kind = resolveKind(required.kind);
    return {
      name: definitionName(kind),
      version: kind.version,
      kind: kind.kind,
      displayName: required.displayName ?? displayName(kind.kind),
      description: required.description,
    };
  });
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
