import { conditionsOf, findCondition, objectTitle } from '../../../api/index.ts';
import { firstViolation, type Oracle } from './oracle.ts';

/** The applied resources report no problem. Later steps of a user may lead to problems. */
export const noProblem: Oracle = {
  name: 'no problem',
  violation: (run) =>
    firstViolation(run.steps, ({ resources }, index) =>
      resources.flatMap((resource) => {
        const degraded = findCondition(conditionsOf(resource.status), 'Degraded');
        if (index > 0 || degraded?.status !== 'True') return [];
        return [`${objectTitle(resource)} reports ${degraded.reason}: ${degraded.message}`];
      }),
    ),
};
