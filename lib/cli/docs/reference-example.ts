import type { JsonObject } from '../../api/index.ts';
import { Place, yamlDocument } from '../../olm/index.ts';
import type { Example } from '../../reference/index.ts';

/** Returns an object as an example of its kind. */
export function referenceExampleOf(object: JsonObject): Example {
  const whole = new Place('', object);
  return {
    apiVersion: whole.at('apiVersion').text ?? '',
    title: whole.at('metadata', 'name').text ?? whole.at('kind').text ?? '',
    text: yamlDocument(object),
  };
}
