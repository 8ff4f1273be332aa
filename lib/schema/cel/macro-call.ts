import type { ASTNode } from '@marcbachmann/cel-js';
import type { Compiled, VariableTypes } from './evaluation-scope.ts';
import { RefusedExpressionError } from './expression-error.ts';

/** The call of a macro, with parameters that are not compiled yet. */
export interface MacroCall {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly scope: VariableTypes;
  readonly compile: (node: ASTNode, scope: VariableTypes) => Compiled;
}

/**
 * Compiles a parameter of a macro's call in the scope of the macro's variables.
 *
 * @throws TypeError if the parameter is missing.
 */
export function compiledMacroParameter(
  { parameters, compile }: MacroCall,
  index: number,
  scope: VariableTypes,
): Compiled {
  const parameter = parameters[index];
  if (parameter === undefined) throw new TypeError('a parameter of a macro is missing');
  return compile(parameter, scope);
}

/** Returns the name of a variable in a macro's call. @throws RefusedExpressionError if the parameter is not a name. */
export function macroVariableName(node: ASTNode): string {
  if (node.op !== 'id') throw new RefusedExpressionError('the first parameters of a macro must be names of variables');
  return node.args;
}
