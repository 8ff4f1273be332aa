import type { JsonObject } from '../../api/index.ts';
import { type Cause, invalidValue } from '../field-cause.ts';
import type { NameForm } from '../metadata/object-name-form.ts';
import { metadataText } from '../unvalidated-object.ts';

/**
 * Yields the causes of a name that doesn't repeat fields of the spec.
 *
 * @param wanted - the name, and the words for others.
 * @param form - whose faults are the only ones of a name. @default none
 */
export function* derivedNameCauses(
  object: JsonObject,
  wanted: { readonly name: string; readonly words: string },
  form?: NameForm,
): Iterable<Cause> {
  for (const [field, faultsOf] of [
    ['generateName', form?.prefix],
    ['name', form?.name],
  ] as const) {
    const text = metadataText(object, field);
    if (text !== '' && text !== wanted.name && (faultsOf?.(text) ?? []).length === 0)
      yield invalidValue(`metadata.${field}`, text, wanted.words);
  }
}
