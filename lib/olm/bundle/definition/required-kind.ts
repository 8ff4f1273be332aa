import {
  builtInKind,
  definitionName,
  formatGroupVersionKind,
  isSameKind,
  type Kind,
  type KindReference,
  resolveKind,
  UnknownKindError,
} from '../../../api/index.ts';
import type { RequiredKind } from '../../../constructs/index.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import { displayName } from './display-name.ts';
import { isOwnedDefinitionOf, type OwnedDefinition } from './owned-definition.ts';

/** A kind of another package, which OLM installs with the operator. */
export interface RequiredDefinition extends Pick<OwnedDefinition, 'name' | 'version' | 'kind' | 'displayName'> {
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

/** Reports required kinds that no other package can provide, and repeated ones. */
export function requiredKindFindings(
  requires: readonly RequiredKind[] | undefined,
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  const kinds: Kind[] = [];
  return (requires ?? []).flatMap(({ kind: reference }) => {
    const kind = requiredKindOf(reference);
    if (UnknownKindError.is(kind)) {
      const why = 'a bundle names its definition, and that name starts with the plural';
      return [{ what: `bundle.requires has ${kind.title}`, why, remedy: kind.message }];
    }
    const isRepeated = kinds.some((other) => isSameKind(other, kind));
    kinds.push(kind);
    const reasons = [
      builtInKind(kind) !== undefined && 'Kubernetes provides it, and no package does',
      owned.some((definition) => isOwnedDefinitionOf(definition, kind)) && 'the operator provides it itself',
      isRepeated && 'it is listed already',
    ];
    const what = `bundle.requires has ${formatGroupVersionKind(kind)}`;
    return reasons.filter((why) => why !== false).map((why) => ({ what, why, remedy: 'leave the entry out' }));
  });
}

function requiredKindOf(reference: KindReference): Kind | UnknownKindError {
  try {
    return resolveKind(reference);
  } catch (error) {
    if (UnknownKindError.is(error)) return error;
    throw error;
  }
}
