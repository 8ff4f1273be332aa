/** What to write in a definition against what is found in the bundle that is made of it: rule → remedy. */
const remedies: Readonly<Record<string, string>> = {
  icon: "name its file in bundle.icon, such as new URL('icon.svg', import.meta.url)",
  links: 'list name and url of documentation or source in bundle.links',
  'bundle-size': 'set bundle.omitsFieldDescriptions, or split the operator',
  'object-size': 'set bundle.omitsFieldDescriptions, or split the kind',
  'related-image-digest': 'give bundle.imageLock, or say that `disconnected` is false',
};

/** The remedy of a finding in words of the definition. @param remedy - in words of the bundle: what is told where there are no others */
export function definitionRemedy(rule: string, remedy: string): string {
  return remedies[rule] ?? remedy;
}
