// In: a list of named things. Out: which names are wrong, and which are there twice.
// Called by the rules about whatever has names of its own: containers, volumes, ports.

import { isDnsLabel } from '../../api/index.ts';
import type { Place } from '../content/index.ts';
import { repeated } from '../finding/repetition.ts';
import type { Violation } from '../finding/violation.ts';

/** What a name may be. */
export interface NameForm {
  readonly isName: (text: string) => boolean;
  readonly remedy: string;
}

/** The form of most names. */
export const dnsLabel: NameForm = { isName: isDnsLabel, remedy: "use up to 63 lower-case letters, digits and '-'" };

/** The names that nothing can have. @param noun - what the items are: `container` */
export function* misnamed(items: readonly Place[], noun: string, form: NameForm = dnsLabel): Generator<Violation> {
  for (const place of items.map((item) => item.at('name'))) {
    if (place.text === undefined || form.isName(place.text)) continue;
    yield { place, what: `'${place.text}' is no name of a ${noun}`, remedy: form.remedy };
  }
}

/** The names that an earlier item has. @param title - what the items are: `container of the pod` */
export function* namesakes(items: readonly Place[], title: string): Generator<Violation> {
  for (const place of repeated(items, (item) => item.at('name').text).map((item) => item.at('name'))) {
    yield {
      place,
      what: `another ${title} is called ${place.text ?? ''}, too`,
      remedy: 'give each a name of its own',
    };
  }
}
