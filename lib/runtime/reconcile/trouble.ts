import { ApiError, isForbidden, isInvalid } from '../../client/index.ts';
import { TerminalError } from '../../api/index.ts';
import { RenderError } from '../../render/index.ts';
import type { ChildConflict } from './child-conflict.ts';
import type { Trouble } from './standard-conditions.ts';

/** A failure in the words of a condition. Stable: the same failure gives the same words at each retry. */
export function troubleOf(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : String(error);
  if (RenderError.is(error)) return { reason: 'RenderFailed', message };
  if (TerminalError.is(error)) return { reason: 'TerminalError', message };
  if (isInvalid(error)) return { reason: 'ChildInvalid', message };
  if (isForbidden(error)) return { reason: 'AccessDenied', message };
  if (ApiError.is(error)) return { reason: 'ApiError', message };
  return { reason: 'ReconcileFailed', message };
}

/** Names that are taken, in the words of a condition. */
export function troubleOfConflicts(conflicts: readonly ChildConflict[]): Trouble | undefined {
  if (conflicts.length === 0) return undefined;
  return { reason: 'ChildConflict', message: conflicts.map(({ message }) => message).join('; ') };
}

/** Whether a retry can't help: only a change of the resource or of what concerns it can. */
export function isTerminal(error: unknown): boolean {
  return TerminalError.is(error) || RenderError.is(error);
}
