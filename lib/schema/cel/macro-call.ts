import type { ASTNode } from '@marcbachmann/cel-js';
import type { Compiled, VariableTypes } from './evaluation-scope.ts';

/** The call of a macro, with parameters that are not compiled yet. */
export interface MacroCall {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly scope: VariableTypes;
  readonly compile: (node: ASTNode, scope: VariableTypes) => Compiled;
}

/**
 * Compiles a parameter of a macro in the scope of the macro's variables.
 *
 * @throws TypeError if the parameter is missing.
 */
export function compiledParameter({ parameters, compile }: MacroCall, index: number, scope: VariableTypes): Compiled {
  const parameter = parameters[index];
  if (parameter === undefined) throw new TypeError('a parameter of a macro is missing');
  return compile(parameter, scope);
}
