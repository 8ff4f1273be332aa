import type { BundleContent, Place } from '../../../content/index.ts';
import { namesakes } from '../../name.ts';
import { placesAt } from '../../place-path.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for the configuration of Prometheus: intervals and alerts. */
export const prometheusRules: readonly BundleRule[] = [
  {
    id: 'prometheus-duration',
    demand: 'A duration for Prometheus has a form such as 30s or 1h30m.',
    rejection: { by: 'API server', message: 'Invalid value: should match a duration' },
    *check(bundle) {
      for (const place of durations(bundle)) {
        if (place.text === undefined || duration.test(place.text)) continue;
        yield {
          place,
          what: `'${place.text}' is not a valid duration for Prometheus`,
          remedy: 'write one such as 30s, 5m or 1h30m',
        };
      }
    },
  },
  {
    id: 'prometheus-rule',
    demand: 'A rule of Prometheus is an alert or a recording, in a group with a unique name.',
    *check(bundle) {
      for (const object of prometheusObjects(bundle, 'PrometheusRule')) {
        const groups = object.at('spec', 'groups').items;
        yield* namesakes(groups, 'group of rules');
        for (const rule of groups.flatMap((group) => group.at('rules').items)) {
          const names = ['alert', 'record'].filter((field) => (rule.at(field).text ?? '') !== '');
          if (names.length === 1) continue;
          yield {
            place: rule,
            what: names.length === 0 ? 'it has neither alert nor record' : 'it has both alert and record',
            remedy: 'write one of alert and record',
          };
        }
      }
    },
  },
];

/** @see https://github.com/prometheus-operator/prometheus-operator/blob/main/pkg/apis/monitoring/v1/types.go */
const duration = /^(?:0|(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?)$/;

const times: readonly (readonly [kind: string, path: string])[] = [
  ['ServiceMonitor', 'spec.endpoints[].interval'],
  ['ServiceMonitor', 'spec.endpoints[].scrapeTimeout'],
  ['PrometheusRule', 'spec.groups[].interval'],
  ['PrometheusRule', 'spec.groups[].rules[].for'],
  ['PrometheusRule', 'spec.groups[].rules[].keep_firing_for'],
];

function durations(bundle: BundleContent): Place[] {
  return times.flatMap(([kind, path]) => prometheusObjects(bundle, kind).flatMap((object) => placesAt(object, path)));
}

function prometheusObjects(bundle: BundleContent, kind: string): readonly Place[] {
  return bundle.manifestsOf('monitoring.coreos.com', kind);
}
