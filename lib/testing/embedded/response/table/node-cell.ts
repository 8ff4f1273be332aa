// In: a node. Out: its roles and addresses as its row shows them. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { labelsOf } from '../../../../built-in/index.ts';
import { objectsAt, textAt } from '../../../../schema/index.ts';
import type { CellFunction } from './cell.ts';

/** Returns the roles that labels give to a node. */
export function nodeRoles(node: JsonObject): string[] {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.entries(labelsOf(node)).map(([label, value]) =>
    label === 'kubernetes.io/role' ? value : label.startsWith(prefix) ? label.slice(prefix.length) : '',
  );
  return [...new Set(roles.filter((role) => role !== ''))].sort();
}

/** Returns the cell of an address of a node. */
export function nodeAddress(type: string): CellFunction {
  return (node) =>
    textAt(
      objectsAt(node, 'status.addresses').find((address) => address.type === type),
      'address',
      '<none>',
    );
}
