import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules of API servers for the replacement and scheduling of pods. */
export const schedulingRules: readonly BundleRule[] = [
  {
    id: 'deployment-rolling-update',
    demand: 'A rolling update allows more or fewer pods for a while.',
    rejection: { by: 'API server', message: 'spec.strategy.rollingUpdate.…: Invalid value' },
    *check(bundle) {
      for (const { place } of deployments(bundle)) {
        const update = place.at('spec', 'strategy', 'rollingUpdate');
        const [more, less] = [update.at('maxSurge'), update.at('maxUnavailable')];
        const wrong = [more, less].filter(({ value, text }) => !isShare(text) && Number(value ?? 0) < 0);
        const unclear = [more, less].filter(({ text }) => text !== undefined && !isShare(text));
        for (const share of [...wrong, ...unclear]) {
          yield {
            place: share,
            what: `${JSON.stringify(share.value)} is not a number of pods`,
            remedy: 'write a whole number such as 1, or a share such as 25%',
          };
        }
        if (!isNone(more) || !isNone(less)) continue;
        yield {
          place: less,
          what: 'it allows neither more nor fewer pods, so that no pod could be replaced, which API servers reject',
          remedy: 'write 1 for one of the two',
        };
      }
    },
  },
  {
    id: 'toleration',
    demand: 'A toleration has the key of its taint, or tolerates all, with a valid operator.',
    rejection: { by: 'API server', message: 'spec.template.spec.tolerations[…].…: Invalid value' },
    *check(bundle) {
      for (const { pod } of deployments(bundle)) {
        for (const toleration of pod.at('tolerations').items) yield* tolerationViolations(toleration);
      }
    },
  },
];

function isShare(text: string | undefined): boolean {
  return text !== undefined && /^\d+%$/.test(text);
}

function isNone({ value }: Place): boolean {
  return value === 0 || (typeof value === 'string' && /^0+%$/.test(value));
}

function* tolerationViolations(toleration: Place): Generator<Violation> {
  const [key, operator, value] = ['key', 'operator', 'value'].map((field) => toleration.at(field).text ?? '');
  if (key === '' && operator !== 'Exists') {
    yield { place: toleration.at('key'), what: 'it names no taint', remedy: 'write one, or operator: Exists for all' };
  }
  if (operator === 'Exists' && value !== '') {
    yield {
      place: toleration.at('value'),
      what: 'the operator Exists ignores the value, and API servers reject both together',
      remedy: 'leave it out, or write operator: Equal',
    };
  }
  if (!toleration.at('tolerationSeconds').isAbsent && toleration.at('effect').text !== 'NoExecute') {
    yield {
      place: toleration.at('effect'),
      what: 'tolerationSeconds applies to the effect NoExecute only, and API servers reject it otherwise',
      remedy: 'write NoExecute, or leave tolerationSeconds out',
    };
  }
}
