import { nearestName } from '../../../../schema/index.ts';
import { uniqueTextRule } from '../../../finding/content-rule.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import {
  type DescriptorEntry,
  describedField,
  descriptorEntries,
  descriptorLists,
} from '../../model/definition/descriptor-entry.ts';
import { descriptorHintProblem, writtenTypes } from '../../model/definition/descriptor-hint.ts';
import { fieldPathSegments, firstItemPath } from '../../model/definition/field-search.ts';

/** Rules for descriptors, by which consoles show the fields of resources. */
export const descriptorRules: readonly BundleRule[] = [
  {
    id: 'descriptor-path',
    demand: 'A descriptor describes a field that the schema has.',
    *check(bundle) {
      for (const descriptor of descriptorEntries(bundle)) {
        const path = descriptor.place.at('path');
        // Other rules report a missing path.
        if (path.isAbsent) continue;
        if (path.text === '') {
          yield { place: path, what: 'the descriptor has no path', remedy: 'write the path of a field, such as size' };
        }
        const violation = descriptorPathViolation(descriptor);
        if (violation !== undefined) yield violation;
      }
    },
  },
  uniqueTextRule({
    id: 'descriptor-twice',
    demand: 'No field has two descriptors.',
    lists: (bundle) => descriptorLists(bundle).map(({ place }) => place.items.map((each) => each.at('path'))),
    what: (text) => `${text} has a descriptor already`,
    remedy: 'keep one of them',
  }),
  {
    id: 'descriptor-words',
    demand: 'A descriptor has a display name.',
    *check(bundle) {
      for (const { place } of descriptorEntries(bundle)) {
        const name = place.at('displayName');
        if (name.text !== undefined && name.text.trim() !== '') continue;
        const what = `the descriptor of ${place.at('path').text ?? 'a field'} has no displayName`;
        yield { place: name, what, remedy: 'write the name of the field in forms' };
      }
    },
  },
  {
    id: 'descriptor-hint',
    demand: 'An x-descriptor is one that consoles know.',
    *check(bundle) {
      for (const { place } of descriptorEntries(bundle)) {
        for (const hint of place.at('x-descriptors').items) {
          const problem = descriptorHintProblem(hint.text ?? '');
          if (problem !== undefined) yield { place: hint, ...problem };
        }
      }
    },
  },
  {
    id: 'descriptor-widget',
    demand: 'The widget of a field writes values of its type.',
    *check(bundle) {
      for (const descriptor of descriptorEntries(bundle).filter(({ part }) => part !== 'status')) {
        const { text: path = '' } = descriptor.place.at('path');
        const search = describedField(descriptor, path);
        const type = search.found && path !== '' ? search.schema?.type : undefined;
        for (const hint of descriptor.place.at('x-descriptors').items) {
          const written = writtenTypes(hint.text ?? '');
          if (type === undefined || written === undefined || written.includes(type)) continue;
          const what = `its widget writes a value of type ${written[0] ?? ''}, and the field is of type ${type}`;
          yield { place: hint, what, remedy: 'choose a widget for that type, or leave it out' };
        }
      }
    },
  },
  {
    id: 'descriptor-select',
    demand: 'The choices of a field are among the values that its schema accepts.',
    *check(bundle) {
      for (const descriptor of descriptorEntries(bundle)) {
        const choices = enumChoices(descriptor, descriptor.place.at('path').text ?? '');
        if (choices === undefined) continue;
        for (const hint of descriptor.place.at('x-descriptors').items) {
          const [, value] = /^urn:alm:descriptor:com\.tectonic\.ui:select:(.+)$/.exec(hint.text ?? '') ?? [];
          if (value === undefined || choices.includes(value)) continue;
          yield { place: hint, what: `the schema rejects ${value}`, remedy: `offer one of ${choices.join(', ')}` };
        }
      }
    },
  },
  {
    id: 'descriptor-dependency',
    demand: 'A field is shown depending on a field of the schema.',
    *check(bundle) {
      for (const descriptor of descriptorEntries(bundle)) {
        for (const hint of descriptor.place.at('x-descriptors').items) {
          const [, field] =
            /^urn:alm:descriptor:com\.tectonic\.ui:fieldDependency:([^:]+):/.exec(hint.text ?? '') ?? [];
          if (field === undefined) continue;
          if (!describedField(descriptor, field).found) {
            yield { place: hint, what: `the schema has no ${field}`, remedy: 'name the field that controls it' };
            continue;
          }
          const [value = '', choices] = [hint.text?.split(':').slice(6).join(':'), enumChoices(descriptor, field)];
          if (choices === undefined || choices.includes(value)) continue;
          yield {
            place: hint,
            what: `${field} is never ${value}, so that the field is never shown`,
            remedy: `name one of ${choices.join(', ')}`,
          };
        }
      }
    },
  },
];

/** Returns the values of a field's enum; undefined if it accepts others, or is unknown. */
function enumChoices(descriptor: DescriptorEntry, path: string): readonly string[] | undefined {
  const search = describedField(descriptor, path);
  const choices = search.found ? search.schema?.enum : undefined;
  return choices === undefined || choices.length === 0 ? undefined : choices.map(String);
}

function descriptorPathViolation(descriptor: DescriptorEntry): Violation | undefined {
  const place = descriptor.place.at('path');
  const path = place.text ?? '';
  const search = describedField(descriptor, path);
  if (search.found) return undefined;
  const { part, schema } = descriptor;
  const start = part === 'action' ? 'spec' : part;
  const outside = `${part}.`;
  const bare = path.replace(/^\./, '');
  const byItem = firstItemPath(schema, [start, ...fieldPathSegments(path)])
    ?.slice(1)
    .join('.')
    .replaceAll('.[', '[');
  const meant = nearestName(search.missing, search.known);
  const known = `describe a field of the schema; known here: ${search.known.join(', ') || 'none'}`;
  const guess = meant === undefined ? known : `did you mean ${meant}?`;
  const right = bare.startsWith(outside) ? bare.slice(outside.length) : byItem;
  const remedy = right === undefined ? guess : `write ${right}`;
  return { place, what: `the schema has no ${search.missing}: there is no ${start}.${path}`, remedy };
}
