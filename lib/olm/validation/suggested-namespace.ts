import { isJsonObject } from '../../api/index.ts';
import type { BundleContent } from '../content/index.ts';

/** The namespace that consoles propose to install the operator into; undefined if the bundle suggests none. */
export function suggestedNamespace({ clusterServiceVersion }: BundleContent): string | undefined {
  const annotations = clusterServiceVersion.at('metadata', 'annotations');
  const name = annotations.at('operatorframework.io/suggested-namespace').text;
  return name ?? templateName(annotations.at('operatorframework.io/suggested-namespace-template').text ?? '');
}

/** The name in the Namespace that is suggested as a whole, in JSON. */
function templateName(json: string): string | undefined {
  try {
    const template: unknown = JSON.parse(json);
    const metadata = isJsonObject(template) ? template.metadata : undefined;
    const name = isJsonObject(metadata) ? metadata.name : undefined;
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
