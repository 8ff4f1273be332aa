// The contract

export {
  type ApplyOptions,
  type Client,
  type DeleteOptions,
  type JsonPatchOperation,
  type ListOptions,
  type ListPage,
  type ObjectContent,
  objectSelection,
  openApiLimitBytes,
  type Patch,
  type RequestOptions,
  type Selection,
  type WatchEvent,
  type WatchOptions,
  type WriteOptions,
} from './client.ts';
export { type DeclaredRequests, declaredClient } from './declared-client.ts';

// Errors, which callbacks know, too

export {
  type ApiCall,
  ApiError,
  ConnectionError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isKindMissing,
  isKindTerminating,
  isNotFound,
  isOvertaken,
  isReplaced,
  isServerError,
  isTooManyRequests,
  isUnauthorized,
  type StatusCause,
  type StatusReason,
  undefinedIfNotFound,
} from '../api/index.ts';

// Credentials

export {
  type Credentials,
  CredentialsError,
  fixedIdentity,
  type Identity,
  type IdentitySource,
  type TlsIdentity,
} from './credentials/credentials.ts';
export { loadCredentials } from './credentials/load-credentials.ts';

// Fairness

export { NamespaceSlots } from './namespace-slots.ts';

// HTTP

export { ApiClient } from './api-client.ts';
export { collectionPath, requestTarget } from './api-path.ts';
export { HttpClient, type HttpClientOptions } from './http-client.ts';
export { listedObjects, pageSize } from './listed-objects.ts';
export type { ApiRequest, Transport } from './transport.ts';
export { untilReady } from './until-ready.ts';
