/** Where API servers send the conversions of an operator's kinds. */
export const conversionPath = '/convert';

/** Where API servers send what a webhook is to validate: one path for each webhook, by its name. */
export function validationPath(webhook: { readonly name: string }): `/${string}` {
  return `/validate/${webhook.name}`;
}

/** Where API servers send what a webhook is to mutate. */
export function mutationPath(webhook: { readonly name: string }): `/${string}` {
  return `/mutate/${webhook.name}`;
}
