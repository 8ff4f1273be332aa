// In: a RoleBinding or ClusterRoleBinding. Out: the cells of its row. Called by the tables of built-in kinds.

import { objectsAt, textAt } from '../../../../schema/index.ts';
import type { CellFunction, Cells } from './cell.ts';

/** The cells of a binding. */
export const bindingCells: Cells = {
  Role: (binding) => `${textAt(binding, 'roleRef.kind')}/${textAt(binding, 'roleRef.name')}`,
  Users: subjects('User'),
  Groups: subjects('Group'),
  ServiceAccounts: subjects('ServiceAccount'),
};

function subjects(kind: string): CellFunction {
  return (binding) =>
    objectsAt(binding, 'subjects')
      .filter((subject) => subject.kind === kind)
      .map((subject) => [textAt(subject, 'namespace'), textAt(subject, 'name')].filter(Boolean).join('/'))
      .join(', ');
}
