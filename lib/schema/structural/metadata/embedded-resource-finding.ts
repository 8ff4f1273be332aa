import { fieldPath } from '../../field-path.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { ownField } from '../../json-part.ts';
import { isDns1035Label } from '../../name-form.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { valueText } from '../../value/error-message.ts';
import { invalidValueFinding, type ValueFinding } from '../finding.ts';
import { innerFindings } from '../inner-finding.ts';
import { pathSegmentName } from './metadata-form.ts';
import { objectMetadataFindings } from './object-metadata.ts';

/** Returns findings for the metadata of the resources that are embedded in a value, the value itself included. */
export function embeddedResourceFindings(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const inside = innerFindings(schema, value, path, embeddedResourceFindings);
  const isResource = schema['x-kubernetes-embedded-resource'] && isJsonObject(value);
  return isResource ? [...embeddedMetadataFindings(value, path), ...inside] : inside;
}

function embeddedMetadataFindings(resource: JsonObject, path: string): ValueFinding[] {
  const named = ['apiVersion', 'kind'].flatMap((name): ValueFinding[] => {
    const value = ownField(resource, name);
    const place = fieldPath(path, name);
    if (value === undefined) return [{ reason: 'incomplete', path: place, message: 'is required in a resource' }];
    if (typeof value !== 'string' || value === '') return [invalidValueFinding(place, 'must be text, and not empty')];
    const isFit = name === 'kind' ? isDns1035Label(value.toLowerCase()) : value.split('/').length <= 2;
    return isFit ? [] : [invalidValueFinding(place, `must be a valid ${name}, and is ${valueText(value)}`)];
  });
  const metadata = ownField(resource, 'metadata');
  return [...named, ...objectMetadataFindings(metadata, fieldPath(path, 'metadata'), pathSegmentName)];
}
