import { formatObjectKey, type KindView, objectKey } from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Transform } from './transform.ts';

/**
 * Keeps of an object what its view shows. Its identity and metadata stay, whatever the author's `keep` makes of the rest;
 * if that fails, which is logged, nothing else does.
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
