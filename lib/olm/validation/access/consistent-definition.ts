import type { Place } from '../../content/index.ts';

/** Whether a definition is named as its plural and group demand. Where it contradicts itself, that is told instead of all else. */
export function isConsistent(definition: Place): boolean {
  const [group, plural] = [definition.at('spec', 'group').text, definition.at('spec', 'names', 'plural').text];
  return definition.at('metadata', 'name').text === `${plural ?? ''}.${group ?? ''}`;
}
