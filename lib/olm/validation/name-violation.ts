// In: a list of named items. Out: invalid and duplicate names. Called by the rules about named items: containers,
// volumes, ports.

import { isDnsLabel } from '../../api/index.ts';
import type { Place } from '../content/index.ts';
import { repeatedItems } from '../finding/repetition.ts';
import type { Violation } from '../finding/violation.ts';

/** The valid form of a name. */
export interface NameForm {
  readonly isName: (text: string) => boolean;
  readonly remedy: string;
}

/** The form of most names. */
export const dnsLabel: NameForm = { isName: isDnsLabel, remedy: "use up to 63 lower-case letters, digits and '-'" };

/** Reports invalid names. @param noun - the word for an item: `container`. */
export function* nameFormViolations(
  items: readonly Place[],
  noun: string,
  form: NameForm = dnsLabel,
): Generator<Violation> {
  for (const place of items.map((item) => item.at('name'))) {
    if (place.text === undefined || form.isName(place.text)) continue;
    yield { place, what: `'${place.text}' is not a valid name of a ${noun}`, remedy: form.remedy };
  }
}

/** Reports names of an earlier item. @param title - the words for an item: `container of the pod`. */
export function* repeatedNameViolations(items: readonly Place[], title: string): Generator<Violation> {
  for (const place of repeatedItems(items, (item) => item.at('name').text).map((item) => item.at('name'))) {
    yield {
      place,
      what: `another ${title} also has the name ${place.text ?? ''}`,
      remedy: 'give each a name of its own',
    };
  }
}
