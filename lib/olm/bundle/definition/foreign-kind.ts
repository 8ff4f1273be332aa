import { builtInKind, definitionName, distinctKinds, resolveKind } from '../../../api/index.ts';
import type { Controller, RequiredKind } from '../../../constructs/index.ts';
import { displayName } from './display-name.ts';
import type { DefinitionManifest } from './owned-definition.ts';

/** A kind that has to be served in a cluster before an operator is installed, by whoever. */
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

/** The kinds of others that an operator says come from another package. */
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
 * The kinds that controllers own, watch or refer to, and that neither Kubernetes nor the operator nor a required package
 * brings. OLM doesn't install an operator where one of them isn't served: those that can be done without aren't among them.
 */
export function nativeKinds(
  controllers: readonly Controller[],
  definitions: readonly DefinitionManifest[],
  requires: readonly RequiredKind[] = [],
): NativeKind[] {
  const followed = controllers.flatMap((controller) => [
    ...controller.owns.filter((kind) => controller.policy(kind).whenNotServed === 'report'),
    ...[...controller.references, ...controller.watches]
      .filter(({ whenNotServed }) => whenNotServed !== 'skip')
      .map(({ kind }) => kind),
  ]);
  const known = [
    ...definitions.map(({ spec }) => ({ group: spec.group, kind: spec.names.kind })),
    ...requires.map(({ kind }) => resolveKind(kind)),
  ];
  return distinctKinds(followed)
    .filter((kind) => builtInKind(kind) === undefined)
    .filter(({ group, kind }) => !known.some((other) => other.group === group && other.kind === kind))
    .map(({ group, version, kind }) => ({ group, version, kind }));
}
