/** A wall-clock time in the text form of Kubernetes' `Time`: RFC 3339 in UTC, whole seconds. */
export function timestamp(epochMs: number): string {
  return `${isoText(epochMs).slice(0, -5)}Z`;
}

/**
 * A wall-clock time in the text form of Kubernetes' `MicroTime`: RFC 3339 in UTC with six decimals, of which the last
 * three are zeros.
 */
export function microTimestamp(epochMs: number): string {
  return `${isoText(epochMs).slice(0, -1)}000Z`;
}

function isoText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
