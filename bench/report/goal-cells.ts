/** A line that is to be reached, and what it came to. */
export interface GoalLine {
  readonly title: string;
  readonly most: number;
  readonly value: number;
  /** @default whether the value is at most what it may be */
  readonly isReached?: boolean;
  /** Behind the numbers. @default nothing */
  readonly unit?: string;
}

/** What stands above {@link goalCells}. */
export const goalHead = ['line', 'at most', 'measured', ''] as const;

/** A row of a table of goals. */
export function goalCells({ title, most, value, isReached = value <= most, unit = '' }: GoalLine): string[] {
  return [title, `${most}${unit}`, `${value.toFixed(2)}${unit}`, isReached ? 'reached' : '**missed**'];
}
