import { type BundleContent, serviceAnnotation } from '../../../content/index.ts';

/** Returns the namespace that consoles propose for the operator; undefined if the bundle suggests none. */
export function suggestedNamespace(bundle: BundleContent): string | undefined {
  const { json: template } = serviceAnnotation(bundle, 'operatorframework.io/suggested-namespace-template');
  return (
    serviceAnnotation(bundle, 'operatorframework.io/suggested-namespace').text ?? template.at('metadata', 'name').text
  );
}
