import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { Rule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** What API servers demand of how pods are replaced, and of where they may run. */
export const schedulingRules: readonly Rule[] = [
  {
    id: 'deployment-rolling-update',
    demand: 'Pods that are replaced one by one may be one more for a while, or one less.',
    rejection: { by: 'API server', message: 'spec.strategy.rollingUpdate: Invalid value' },
    *check(bundle) {
      for (const { place } of deployments(bundle)) {
        const update = place.at('spec', 'strategy', 'rollingUpdate');
        const [more, less] = [update.at('maxSurge'), update.at('maxUnavailable')];
        const wrong = [more, less].filter(({ value, text }) => !isShare(text) && Number(value ?? 0) < 0);
        const unclear = [more, less].filter(({ text }) => text !== undefined && !isShare(text));
        for (const share of [...wrong, ...unclear]) {
          yield {
            place: share,
            what: `${JSON.stringify(share.value)} is no number of pods`,
            remedy: 'write a whole number such as 1, or a share such as 25%',
          };
        }
        if (!isNone(more) || !isNone(less)) continue;
        yield {
          place: less,
          what: 'there may be neither more pods nor less, so that none could be replaced, which API servers refuse',
          remedy: 'write 1 for one of the two',
        };
      }
    },
  },
  {
    id: 'toleration',
    demand: 'A toleration says of which taint it is, or of all, and how it compares.',
    rejection: { by: 'API server', message: 'spec.tolerations: Invalid value' },
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
      what: 'whether a taint exists is no matter of its value, and API servers refuse both',
      remedy: 'leave it out, or write operator: Equal',
    };
  }
  if (!toleration.at('tolerationSeconds').isAbsent && toleration.at('effect').text !== 'NoExecute') {
    yield {
      place: toleration.at('effect'),
      what: 'only what is executed no more is tolerated for a time, and API servers refuse tolerationSeconds otherwise',
      remedy: 'write NoExecute, or leave tolerationSeconds out',
    };
  }
}
