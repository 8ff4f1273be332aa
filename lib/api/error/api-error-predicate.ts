import { ApiError } from './api-error.ts';

/**
 * Returns true if the object or its kind doesn't exist: see {@link isKindMissing}.
 *
 * @example
 * try {
 *   await client.delete(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (!isNotFound(error)) throw error;
 * }
 */
export function isNotFound(error: unknown): error is ApiError & { readonly status: 404 } {
  return ApiError.is(error) && error.status === 404;
}

/** Returns undefined if the object or its kind doesn't exist: for `catch`. @throws any other error. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/**
 * Returns true if the server doesn't serve the kind in that version: its CustomResourceDefinition isn't installed.
 *
 * @example
 * try {
 *   await client.list(Memcached, { namespace: 'shop' });
 * } catch (error) {
 *   if (!isKindMissing(error)) throw error; // the operator of Memcached isn't installed
 * }
 */
export function isKindMissing(error: unknown): error is ApiError & { readonly isKindMissing: true } {
  return ApiError.is(error) && error.isKindMissing;
}

/**
 * Returns true if the API server is deleting the kind's CustomResourceDefinition. The kind is still served, but accepts no
 * new objects. A create fails with 405, an apply that would create fails with 403.
 */
export function isKindTerminating(error: unknown): error is ApiError & { readonly status: 403 | 405 } {
  if (!ApiError.is(error) || (error.status !== 403 && error.status !== 405)) return false;
  return error.serverMessage.includes('not allowed while custom resource definition is terminating');
}

/**
 * Returns true if an object with that name already exists.
 *
 * @example
 * try {
 *   await client.create(k8s.KubeConfigMap, { metadata: { name: 'claim', namespace: 'shop' } });
 * } catch (error) {
 *   if (!isAlreadyExists(error)) throw error;
 * }
 */
export function isAlreadyExists(error: unknown): error is ApiError & { readonly reason: 'AlreadyExists' } {
  return ApiError.is(error) && error.reason === 'AlreadyExists';
}

/** Returns true if an admission webhook has denied the request: the webhook chooses the status, such as 409, itself. */
function isDeniedByWebhook({ serverMessage }: ApiError): boolean {
  return /^admission webhook "[^"]*" denied the request/.test(serverMessage);
}

/**
 * Returns true if the object has changed since the caller read it, or if another field manager owns the fields. A denial
 * by a webhook isn't a conflict, whatever its status.
 *
 * @example
 * try {
 *   await client.apply(k8s.KubeConfigMap, { metadata: { name: 'settings' }, data: { mode: 'fast' } });
 * } catch (error) {
 *   if (isConflict(error)) console.error(error.causes.map(({ field }) => field)); // ['.data.mode']
 *   throw error;
 * }
 */
export function isConflict(error: unknown): error is ApiError & { readonly status: 409 } {
  return ApiError.is(error) && error.status === 409 && error.reason !== 'AlreadyExists' && !isDeniedByWebhook(error);
}

/**
 * Returns true if another write was first: the object has changed since the caller read it, or is gone. A patch or a deletion
 * names the object that was read by its `uid` and `resourceVersion`. False for a denial by a webhook, whatever its status.
 *
 * @example
 * const { metadata } = await client.get(k8s.KubePod, key);
 * try {
 *   await client.delete(k8s.KubePod, key, { resourceVersion: metadata.resourceVersion });
 * } catch (error) {
 *   if (!isOvertaken(error)) throw error; // the change causes the next reconcile
 * }
 */
export function isOvertaken(error: unknown): error is ApiError & { readonly status: 404 | 409 } {
  return (isNotFound(error) && !isDeniedByWebhook(error)) || isConflict(error);
}

/**
 * Returns true if the server no longer keeps the version that a list or watch continues from. The caller must list again.
 *
 * @example
 * try {
 *   for await (const { metadata } of client.each(k8s.KubeNode)) console.log(metadata.name);
 * } catch (error) {
 *   if (!isGone(error)) throw error; // the list took longer than the API server keeps its version
 * }
 */
export function isGone(error: unknown): error is ApiError & { readonly status: 410 } {
  return ApiError.is(error) && error.status === 410;
}

/**
 * Returns true if the object violates its schema or a validation rule, or changes an immutable field.
 *
 * @example
 * try {
 *   await client.create(Memcached, { metadata: { name: 'small', namespace: 'shop' }, spec: { size: 9 } });
 * } catch (error) {
 *   if (isInvalid(error)) console.error(error.causes.map(({ field }) => field)); // ['spec.size']
 * }
 */
export function isInvalid(error: unknown): error is ApiError & { readonly status: 422 } {
  return ApiError.is(error) && error.status === 422;
}

/**
 * Returns true for an error because the object with the given uid no longer exists, even if another one has its name. The server reports a
 * conflict, or, if the name exists, a change of an immutable field.
 */
export function isReplaced(error: unknown): error is ApiError {
  if (isConflict(error)) return /\buid\b/i.test(error.serverMessage);
  return isInvalid(error) && error.causes.some(({ field }) => field === 'metadata.uid');
}

/**
 * Returns true if the applied object doesn't match its schema: it has an unknown field, or a value of another type. The
 * server reports that as an internal error.
 */
export function isTypeMismatch(error: unknown): error is ApiError & { readonly status: 500 } {
  return (
    ApiError.is(error) && error.status === 500 && error.serverMessage.startsWith('failed to create typed patch object')
  );
}

/** Returns true if the API server is deleting the namespace of a new object. */
export function isNamespaceTerminating(error: unknown): error is ApiError {
  return ApiError.is(error) && error.causes.some(({ reason }) => reason === 'NamespaceTerminating');
}

/**
 * Returns true if RBAC, a quota, a policy or a webhook rejects the request.
 *
 * @example
 * try {
 *   await client.create(k8s.KubeConfigMap, { metadata: { name: 'settings', namespace: 'shop' } });
 * } catch (error) {
 *   throw isForbidden(error) ? new TerminalError(`raise the quota: ${error.serverMessage}`) : error;
 * }
 */
export function isForbidden(error: unknown): error is ApiError & { readonly status: 403 } {
  return ApiError.is(error) && error.status === 403;
}

/**
 * Returns true if the server doesn't accept the credentials: they have expired or belong to another cluster.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (isUnauthorized(error)) console.error('the token is not one of this cluster');
 *   throw error;
 * }
 */
export function isUnauthorized(error: unknown): error is ApiError & { readonly status: 401 } {
  return ApiError.is(error) && error.status === 401;
}

/**
 * Returns true if the server is overloaded and has not executed the request.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (isTooManyRequests(error)) console.warn(`the API server asks for ${error.retryAfterMs ?? 0} ms of rest`);
 *   throw error;
 * }
 */
export function isTooManyRequests(error: unknown): error is ApiError & { readonly status: 429 } {
  return ApiError.is(error) && error.status === 429;
}

/**
 * Returns true if the server, or a proxy before it, has failed. The server may or may not have executed a write.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (!isServerError(error)) throw new TerminalError('the Secret is needed', { cause: error });
 *   throw error;
 * }
 */
export function isServerError(error: unknown): boolean {
  return ApiError.is(error) && error.status >= 500;
}
