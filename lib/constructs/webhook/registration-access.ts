import { definitionKind, type Kind, mutatingConfigurationKind, validatingConfigurationKind } from '../../api/index.ts';
import type { Grant } from '../access/grant.ts';
import { type Need, verbsOf } from '../access/need.ts';

/**
 * The names of the objects that register an operator's webhooks with API servers; undefined if there is no such object.
 */
export interface Registered {
  readonly validatingConfiguration: string | undefined;
  readonly mutatingConfiguration: string | undefined;
  readonly converted: readonly { readonly name: string }[];
}

/**
 * Returns the rights to an operator's own registrations, each by its name. It watches them, writes the caBundle,
 * repairs changes by other actors, and creates a deleted webhook configuration again. The rights allow the creation of
 * no other object: a server-side apply that creates an object is authorized with the object's name.
 */
export function registrationGrants(registered: Registered): Grant[] {
  const { validatingConfiguration, mutatingConfiguration, converted } = registered;
  return [
    ...grantsTo(validatingConfigurationKind, validatingConfiguration, 'apply'),
    ...grantsTo(mutatingConfigurationKind, mutatingConfiguration, 'apply'),
    ...converted.flatMap(({ name }) => grantsTo(definitionKind, name, 'register')),
  ];
}

function grantsTo({ group, plural }: Kind, name: string | undefined, need: Need): Grant[] {
  return name === undefined
    ? []
    : [{ group, resource: plural, names: [name], verbs: [...verbsOf('follow'), ...verbsOf(need)] }];
}
