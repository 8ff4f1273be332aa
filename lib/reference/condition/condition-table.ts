import { inlineCode } from '../markdown/inline.ts';
import { cellText } from '../markdown/prose.ts';
import { markdownTable } from '../markdown/table.ts';

/** A condition that an operator reports. */
export interface ConditionType {
  readonly type: string;
  /** The meaning of the status True. */
  readonly meaning: string;
  /** Reason → its meaning. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Returns the conditions of a status and their reasons, as Markdown. */
export function conditionTable(conditions: readonly ConditionType[]): string {
  const rows = conditions.map(({ type, meaning, reasons }) => [
    inlineCode(type),
    cellText(meaning),
    Object.entries(reasons)
      .map(([reason, words]) => `${inlineCode(reason)}: ${cellText(words)}`)
      .join('<br/>'),
  ]);
  return `Conditions:\n\n${markdownTable(['Type', 'True if', 'Reasons'], rows)}`;
}
