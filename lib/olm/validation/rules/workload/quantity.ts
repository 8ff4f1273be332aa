import { billionths } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

const negative: Rejection = { by: 'API server', message: 'spec.template.spec.…must be ' };

/** Rules of API servers for the quantities of pods: readers of catalogs stop at the first invalid one. */
export const quantityRules: readonly BundleRule[] = [
  {
    id: 'quantity',
    demand: 'A quantity has a valid form: 500m, 128Mi, 2.',
    rejection: { by: 'API server', message: 'quantities must match the regular expression' },
    *check(bundle) {
      for (const place of quantities(bundle)) {
        if (typeof place.value !== 'string' && typeof place.value !== 'number') continue;
        const amount = amountOf(place);
        if (amount !== undefined && amount >= 0n) continue;
        yield {
          place,
          ...(amount !== undefined && { rejection: negative }),
          what: `${JSON.stringify(place.value)} is ${amount === undefined ? 'not a valid quantity' : 'negative'}`,
          remedy: 'write one such as 500m, 128Mi or 2',
        };
      }
    },
  },
  {
    id: 'container-limits',
    demand: 'The requests of a container are within its limits.',
    rejection: { by: 'API server', message: 'must be less than or equal to … limit' },
    *check(bundle) {
      for (const container of deployments(bundle).flatMap(({ allContainers }) => allContainers)) {
        for (const [name, place] of container.at('resources', 'requests').fields) {
          const limit = container.at('resources', 'limits', name);
          const [requested, most] = [amountOf(place), amountOf(limit)];
          if (requested === undefined || most === undefined || requested <= most) continue;
          yield {
            place,
            what: `it requests ${String(place.value)} of ${name}, and is limited to ${String(limit.value)}`,
            remedy: 'request less, or raise the limit',
          };
        }
      }
    },
  },
];

function amountOf({ value }: Place): bigint | undefined {
  return typeof value === 'string' || typeof value === 'number' ? billionths(String(value)) : undefined;
}

function quantities(bundle: BundleContent): Place[] {
  return deployments(bundle).flatMap(({ pod, allContainers }) => [
    ...amounts(pod.at('overhead')),
    ...allContainers.flatMap((container) => [
      ...amounts(container.at('resources', 'requests')),
      ...amounts(container.at('resources', 'limits')),
      ...container.at('env').items.map((variable) => variable.at('valueFrom', 'resourceFieldRef', 'divisor')),
    ]),
    ...pod
      .at('volumes')
      .items.flatMap((volume) => [
        volume.at('emptyDir', 'sizeLimit'),
        ...amounts(volume.at('ephemeral', 'volumeClaimTemplate', 'spec', 'resources', 'requests')),
        ...volume.at('downwardAPI', 'items').items.map((item) => item.at('resourceFieldRef', 'divisor')),
      ]),
  ]);
}

function amounts(map: Place): Place[] {
  return map.fields.map(([, place]) => place);
}
