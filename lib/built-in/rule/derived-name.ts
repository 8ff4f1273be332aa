import type { JsonObject } from '../../api/index.ts';
import { type Cause, invalidValue } from '../field-cause.ts';
import type { NameForm } from '../metadata/name-form.ts';
import { metadataText } from '../object.ts';
import { causeIf } from './struct-rule.ts';

/**
 * Returns the causes of a name that doesn't repeat fields of the spec.
 *
 * @param wanted - the name, and the words for others.
 * @param form - whose faults are the only ones of a name. @default none
 */
export function derivedNameCauses(
  object: JsonObject,
  wanted: { readonly name: string; readonly words: string },
  form?: NameForm,
): readonly Cause[] {
  const [name, prefix] = [metadataText(object, 'name'), metadataText(object, 'generateName')];
  const isOther = (text: string, faults: readonly string[] = []) =>
    text !== '' && text !== wanted.name && faults.length === 0;
  return [
    ...causeIf(isOther(prefix, form?.prefix(prefix)), () =>
      invalidValue('metadata.generateName', prefix, wanted.words),
    ),
    ...causeIf(isOther(name, form?.name(name)), () => invalidValue('metadata.name', name, wanted.words)),
  ];
}
