// In: a node. Out: the cells of its row. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { labelsOf } from '../../../../built-in/index.ts';
import { objectsAt, textAt } from '../../../../schema/index.ts';
import { conditionOf, isConditionTrue } from '../../condition.ts';
import { at, type CellFunction, type Cells } from './cell.ts';

/** The cells of a node. */
export const nodeCells: Cells = {
  Status: (node) =>
    [
      conditionOf(node, 'Ready') === undefined ? 'Unknown' : isConditionTrue(node, 'Ready') ? 'Ready' : 'NotReady',
      ...(at(node, 'spec.unschedulable') === true ? ['SchedulingDisabled'] : []),
    ].join(','),
  Roles: (node) => nodeRoles(node).join(',') || '<none>',
  Version: 'status.nodeInfo.kubeletVersion',
  'Internal-IP': nodeAddress('InternalIP'),
  'External-IP': nodeAddress('ExternalIP'),
  'OS-Image': (node) => textAt(node, 'status.nodeInfo.osImage', '<unknown>'),
  'Kernel-Version': (node) => {
    const architecture = textAt(node, 'status.nodeInfo.architecture');
    const kernel = textAt(node, 'status.nodeInfo.kernelVersion', '<unknown>');
    return architecture === '' ? kernel : `${kernel} (${architecture})`;
  },
  'Container-Runtime': (node) => textAt(node, 'status.nodeInfo.containerRuntimeVersion', '<unknown>'),
};

/** Returns the roles that labels give to a node. */
function nodeRoles(node: JsonObject): string[] {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.entries(labelsOf(node)).map(([label, value]) =>
    label === 'kubernetes.io/role' ? value : label.startsWith(prefix) ? label.slice(prefix.length) : '',
  );
  return [...new Set(roles.filter((role) => role !== ''))].sort();
}

/** Returns the cell of an address of a node. */
function nodeAddress(type: string): CellFunction {
  return (node) =>
    textAt(
      objectsAt(node, 'status.addresses').find((address) => address.type === type),
      'address',
      '<none>',
    );
}
