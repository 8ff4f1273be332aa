import { isJsonObject, isSameJson } from '../../api/index.ts';
import { fieldsIn, objectList, textOrEmpty } from '../../schema/index.ts';
import type { ComparedPlace, Defect, Fields } from './defect.ts';
import { conditionDefects, failurePolicyDefects, selectionDefects } from './selection-defect.ts';

/** The way in which API servers are expected to reach the webhooks. */
export interface ExpectedCalls {
  /** `own`: by the Service of the manifests. `any`: another actor decides, such as OLM or the `--webhook-url` of this process. */
  readonly service: 'own' | 'any';
}

/**
 * The defects of a webhook configuration.
 *
 * A cluster admin may choose `timeoutSeconds`, further webhooks, labels and annotations. The registrar checks the
 * authority that API servers trust, unless the manifest names it.
 */
export function configurationDefects(declared: Fields, live: Fields, calls: ExpectedCalls): Defect[] {
  const wanted = objectList(declared.webhooks);
  const present = objectList(live.webhooks);
  if (present.length === 0) {
    return [{ message: 'it has no webhooks', repair: [{ op: 'add', path: '/webhooks', value: wanted }] }];
  }
  return wanted.flatMap((entry) => {
    const name = textOrEmpty(entry.name);
    const index = present.findIndex((each) => each.name === name);
    const found = present[index];
    const title = `webhook ${name}: `;
    if (found === undefined) {
      return [{ message: `${title}it is missing`, repair: [{ op: 'add', path: '/webhooks/-', value: entry }] }];
    }
    const place = { path: `/webhooks/${index}`, title, declared: entry, live: found };
    return [
      ...failurePolicyDefects(place),
      ...selectionDefects(place, 'rules'),
      ...conditionDefects(place),
      ...clientConfigDefects(place, calls),
    ];
  });
}

/** The defects of a `clientConfig`. */
export function clientConfigDefects(
  { path, title = '', declared, live }: ComparedPlace,
  { service }: ExpectedCalls,
): Defect[] {
  const { clientConfig: wanted } = declared;
  const { clientConfig: found } = live;
  if (!isJsonObject(wanted)) return [];
  const config = fieldsIn(found);
  const isElsewhere = service === 'own' && !isSameJson(config.service, wanted.service);
  const isMistrusted = service === 'own' && wanted.caBundle !== undefined && config.caBundle !== wanted.caBundle;
  if (!isElsewhere && !isMistrusted) return [];
  // The authority that the registrar or cert-manager has written stays.
  const value = { ...(config.caBundle !== undefined && { caBundle: config.caBundle }), ...wanted };
  return [
    {
      message: `${title}clientConfig ${isElsewhere ? 'does not name the Service' : 'has another caBundle'} of the manifest`,
      repair: [{ op: 'add', path: `${path}/clientConfig`, value }],
    },
  ];
}
