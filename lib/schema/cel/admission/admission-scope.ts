// In: an expression of a webhook or an admission policy, and the objects of a write. Out: its value as JSON, or the reason why it has
// none. Called by the embedded API server.

import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { type CelType, dyn } from '../cel-type.ts';
import { compileExpression } from '../compile.ts';
import { textWithCalls } from '../construction-text.ts';
import { BudgetError, Meter } from '../cost/meter.ts';
import { type Frame, frameWithVariable } from '../evaluation-scope.ts';
import { parseExpression } from '../expression.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from '../expression-error.ts';
import { stepType } from '../message.ts';
import type { RightAuthorizer } from '../value/authorization.ts';
import { CelList, CelMap, type CelValue, type Key, MessageValue, UnreadableValue } from '../value/cel-value.ts';
import { celInteger } from '../value/schema-value.ts';
import { admissionVariables } from './match-condition.ts';

/** The values of the variables of admission; null for those that a write doesn't have. */
export interface AdmissionValues {
  readonly object: JsonValue;
  readonly oldObject: JsonValue;
  readonly request: JsonValue;
  readonly namespaceObject: JsonValue;
  readonly params: JsonValue;
}

/** The result of an expression. */
export type AdmissionResult =
  | { readonly outcome: 'value'; readonly value: JsonValue }
  /** The evaluation fails, as it does in the API server. */
  | { readonly outcome: 'error'; readonly message: string }
  /** Only an API server can evaluate the expression. */
  | { readonly outcome: 'unevaluated'; readonly reason: string };

/** The result of the expression of a mutation. */
export type MutationResult =
  | AdmissionResult
  /** The names of constructed types don't fit. */
  | { readonly outcome: 'mismatch'; readonly message: string };

/** The variables of one write, with those that a policy composes. */
export class AdmissionScope {
  readonly #types = new Map<string, CelType>(admissionVariables);
  readonly #variableTypes = new Map<string, CelType>();
  readonly #variables = new Map<Key, CelValue>();
  readonly #meter = new Meter();
  readonly #frame: Frame;

  constructor(values: AdmissionValues, authorizer: RightAuthorizer) {
    this.#types.set('params', dyn);
    this.#types.set('variables', { kind: 'object', fields: this.#variableTypes });
    const composed: Frame = { meter: this.#meter, name: 'variables', value: new CelMap(this.#variables) };
    this.#frame = Object.entries(values).reduce<Frame>(
      (frame, [name, value]: [string, JsonValue]) => frameWithVariable(frame, name, celValueOfJson(value)),
      frameWithVariable(composed, 'authorizer', authorizer),
    );
  }

  /**
   * Adds a variable that later expressions read as `variables.name`. Its failure is that of the expressions that read
   * it.
   */
  define(name: string, text: string): void {
    try {
      const { type, run } = compileExpression(parseExpression(text), this.#types);
      this.#variableTypes.set(name, type);
      this.#variables.set(name, run(this.#frame));
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof UnevaluableError) {
        if (!this.#variableTypes.has(name)) this.#variableTypes.set(name, dyn);
        this.#variables.set(name, new UnreadableValue(composedError(name, error)));
        return;
      }
      if (!(error instanceof RefusedExpressionError) && !(error instanceof BudgetError)) throw error;
      this.#variableTypes.set(name, dyn);
      this.#variables.set(name, new UnreadableValue(new UnevaluableError(error.message, { cause: error })));
    }
  }

  /** Evaluates an expression. */
  evaluate(text: string): AdmissionResult {
    return this.#result(() => celValueJson(this.#value(text)));
  }

  /** Evaluates the expression of a mutation, which constructs a part of an object, or the steps of a JSON patch. */
  evaluateMutation(text: string): MutationResult {
    let faults: readonly string[] = [];
    const result = this.#result(() => {
      const value = this.#value(textWithCalls(text));
      faults = [...nameFaults(value, undefined)];
      return celValueJson(value);
    });
    return faults.length === 0 ? result : { outcome: 'mismatch', message: faults.join('\n') };
  }

  #value(text: string): CelValue {
    const { run } = compileExpression(parseExpression(text), this.#types);
    this.#meter.startRule();
    return run(this.#frame);
  }

  #result(json: () => JsonValue): AdmissionResult {
    try {
      return { outcome: 'value', value: json() };
    } catch (error) {
      if (error instanceof EvaluationError) return { outcome: 'error', message: error.message };
      if (
        error instanceof UnevaluableError ||
        error instanceof RefusedExpressionError ||
        error instanceof BudgetError
      ) {
        return { outcome: 'unevaluated', reason: error.message };
      }
      throw error;
    }
  }
}

function composedError(name: string, error: EvaluationError | UnevaluableError): EvaluationError | UnevaluableError {
  if (error instanceof UnevaluableError) return error;
  return new EvaluationError(`composited variable "${name}" fails to evaluate: ${error.message}`, { cause: error });
}

/** Returns plain JSON as policies see it: whole numbers are integers. */
function celValueOfJson(json: JsonValue): CelValue {
  if (isJsonList(json)) return new CelList(json.map(celValueOfJson));
  if (isJsonObject(json))
    return new CelMap(
      new Map(Object.entries(json).map(([name, value]): [Key, CelValue] => [name, celValueOfJson(value)])),
    );
  return typeof json === 'number' && Number.isInteger(json) ? celInteger(json) : json;
}

/** Returns the JSON of a value. @throws UnevaluableError for values that have none, such as a type. */
function celValueJson(value: CelValue): JsonValue {
  if (value instanceof CelList) return value.items.map(celValueJson);
  if (value instanceof CelMap) return celMapJson(value.entries);
  if (value instanceof MessageValue) return celMapJson(value.fields);
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof UnreadableValue) throw value.error;
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  throw new UnevaluableError('its value is not JSON');
}

function celMapJson(entries: ReadonlyMap<Key, CelValue>): JsonObject {
  return Object.fromEntries([...entries].map(([key, value]) => [String(key), celValueJson(value)]));
}

/** Finds constructions that name another type than the path of their field, in the API server's words. */
function* nameFaults(value: CelValue, path: string | undefined): Generator<string> {
  if (value instanceof CelList) for (const item of value.items) yield* nameFaults(item, path);
  if (value instanceof CelMap) for (const item of value.entries.values()) yield* nameFaults(item, path);
  if (!(value instanceof MessageValue)) return;
  const expected = path ?? value.name;
  if (value.name !== expected) {
    const names = `${JSON.stringify(value.name)}, expected ${JSON.stringify(expected)}`;
    yield `unexpected type name ${names}, which matches field name path from root Object type`;
  }
  for (const [field, inner] of value.fields)
    yield* nameFaults(inner, value.name === stepType ? undefined : `${expected}.${field}`);
}
