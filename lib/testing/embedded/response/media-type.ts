// In: an Accept header. Out: the form of the response. Called by reads, writes and documents.

import { protobufType } from '../protobuf/protobuf-body.ts';
import type { EmbeddedRequest } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import { notImplemented, StatusError } from '../status-error.ts';
import { type RowObject, rowObject } from './table/shown-table.ts';

/** The form in which a client accepts objects. */
export interface ResponseForm {
  readonly contentType: string;
  readonly as: 'Object' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'Table';
  /** The version of the form, such as `meta.k8s.io/v1`. */
  readonly apiVersion: string;
  /** The part of each object that a row of a table has. */
  readonly include: RowObject;
}

interface MediaType {
  readonly type: string;
  readonly weight: number;
  readonly parameters: ReadonlyMap<string, string>;
}

const formats = ['application/json', 'application/yaml'];
/** The real API server has protobuf, too; clients that would rather have it accept JSON as well. */
const representations = `application/json, application/yaml, ${protobufType}`;
const listRepresentations = `${representations}, application/json;stream=watch, ${protobufType};stream=watch`;
const forms: ReadonlySet<string> = new Set(['PartialObjectMetadata', 'PartialObjectMetadataList', 'Table']);
const formVersions: ReadonlySet<string> = new Set(['meta.k8s.io/v1', 'meta.k8s.io/v1beta1']);

/** Returns the first accepted form that the server has. @throws StatusError if it has none. */
export function responseForm(
  { accept, query }: Pick<EmbeddedRequest, 'accept' | 'query'>,
  { isCustom }: Pick<ResourceType, 'isCustom'>,
  { isList = false } = {},
): ResponseForm {
  const types = isCustom ? mediaTypes(accept) : routedTypes(accept);
  for (const { type, parameters } of types) {
    const contentType = formatOf(type);
    if (contentType === undefined) continue;
    const conversion = conversionOf(parameters);
    if (conversion === undefined) return { contentType, as: 'Object', apiVersion: '', include: 'Metadata' };
    const { as, apiVersion } = conversion;
    if (!isForm(as) || !formVersions.has(apiVersion)) continue;
    return { contentType, as, apiVersion, include: as === 'Table' ? rowObject(query) : 'Metadata' };
  }
  if (types.length === 0) return { contentType: 'application/json', as: 'Object', apiVersion: '', include: 'Metadata' };
  if (!isCustom) assertNotProtobuf(types);
  throw isCustom || types.some(({ type }) => formatOf(type) !== undefined)
    ? untransformable()
    : notAcceptable(isList ? listRepresentations : representations);
}

/** Refuses a client that accepts nothing but protobuf, which the API server has. */
function assertNotProtobuf(types: readonly MediaType[]): void {
  if (!types.some(({ type }) => type === protobufType)) return;
  throw notImplemented('answers in no protobuf: accept JSON, too');
}

/** Returns the format of errors: that which a client prefers, or JSON. Clients that accept protobuf alone get it. */
export function errorFormat(accept: string): string {
  const types = mediaTypes(accept);
  const format = types.flatMap(({ type }) => formatOf(type) ?? [])[0];
  return format ?? (types.some(({ type }) => type === protobufType) ? protobufType : 'application/json');
}

/** Returns true if a client accepts a discovery document that lists all groups, also after another form. */
export function acceptsAggregated(accept: string): boolean {
  return mediaTypes(accept).some(({ type, parameters }) => {
    const conversion = conversionOf(parameters);
    const isAggregated = conversion?.as === 'APIGroupDiscoveryList' && conversion.apiVersion === aggregatedVersion;
    return accepts(type, 'application/json') && isAggregated;
  });
}

const aggregatedVersion = 'apidiscovery.k8s.io/v2';

/** Returns the first of some types that a client accepts; undefined if it accepts none. */
export function acceptedType(accept: string, types: readonly string[]): string | undefined {
  const accepted = accept.trim() === '' ? mediaTypes('*/*') : mediaTypes(accept);
  return accepted.flatMap((each) => types.find((type) => accepts(each.type, type)) ?? [])[0];
}

/**
 * Returns the format of a document. @throws StatusError for a client that accepts none.
 *
 * @param isRouted - true for documents whose media types the API server's router compares first.
 */
export function documentFormat(accept: string, { isRouted }: { readonly isRouted: boolean }): string {
  const types = isRouted ? routedTypes(accept) : mediaTypes(accept);
  if (types.length === 0) return 'application/json';
  const named = types.map(({ type, parameters }) => ({
    format: formatOf(type),
    isPlain: conversionOf(parameters) === undefined,
  }));
  const found = named.find(({ format, isPlain }) => format !== undefined && isPlain)?.format;
  if (found !== undefined) return found;
  assertNotProtobuf(types);
  throw isRouted && named.every(({ format }) => format === undefined) ? notAcceptable() : untransformable();
}

/** Refuses a client that doesn't accept JSON. */
export function assertAcceptsJson(accept: string): void {
  const types = routedTypes(accept);
  if (types.length > 0 && !types.some(({ type }) => accepts(type, 'application/json')))
    throw notAcceptable('application/json');
}

function isForm(as: string): as is ResponseForm['as'] {
  return forms.has(as);
}

function conversionOf(parameters: ReadonlyMap<string, string>) {
  const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
  if (as === undefined && group === undefined && version === undefined) return undefined;
  return { as: as ?? '', apiVersion: `${group ?? ''}/${version ?? ''}` };
}

function accepts(type: string, format: string): boolean {
  return type === format || type === '*/*' || (type === 'application/*' && format.startsWith('application/'));
}

/** The response for a form that an object doesn't have. */
export function untransformable(
  message = `only the following media types are accepted: ${representations}`,
): StatusError {
  return new StatusError({ code: 406, reason: 'NotAcceptable', message });
}

function notAcceptable(available = representations): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${available}`;
  return new StatusError({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

function formatOf(type: string): string | undefined {
  return formats.find((format) => accepts(type, format));
}

/** Returns media types as the router of built-in kinds compares them: it knows no wildcards of subtypes. */
function routedTypes(accept: string): MediaType[] {
  return mediaTypes(accept).map((each) => (each.type === 'application/*' ? { ...each, type: '' } : each));
}

/** Returns the media types of a header, those that the client prefers first. */
function mediaTypes(accept: string): MediaType[] {
  return accept
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [type = '', ...parameters] = each.split(';').map((part) => part.trim());
      const pairs = new Map(parameters.map((parameter) => pair(parameter)));
      return { type, weight: Number(pairs.get('q') ?? 1), parameters: pairs };
    })
    .toSorted((one, other) => other.weight - one.weight || wildcards(one.type) - wildcards(other.type));
}

function wildcards(type: string): number {
  return type.split('*').length;
}

function pair(parameter: string): [string, string] {
  const index = parameter.indexOf('=');
  return [parameter.slice(0, index), parameter.slice(index + 1)];
}
