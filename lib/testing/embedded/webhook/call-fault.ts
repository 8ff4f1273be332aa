import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { typeMetaStruct, unmarshalFault } from '../../../built-in/index.ts';
import { scalarText } from '../../../schema/index.ts';
import { readableJson, yamlBody } from '../json-text.ts';

/** Error code of Node's TLS → the API server's words. */
const certificateFaults: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate signed by unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate signed by unknown authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate signed by unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate signed by unknown authority',
};

/** Returns the API server's words for a connection that fails. */
export function transportFault(error: unknown, { hostname, port }: URL, connectedPort: string): string {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : '';
  const address = `${hostname}:${connectedPort === '' ? port || '443' : connectedPort}`;
  const certificate = certificateFaults[code];
  if (certificate !== undefined) return `tls: failed to verify certificate: x509: ${certificate}`;
  if (code === 'ECONNREFUSED') return `dial tcp ${address}: connect: connection refused`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (code === 'ECONNRESET') return 'EOF';
  return error.message;
}

/** Returns the API server's words for a response with another status than success. */
export function statusFault(status: number, text: string): string {
  const response = responseValue(text);
  if (isJsonObject(response) && response.kind === 'Status' && response.apiVersion === 'v1')
    return scalarText(response.message);
  switch (status) {
    case 400:
      return 'the server rejected our request for an unknown reason';
    case 401:
      return 'the server has asked for the client to provide credentials';
    case 403:
      return text === '' ? 'unknown' : text;
    case 404:
      return 'the server could not find the requested resource';
    case 405:
      return 'the server does not allow this method on the requested resource';
    case 409:
      return 'the server reported a conflict';
    case 422:
      return 'the server rejected our request due to an error in our request';
    case 429:
      return 'the server has received too many requests and has asked us to try again later';
    case 503:
      return 'the server is currently unable to handle the request';
    case 504:
      return 'the server was unable to return a response in the time allotted, but may still be processing the request';
    default:
      return status >= 500
        ? `an error on the server (${JSON.stringify(text === '' ? 'unknown' : text.trim())}) has prevented the request from succeeding`
        : `the server responded with the status code ${status} but did not return more information`;
  }
}

/** Returns the value of a response, which may be YAML; undefined for a text that is neither. */
export function responseValue(text: string): JsonValue | undefined {
  const value = readableJson(text);
  if (value !== undefined) return value;
  try {
    return yamlBody(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** The kinds of the responses that webhooks give. */
const reviews: ReadonlySet<string> = new Set([
  'admission.k8s.io/v1 AdmissionReview',
  'apiextensions.k8s.io/v1 ConversionReview',
]);

/** Returns the API server's words for a response that isn't a review; undefined for one that is. */
export function responseFault(status: number, text: string): string | undefined {
  if (text === '') return `0-length response with status code: ${status} and content type: application/json`;
  const response = responseValue(text);
  if (response === undefined)
    return `couldn't get version/kind; json parse error: the response is neither JSON nor YAML`;
  if (!isJsonObject(response))
    return `couldn't get version/kind; json parse error: ${unmarshalFault(response, typeMetaStruct)}`;
  const { apiVersion, kind } = response;
  if (apiVersion === undefined || kind === undefined || reviews.has(`${scalarText(apiVersion)} ${scalarText(kind)}`))
    return undefined;
  const version = scalarText(apiVersion).split('/').at(-1) ?? '';
  return reviews.has(`${scalarText(apiVersion).split('/')[0] ?? ''}/v1 ${scalarText(kind)}`)
    ? `converting (${version}.${scalarText(kind)}) to (v1.${scalarText(kind)}): unknown conversion`
    : `no kind "${scalarText(kind)}" is registered for version "${scalarText(apiVersion)}" in scheme "pkg/runtime/scheme.go:111"`;
}
