import { fieldsIn, isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';
import { thrownText } from '../../system/index.ts';
import { apiVersion } from '../kind/group-version-kind.ts';
import type { AnyOlderVersion, ResourceDefinition } from '../resource/resource-definition.ts';
import { type Content, storedContent } from './content.ts';
import { jsonCopy } from './json-copy.ts';

/**
 * Converts content of one version to another by the author's callback alone.
 *
 * @throws Error with a sentence, if the callback throws (with that as its cause) or its result isn't valid.
 */
export type Conversion = (content: Content) => Content;

/** One conversion from or to the storage version, with its way back. */
export interface ConversionStep {
  readonly from: ResourceDefinition;
  readonly to: ResourceDefinition;
  readonly forth: Conversion;
  readonly back: Conversion;
}

/**
 * Returns the steps from one version of a kind to another, always through the storage version.
 *
 * @param definition - that of the storage version.
 * @param from - an `apiVersion`, as is `to`.
 * @throws Error with a sentence, if the kind has no such version.
 */
export function conversionSteps(definition: ResourceDefinition, from: string, to: string): readonly ConversionStep[] {
  const up = from === apiVersion(definition) ? [] : [conversionStepUp(definition, olderVersionNamed(definition, from))];
  const down = to === apiVersion(definition) ? [] : [conversionStepDown(definition, olderVersionNamed(definition, to))];
  return [...up, ...down];
}

function olderVersionNamed(definition: ResourceDefinition, wanted: string): AnyOlderVersion {
  const found = definition.versions.find(({ of }) => apiVersion(of.definition) === wanted);
  if (found !== undefined) return found;
  const known = [definition, ...definition.versions.map(({ of }) => of.definition)].map(apiVersion);
  throw new Error(`the operator has no version ${wanted} of the kind, only ${known.join(', ')}`);
}

function conversionStepUp(storage: ResourceDefinition, older: AnyOlderVersion): ConversionStep {
  const { forth, back, ...step } = conversionStepDown(storage, older);
  return { from: step.to, to: step.from, forth: back, back: forth };
}

function conversionStepDown(storage: ResourceDefinition, older: AnyOlderVersion): ConversionStep {
  const { definition } = older.of;
  return {
    from: storage,
    to: definition,
    forth: callbackConversion((content) => older.down(content), definition, `down of ${definition.version}`),
    back: callbackConversion((content) => older.up(content), storage, `up of ${definition.version}`),
  };
}

/**
 * Returns the conversion of a callback, pruned as an API server would do: without fields that the schema of the version
 * doesn't know.
 */
function callbackConversion(
  callback: (content: { readonly spec: JsonObject; readonly status: JsonObject }) => unknown,
  to: ResourceDefinition,
  name: string,
): Conversion {
  return (content) => {
    // Copies, because callbacks may change their arguments.
    const parts = { spec: copyOfPart(content.spec), status: copyOfPart(content.status) };
    const returned = withConversionErrorPrefix(`${name} threw`, () => callback(parts));
    const { spec, status = {} } = fieldsIn(
      withConversionErrorPrefix(`${name} returned no JSON`, () => jsonCopy(returned)),
    );
    if (!isJsonObject(spec) || !isJsonObject(status)) {
      throw new Error(`${name} returned no { spec, status } of objects`);
    }
    const converted = storedContent(to, { spec, status });
    return { ...partOrAbsence('spec', converted, content), ...partOrAbsence('status', converted, content) };
  };
}

function copyOfPart(part: JsonValue | undefined): JsonObject {
  return fieldsIn(jsonCopy(fieldsIn(part)));
}

/** Keeps a part absent that was absent before, unless it has fields now. */
function partOrAbsence(name: 'spec' | 'status', converted: Content, content: Content): Content {
  const fields = fieldsIn(converted[name]);
  return content[name] === undefined && Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

function withConversionErrorPrefix<Value>(words: string, call: () => Value): Value {
  try {
    return call();
  } catch (error) {
    throw new Error(`${words}: ${thrownText(error)}`, { cause: error });
  }
}

/** Returns the result of conversion steps that are tried; undefined if it fails, which is not an error. */
export function conversionIfPossible(conversion: () => Content): Content | undefined {
  try {
    return conversion();
  } catch {
    // The trial only finds out if content survives the way there and back.
    return undefined;
  }
}
