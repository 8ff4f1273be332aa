import type { Place } from '../../../content/index.ts';

/**
 * Returns true if the name of a definition consists of its plural and group. Otherwise only that contradiction is
 * reported.
 */
export function isDefinitionConsistent(definition: Place): boolean {
  const [group, plural] = [definition.at('spec', 'group').text, definition.at('spec', 'names', 'plural').text];
  return definition.at('metadata', 'name').text === `${plural ?? ''}.${group ?? ''}`;
}
