// In: the kinds and rows. Out: the search and the filters above the list. Drawn by `main`.

import type { Health } from '../message.ts';
import { healthWords } from './health-mark.ts';
import { healthCounts, type PageState, type RowFilter } from './page-state.ts';
import { type ComponentChild, h } from './preact.ts';

const healths: readonly Health[] = ['failed', 'progressing', 'ready'];

/** Draws the filters. */
export function filterBar(
  { filter, board: { kinds }, rows }: PageState,
  change: (part: Partial<RowFilter>) => void,
): ComponentChild {
  const counts = healthCounts(rows);
  const resources = kinds.filter(({ role }) => role === 'resource').map(({ kind }) => kind);
  const namespaces = [...new Set(rows.map(({ namespace = '' }) => namespace))].sort();
  return h(
    'search',
    { class: 'filters' },
    h('input', {
      ...{ type: 'search', id: 'search', placeholder: 'Search ( / )', 'aria-label': 'Search names, kinds and reasons' },
      value: filter.text,
      onInput: ({ currentTarget: { value } }) => change({ text: value }),
    }),
    h(
      'div',
      { role: 'group', 'aria-label': 'States' },
      healths.map((health) =>
        h(
          'button',
          {
            ...{ key: health, type: 'button', class: `chip ${health}`, 'aria-pressed': filter.health === health },
            onClick: () => change({ health: filter.health === health ? undefined : health }),
          },
          `${healthWords[health]} ${counts[health]}`,
        ),
      ),
    ),
    h(
      'div',
      { class: 'choices' },
      choice('Kind', filter.kind, resources, (kind) => change({ kind })),
      choice('Namespace', filter.namespace, namespaces, (namespace) => change({ namespace })),
    ),
  );
}

function choice(
  label: string,
  chosen: string,
  values: readonly string[],
  choose: (value: string) => void,
): ComponentChild {
  return h(
    'select',
    {
      'aria-label': label,
      value: chosen,
      onChange({ currentTarget }: Event) {
        if (currentTarget instanceof HTMLSelectElement) choose(currentTarget.value);
      },
    },
    h('option', { value: '' }, `${label}: all`),
    values.filter((value) => value !== '').map((value) => h('option', { key: value, value }, value)),
  );
}
