import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/** What a value has to obey at once: the schema, and what its `allOf` adds to it, of the same type. */
export function demandsIn(schema: Place): readonly Place[] {
  const added = schema
    .at('allOf')
    .items.flatMap((part) =>
      isJsonObject(part.value) ? part.with({ type: schema.at('type').value, ...part.value }) : [],
    );
  return [schema, ...added];
}
