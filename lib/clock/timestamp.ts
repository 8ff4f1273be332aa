/** Formats a wall-clock time as Kubernetes' `Time`: RFC 3339 in UTC, whole seconds. */
export function timestamp(epochMs: number): string {
  return `${isoText(epochMs).slice(0, -5)}Z`;
}

/**
 * Formats a wall-clock time as Kubernetes' `MicroTime`: RFC 3339 in UTC with six decimals, of which the last three are
 * zeros.
 */
export function microTimestamp(epochMs: number): string {
  return `${isoText(epochMs).slice(0, -1)}000Z`;
}

function isoText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
