import { definitionName, type Kind } from '../../api/index.ts';
import type { Grant } from './grant.ts';
import { verbsOf } from './need.ts';

/** Returns the rights that are needed to migrate the stored objects of a kind. */
export function migrationGrants(kind: Kind): Grant[] {
  const { group, plural, scope } = kind;
  const definition = { group: 'apiextensions.k8s.io', names: [definitionName(kind)] };
  return [
    { ...definition, resource: 'customresourcedefinitions', verbs: verbsOf('inspect') },
    { ...definition, resource: 'customresourcedefinitions/status', verbs: verbsOf('clean') },
    { group, resource: plural, verbs: verbsOf('rewrite'), scope },
  ];
}
