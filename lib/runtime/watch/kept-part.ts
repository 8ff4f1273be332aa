import { formatObjectKey, type KindView, objectKey } from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Transform } from './transform.ts';

/**
 * Returns a transform that keeps the part of an object that its view shows. Identity and metadata always stay, whatever
 * the author's `keep` returns. If `keep` fails, the failure is logged and only these stay.
 */
export function keepPartOf({ keep = () => ({}) }: Pick<KindView, 'keep'>, logger: Logger): Transform {
  return (object) => {
    const { apiVersion, kind, metadata } = object;
    try {
      return { ...keep(object), apiVersion, kind, metadata };
    } catch (error) {
      logger.error('the view of a kind has failed', { kind, object: formatObjectKey(objectKey(object)), error });
      return { apiVersion, kind, metadata };
    }
  };
}
