import { isJsonObject } from '../../api/index.ts';
import type { KubeconfigEntry } from './kubeconfig.ts';

/**
 * Returns the headers by which a user impersonates another; none if the entry doesn't ask for it.
 *
 * @throws CredentialsError if a field doesn't have its required form.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
 */
export function impersonation(user: KubeconfigEntry): Record<string, string | string[]> {
  const name = user.text('as');
  if (name === undefined) return {};
  const uid = user.text('as-uid');
  const groups = texts(user, 'as-groups', user.value('as-groups') ?? []);
  const extra = user.value('as-user-extra') ?? {};
  if (!isJsonObject(extra)) throw user.error('has an as-user-extra that is no map: make it one of lists');
  return {
    'impersonate-user': name,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key).toLowerCase()}`,
        texts(user, 'as-user-extra', values),
      ]),
    ),
  };
}

function texts(user: KubeconfigEntry, field: string, value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw user.error(`has an ${field} that is no list of texts: make it one`);
  }
  return value;
}
