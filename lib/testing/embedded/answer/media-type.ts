// In: an Accept header. Out: the form of the answer. Called by reads and writes.

import { StatusError } from '../status-error.ts';

/** The form in which a client accepts objects. */
export type AnswerForm = 'object' | 'partial' | 'table';

interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const served: ReadonlySet<string> = new Set(['application/json', '*/*', 'application/*']);

/** Returns the first accepted form that the server has. @param hasTable - false if the kind has no table. */
export function objectForm(accept: string, hasTable: boolean): AnswerForm {
  const types = mediaTypes(accept);
  if (types.length === 0) return 'object';
  for (const { type, parameters } of types) {
    if (!served.has(type)) continue;
    const as = parameters.get('as');
    if (as === undefined) return 'object';
    if (parameters.get('g') !== 'meta.k8s.io' || parameters.get('v') !== 'v1') continue;
    if (as === 'Table' && hasTable) return 'table';
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return 'partial';
  }
  throw types.some(({ type }) => served.has(type)) ? untransformable() : notAcceptable();
}

/** Returns true if a client accepts a discovery document that lists all groups. */
export function acceptsAggregated(accept: string): string | undefined {
  const found = mediaTypes(accept).find(
    ({ type, parameters }) =>
      served.has(type) &&
      parameters.get('g') === 'apidiscovery.k8s.io' &&
      parameters.get('as') === 'APIGroupDiscoveryList',
  );
  const isFirst = mediaTypes(accept)[0] === found || found !== undefined;
  return isFirst && found?.parameters.get('v') === 'v2'
    ? 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    : undefined;
}

function untransformable(): StatusError {
  const message = `only the following media types are accepted: ${representations}`;
  return new StatusError({ code: 406, reason: 'NotAcceptable', message });
}

const representations = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';

function notAcceptable(): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${representations}`;
  return new StatusError({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

function mediaTypes(accept: string): MediaType[] {
  return accept
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [type = '', ...parameters] = each.split(';').map((part) => part.trim());
      return { type, parameters: new Map(parameters.map((parameter) => pair(parameter))) };
    });
}

function pair(parameter: string): [string, string] {
  const index = parameter.indexOf('=');
  return [parameter.slice(0, index), parameter.slice(index + 1)];
}
