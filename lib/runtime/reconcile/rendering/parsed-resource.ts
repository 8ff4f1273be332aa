import {
  type CustomResourceClass,
  formatObjectKey,
  objectKey,
  type Resource,
  type ResourceDefinition,
  type StoredObject,
  TerminalError,
} from '../../../api/index.ts';
import { fieldsIn, formatFindings, parseStored } from '../../../schema/index.ts';

/**
 * Returns a stored resource as callbacks receive it: with its spec parsed by the definition, and defaults.
 *
 * @throws TerminalError if the stored spec doesn't fit the definition, as after an upgrade that tightened it.
 */
export function parsedResource(definition: ResourceDefinition, stored: StoredObject): Resource<CustomResourceClass> {
  const { apiVersion, kind, metadata, status } = stored;
  const parsed = parseStored(definition.spec, stored.spec ?? {}, 'spec');
  if ('findings' in parsed) {
    throw new TerminalError(
      `the stored spec of ${kind} ${formatObjectKey(objectKey(stored))} doesn't fit its definition: ` +
        formatFindings(parsed.findings),
    );
  }
  return { apiVersion, kind, metadata, spec: parsed.value, status: fieldsIn(status) };
}
