import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/** Returns the schemas that a value has to match together: the schema, and its `allOf` of the same type. */
export function demandsIn(schema: Place): readonly Place[] {
  const added = schema
    .at('allOf')
    .items.flatMap((part) =>
      isJsonObject(part.value) ? part.with({ type: schema.at('type').value, ...part.value }) : [],
    );
  return [schema, ...added];
}
