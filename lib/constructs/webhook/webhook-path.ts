/** The path to which API servers send conversions of an operator's kinds. */
export const conversionPath = '/convert';

/** Returns the path to which API servers send requests for a validating webhook: one for each webhook, by its name. */
export function validationPath(webhook: { readonly name: string }): `/${string}` {
  return `/validate/${webhook.name}`;
}

/** Returns the path to which API servers send requests for a mutating webhook. */
export function mutationPath(webhook: { readonly name: string }): `/${string}` {
  return `/mutate/${webhook.name}`;
}
