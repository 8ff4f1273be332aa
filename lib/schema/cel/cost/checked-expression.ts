// In: the tree of a compiled expression. Out: cel-go's tree of it. Called by the estimate of its cost.

import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelType } from '../cel-type.ts';
import { nodeResolution } from '../compile.ts';
import type { Overload } from '../overload.ts';
import { asMethod, type CheckedExpression, checkedCall, checkedLiteral } from './checked-tree.ts';
import { macroExpansion } from './macro-expansion.ts';

/** Returns cel-go's tree of a compiled node. */
export function checkedExpression(node: ASTNode): CheckedExpression {
  const { type, overloads: fitting = [] } = nodeResolution(node);
  switch (node.op) {
    case 'value':
      return { type, op: 'literal', value: node.args };
    case 'id':
      return { type, op: 'name', name: node.args };
    case '.':
      return { type, op: 'select', operand: checkedExpression(node.args[0]), field: node.args[1], isTest: false };
    case '.?':
      return checkedCall(type, node.op, [checkedExpression(node.args[0]), checkedLiteral(node.args[1])]);
    case 'list':
      return { type, op: 'list', items: node.args.map(checkedExpression) };
    case 'map': {
      const entries = node.args.map(([key, value]) => [checkedExpression(key), checkedExpression(value)] as const);
      return { type, op: 'map', entries };
    }
    case 'call': {
      const [name, parameters] = node.args;
      if (name === 'has') return presenceTest(type, parameters);
      return { type, op: 'call', name, overloads: fitting, args: parameters.map(checkedExpression) };
    }
    case 'rcall':
      return checkedMethodCall(node, type, fitting);
    case '-_':
      if (node.args.op === 'value') return { type, op: 'literal', value: negatedLiteral(node.args.args) };
      return { type, op: 'call', name: node.op, overloads: fitting, args: [checkedExpression(node.args)] };
    case '!_':
      return { type, op: 'call', name: node.op, overloads: fitting, args: [checkedExpression(node.args)] };
    case '?:':
    case '||':
    case '&&':
      return checkedCall(type, node.op, node.args.map(checkedExpression));
    default:
      return { type, op: 'call', name: node.op, overloads: fitting, args: node.args.map(checkedExpression) };
  }
}

function negatedLiteral(value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'number' ? -value : value;
}

function presenceTest(type: CelType, [field]: readonly ASTNode[]): CheckedExpression {
  if (field?.op !== '.') throw new TypeError('has(…) needs one field');
  return { type, op: 'select', operand: checkedExpression(field.args[0]), field: field.args[1], isTest: true };
}

type MethodCall = Extract<ASTNode, { op: 'rcall' }>;

function checkedMethodCall(node: MethodCall, type: CelType, fitting: readonly Overload[]): CheckedExpression {
  const [name, receiver, parameters] = node.args;
  const expanded = macroExpansion(name, parameters.length);
  if (expanded !== undefined) {
    const names = parameters.map((parameter) => (parameter.op === 'id' ? parameter.args : ''));
    const parameter = (index: number) => checkedParameter(parameters[index]);
    return expanded({ type, receiver: () => checkedExpression(receiver), names, parameter });
  }
  const args = parameters.map(checkedExpression);
  const [overload = asMethod] = fitting;
  if (overload.isMethod) {
    const each = fitting.length > 0 ? fitting : [asMethod];
    return { type, op: 'call', name, overloads: each, target: checkedExpression(receiver), args };
  }
  const space = receiver.op === 'id' ? receiver.args : '';
  return { type, op: 'call', name: `${space}.${name}`, overloads: fitting, args };
}

function checkedParameter(node: ASTNode | undefined): CheckedExpression {
  if (node === undefined) throw new TypeError('a parameter of a macro is missing');
  return checkedExpression(node);
}
