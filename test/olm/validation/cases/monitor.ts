import type { BadCase } from '../corpus/bad-case.ts';
import { monitor } from '../corpus/monitored-bundle.ts';

const alarms = 'manifests/cache-operator_monitoring.coreos.com_v1_prometheusrule.yaml';
const autoscaler = 'manifests/cache-operator_autoscaling.k8s.io_v1_verticalpodautoscaler.yaml';
const endpoint = 'spec.endpoints[0]';
const alarm = 'spec.groups[0].rules[0]';

const monitored = (
  rule: string,
  title: string,
  [file, field, given]: readonly [file: string, field: string, given: unknown],
  path = field,
): BadCase => ({
  rule,
  severity: 'error',
  title,
  base: 'monitored',
  edit: (draft) => draft.set(file, field, given),
  file,
  path,
});

const scaled = (rule: string, title: string, updateMode: unknown): BadCase => ({
  rule,
  severity: 'error',
  title,
  edit: (draft) =>
    draft.write(autoscaler, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'cache-operator' },
      spec: {
        targetRef: {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: 'cache-operator-controller-manager',
        },
        updatePolicy: { updateMode },
      },
    }),
  file: autoscaler,
  path: 'spec.updatePolicy.updateMode',
});

/** Objects for Prometheus and autoscalers with invalid values. */
export const monitorCases: readonly BadCase[] = [
  scaled('field-type', 'an autoscaler that is off without quotes', false),
  scaled('choice', 'an autoscaler in lower case', 'auto'),
  {
    ...monitored('field-unknown', 'a monitor with a misspelt field', [monitor, `${endpoint}.intervall`, '30s']),
    severity: 'warning',
  },
  monitored('prometheus-duration', 'a monitor with a time of a word', [monitor, `${endpoint}.interval`, '30sec']),
  monitored('prometheus-duration', 'an alarm after a time of a word', [alarms, `${alarm}.for`, '5min']),
  monitored('field-missing', 'an alarm of nothing', [alarms, `${alarm}.expr`, null]),
  monitored('field-type', 'an alarm with a number for a label', [alarms, `${alarm}.labels.severity`, 1]),
  {
    ...monitored(
      'prometheus-rule',
      'an alarm that is a kept value, too',
      [alarms, `${alarm}.record`, 'caches:down'],
      alarm,
    ),
    severity: 'warning',
  },
];
