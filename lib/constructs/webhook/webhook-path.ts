/** Where API servers send the conversions of an operator's kinds. */
export const conversionPath = '/convert';

/** Where API servers send what a webhook is to validate: one path per construct, by its path in the operator. */
export function validationPath(webhook: { readonly name: string }): `/${string}` {
  return `/validate/${webhook.name}`;
}

/** Where API servers send what a webhook is to mutate. */
export function mutationPath(webhook: { readonly name: string }): `/${string}` {
  return `/mutate/${webhook.name}`;
}
