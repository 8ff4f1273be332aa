import type { BundleContent } from '../content/index.ts';

/** Returns the namespace that consoles propose for the operator; undefined if the bundle suggests none. */
export function suggestedNamespace({ clusterServiceVersion }: BundleContent): string | undefined {
  const annotations = clusterServiceVersion.at('metadata', 'annotations');
  return (
    annotations.at('operatorframework.io/suggested-namespace').text ??
    annotations.at('operatorframework.io/suggested-namespace-template').json.at('metadata', 'name').text
  );
}
