import { commonItemType, type SimpleKind, simpleType } from './cel-type.ts';
import { listCost, mapCost } from './cost/unit-cost.ts';
import type { Compiled } from './evaluation-scope.ts';
import { EvaluationError, UnevaluableError } from './expression-error.ts';
import { CelList, CelMap, type CelValue, type Key, mapKey } from './value/cel-value.ts';
import { isInt64 } from './value/int64.ts';

/** Compiles a literal. @throws UnevaluableError for numbers that only API servers have. */
export function compiledLiteral(value: unknown): Compiled {
  if (typeof value === 'bigint' && isInt64(value)) return compiledConstant(value, 'int');
  if (typeof value === 'number') return compiledConstant(value, 'double');
  if (typeof value === 'string') return compiledConstant(value, 'string');
  if (typeof value === 'boolean') return compiledConstant(value, 'bool');
  if (value instanceof Uint8Array) return compiledConstant(value, 'bytes');
  if (value === null) return compiledConstant(value, 'null');
  throw new UnevaluableError('unsigned integers, and integers beyond 64 bits, are evaluated by the API server only');
}

function compiledConstant(value: CelValue, kind: SimpleKind): Compiled {
  return { type: simpleType(kind), run: () => value };
}

/** Compiles a list. */
export function compiledList(items: readonly Compiled[]): Compiled {
  const type = { kind: 'list', item: commonItemType(items) } as const;
  return {
    type,
    run: (frame) => {
      frame.meter.charge(listCost, items.length);
      return new CelList(items.map(({ run }) => run(frame)));
    },
  };
}

/** Compiles a map. */
export function compiledMap(entries: readonly (readonly [Compiled, Compiled])[]): Compiled {
  const key = commonItemType(entries.map(([name]) => name));
  const value = commonItemType(entries.map(([, content]) => content));
  return {
    type: { kind: 'map', key, value },
    run: (frame) => {
      frame.meter.charge(mapCost, entries.length);
      const pairs = entries.map(([name, content]): [Key, CelValue] => [mapKey(name.run(frame)), content.run(frame)]);
      const map = new Map(pairs);
      if (map.size < pairs.length) throw new EvaluationError('Failed with repeated key');
      return new CelMap(map);
    },
  };
}
